"""How long a test waits for what must come: the one place that says so.

Every wait is for a condition, so patience costs nothing until something is wrong. `SLOWER=5` is for a machine that is
five times slower than even this allows for.
"""

from __future__ import annotations

import os

PATIENCE = 120_000 * float(os.environ.get("SLOWER", "1"))
"""Milliseconds."""
