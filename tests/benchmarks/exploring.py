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


def first_finding(source: str) -> float:
    """Seconds of processor time until the first way of failing is known."""
    started = time.process_time()
    for found in Experiment(source, "release.py").explore():
        if found.failures:
            return time.process_time() - started
    raise AssertionError("nothing was found")


def measure(release: str, unkeyed: str, repeat: int) -> Numbers:
    """Everything, each the best of `repeat` times; pairs once."""
    every = min((explored(release, pairs=False, prune=False) for _ in range(repeat)), key=lambda x: x[0])
    single = min((explored(release, pairs=False, prune=True) for _ in range(repeat)), key=lambda x: x[0])
    seconds, both = explored(release, pairs=True, prune=True)
    return {
        "points": len(every[1].points),
        "runs a second": len(every[1].runs) / every[0],
        "single": single[0],
        "single pruned": single[1].pruned,
        "pairs": both.pairs,
        "pairs pruned": both.pruned,
        "pairs run": len(both.runs) - both.pruned,
        "all": seconds,
        "first finding": min(first_finding(unkeyed) for _ in range(repeat)),
    }
