"""The page's Python and this one leave the same trace of a run, byte for byte."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from durable_lab.experiment import Experiment
from durable_lab.explorer import crash_points
from durable_lab.kernel.faults import parse_plan
from durable_lab_site.build import prepare

ROOT = Path(__file__).resolve().parents[2]


def digests(path: Path) -> list[str]:
    """Of the calm run, and of one with a crash at every third point."""
    experiment = Experiment(path.read_text(encoding="utf-8"), path.name)
    calm = experiment.run(()).trace
    plans = [f"crash at {point}" for point in crash_points(calm)[::3]]
    return [calm.digest(), *(experiment.run(parse_plan(plan)).trace.digest() for plan in plans)]


def test_each_snippet_leaves_the_same_traces() -> None:
    prepare()
    script = ["node", "tests/site/digests.mjs"]
    printed = subprocess.run(script, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    here = {
        path.relative_to(ROOT / "snippets").as_posix(): digests(path)
        for path in (ROOT / "snippets").rglob("*.py")
    }
    assert json.loads(printed) == here
