"""How fast a program is crashed and recovered, at every point and at every pair of points; here and in the page.

A rate depends on the machine. Its ratio to what SimPy does in the same run does not, so it is what to compare.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from durable_lab_site.build import prepare
from tests.benchmarks import exploring
from tests.benchmarks.machine import events_a_second
from tests.benchmarks.programs import RELEASE, UNKEYED_RELEASE
from tests.benchmarks.table import row

ROOT = Path(__file__).resolve().parents[2]
REPEAT = 5


def native() -> exploring.Numbers:
    """In this Python."""
    return exploring.measure(RELEASE, UNKEYED_RELEASE, REPEAT)


def to_simpy() -> float:
    """Runs a second, over SimPy's events a second.

    They take turns, best of several: a machine that gets slower gets slower for both.
    """
    rounds = [(exploring.runs_a_second(RELEASE), events_a_second()) for _ in range(REPEAT)]
    return max(runs for runs, _ in rounds) / max(events for _, events in rounds)


def in_pyodide() -> exploring.Numbers:
    """In the page's Python, under Node."""
    prepare()
    given = json.dumps(
        {
            "code": Path(exploring.__file__).read_text(encoding="utf-8"),
            "arguments": [RELEASE, UNKEYED_RELEASE, REPEAT],
        }
    )
    script = ["node", "tests/benchmarks/pyodide.mjs"]
    done = subprocess.run(script, cwd=ROOT, input=given, check=True, capture_output=True, text=True)
    numbers: exploring.Numbers = json.loads(done.stdout)
    return numbers


def show(where: str, found: exploring.Numbers, runs_a_second: float) -> None:
    """The table of one Python; a reader waits in the page only."""
    print(
        row(
            f"{where}: crash and recover, {found['points']:.0f} points",
            found["runs a second"],
            "runs/s",
            runs_a_second,
        )
    )
    pruned = f"({found['single pruned']:.0f} pruned)"
    print(row(f"{where}: every point {pruned}", found["single"], "s", 0.3, "most"))
    pairs = f"{found['pairs']:.0f} pairs ({found['pairs pruned']:.0f} pruned, {found['pairs run']:.0f} run)"
    print(row(f"{where}: and {pairs}", found["all"], "s", 5, "most"))
    print(row(f"{where}: first finding", found["first finding"], "s", 0.2, "most"))


def main() -> None:
    """Measure and print."""
    show("native", native(), 1000)
    print(row("native ÷ SimPy: runs for each 1,000 events", 1000 * to_simpy(), goal=0.3))
    show("Pyodide", in_pyodide(), 500)


if __name__ == "__main__":
    main()
