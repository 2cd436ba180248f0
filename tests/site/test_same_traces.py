"""The page's Python and this one leave the same trace of a run, byte for byte, and draw the same of it."""

from __future__ import annotations

import json
import subprocess

import pytest

from tests.programs import ROOT, SOURCES
from tests.site.digests import digests

NEWCOMERS = {
    path.name: path.read_text(encoding="utf-8")
    for path in sorted((ROOT / "tests/durable_lab/newcomers/programs").glob("*.py"))
    if path.name
    not in ("shelf.py", "disk_cache.py")  # the page has no `dbm`; its `pickle` writes another protocol
}
"""Programs that write files, log, wait, and know nothing of the lab."""


@pytest.mark.usefixtures("prepared")
def test_each_program_leaves_the_same_traces_and_views() -> None:
    script = ["node", "tests/site/digests.mjs"]
    sources = SOURCES | NEWCOMERS
    asked = json.dumps(sources)
    ran = subprocess.run(script, cwd=ROOT, input=asked, check=True, capture_output=True, text=True)
    here = {name: digests(name, source) for name, source in sources.items()}
    there = json.loads(ran.stdout)
    assert there.keys() == here.keys()
    for (
        name
    ) in NEWCOMERS:  # what they have in their variables is Python's own, and differs from one to the next
        here[name], there[name] = (found[name][: max(1, len(found[name]) - 1)] for found in (here, there))
    assert {name for name in here if there[name] != here[name]} == set()
