// @ts-check
// A program that belongs to no scenario: it came with a link, from a page of this site or from somebody else.

import { OWN } from '../address.js';
import { coloured } from './colours.js';
import { Program } from './library.js';
import { both } from './words.js';

/** @param {string} topology @param {string} file @param {string} source @returns {import('./library.js').Scenario} */
export function ownScenario(topology, file, source) {
  return {
    key: OWN,
    topology,
    kind: 'own',
    name: both('own'),
    story: both('ownStory'),
    why: null,
    variants: [{ key: file, name: { zh: file, en: file } }],
    presets: [{ key: 'calm', name: both('noFault'), plan: '' }],
    mission: null,
    program: notRun(topology, file, source),
  };
}

/** Nothing has happened, and nothing is claimed. @param {string} topology @param {string} file @param {string} source */
function notRun(topology, file, source) {
  /** @type {import('./run.js').View} */
  const calm = {
    format: '',
    topology,
    header: { plan: '', file },
    events: [],
    say: { zh: [], en: [] },
    start: { nodes: {}, processes: {}, stores: {}, queue: [], ledger: [], people: [], in_flight: [] },
    patches: [],
    marks: [],
    verdicts: [],
    counts: [],
    guide: { questions: [] },
  };
  return new Program({ variant: file, file, source, code: OWN, lines: coloured(source), others: [], calm, runs: {} }, true);
}
