// @ts-check
// Loaded by pages with a snippet, ahead of everything else: see warmUpForARegular.

import { warmUpForARegular } from './python.js';

warmUpForARegular();
