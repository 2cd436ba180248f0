"""The page's Python and this one leave the same trace of a run, byte for byte, and draw the same of it."""

from __future__ import annotations

import json
import subprocess

import pytest

from tests.programs import ROOT, SOURCES
from tests.site.digests import digests


@pytest.mark.usefixtures("prepared")
def test_each_program_leaves_the_same_traces_and_views() -> None:
    script = ["node", "tests/site/digests.mjs"]
    asked = json.dumps(SOURCES)
    ran = subprocess.run(script, cwd=ROOT, input=asked, check=True, capture_output=True, text=True)
    here = {name: digests(name, source) for name, source in SOURCES.items()}
    there = json.loads(ran.stdout)
    assert there.keys() == here.keys()
    assert {name for name in here if there[name] != here[name]} == set()
