"""The page's Python and this one leave the same trace of a run, byte for byte, and draw the same of it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from durable_lab_site.build import prepare
from tests.site.digests import digests

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("snippets", "src/durable_lab/casebook/programs")


def test_each_program_leaves_the_same_traces_and_views() -> None:
    prepare()
    script = ["node", "tests/site/digests.mjs"]
    printed = subprocess.run(script, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    names = [p.relative_to(ROOT).as_posix() for folder in FOLDERS for p in (ROOT / folder).rglob("*.py")]
    here = {name: digests(name, (ROOT / name).read_text(encoding="utf-8")) for name in names}
    there = json.loads(printed)
    assert there.keys() == here.keys()
    assert {name for name in here if there[name] != here[name]} == set()
