"""What `explore` measures, natively and in the page's Python: it needs nothing but the package."""

from __future__ import annotations

import time

from durable_lab.experiment import Experiment
from durable_lab.explorer import Exploration

Numbers = dict[str, float]


def explored(source: str, *, pairs: bool, prune: bool) -> tuple[float, Exploration]:
    """Seconds of processor time to explore a program from its text, and what was found."""
    started = time.process_time()
    experiment = Experiment(source, "release.py")
    *_, found = experiment.explore(pairs=pairs, prune=prune)
    return time.process_time() - started, found


def runs_a_second(source: str) -> float:
    """Every point is crashed at and recovered from, none is skipped."""
    seconds, found = explored(source, pairs=False, prune=False)
    return len(found.runs) / seconds


def first_finding(source: str) -> float:
    """Seconds of processor time until the first way of failing is known."""
    started = time.process_time()
    for found in Experiment(source, "release.py").explore():
        if found.failures:
            return time.process_time() - started
    raise AssertionError("nothing was found")


def measure(release: str, unkeyed: str, repeat: int) -> Numbers:
    """Everything, each the best of `repeat` times; pairs once."""
    single = min((explored(release, pairs=False, prune=True) for _ in range(repeat)), key=lambda x: x[0])
    seconds, both = explored(release, pairs=True, prune=True)
    return {
        "points": len(both.points),
        "runs a second": max(runs_a_second(release) for _ in range(repeat)),
        "single": single[0],
        "single pruned": single[1].pruned,
        "pairs": both.pairs,
        "pairs pruned": both.pruned,
        "pairs run": len(both.runs) - both.pruned,
        "all": seconds,
        "first finding": min(first_finding(unkeyed) for _ in range(repeat)),
    }
