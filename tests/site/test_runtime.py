"""The page's Python: trimmed, but whole in itself, and with what readers import."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

READERS_IMPORT = set(
    """
    abc ast asyncio collections concurrent contextlib contextvars copy csv dataclasses datetime decimal enum
    fractions functools hashlib heapq hmac inspect io itertools json linecache logging math operator pathlib
    pickle pprint queue random re secrets sqlite3 statistics string textwrap time traceback types typing uuid
    warnings weakref zoneinfo
    """.split()
)
BUILT_IN = {"itertools", "math", "time"}


@pytest.mark.usefixtures("prepared")
def test_the_library_is_whole_without_what_was_left_out() -> None:
    script = ["node", "tests/site/imports.mjs"]
    printed = subprocess.run(script, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    report = json.loads(printed)
    assert report["missing"] == {}
    assert set(report["carried"]) >= READERS_IMPORT - BUILT_IN
