"""How the time of a run grows with its size: the exponent of a straight line through the logarithms."""

from __future__ import annotations

import argparse
import gc
import time
from math import log
from unittest.mock import patch

from durable_lab.experiment import Experiment
from durable_lab.kernel.machine import simulation
from durable_lab.kernel.machine.machine import Machine
from tests.benchmarks.programs import GRAPH, INVOKES, LOOP, QUEUE, WORKFLOW
from tests.benchmarks.table import best, row

PROGRAMS = {
    "queue, messages": (QUEUE, (1_000, 10_000, 100_000)),
    "graph, supersteps": (GRAPH, (100, 500, 3_000)),
    "graph, calls on one thread": (INVOKES, (50, 200, 1_000)),
    "workflow, activities": (WORKFLOW, (100, 300, 1_000)),
    "loop, effects and questions": (LOOP, (300, 1_000, 10_000)),
}


class Unlimited(Machine):
    """A machine that does not cut off long runs."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs, limit=10**9)  # type: ignore[arg-type]


def seconds(program: str, size: int) -> float:
    """The processor time of one run."""
    experiment = Experiment(program.format(n=size), "growth.py")
    gc.collect()
    with patch.object(simulation, "Machine", Unlimited):
        started = time.process_time()
        ended = experiment.run(()).ended
        spent = time.process_time() - started
    assert ended
    return spent


def exponent(points: list[tuple[float, float]]) -> float:
    """The slope of the line of least squares through the logarithms of sizes and times."""
    logs = [(log(size), log(spent)) for size, spent in points]
    x, y = (sum(column) / len(logs) for column in zip(*logs, strict=True))
    slope: float = sum((a - x) * (b - y) for a, b in logs) / sum((a - x) ** 2 for a, _ in logs)
    return slope


def measured(program: str, size: int, biggest: int) -> float:
    """The best time of runs of one size: the smaller, the more often."""
    return best(lambda: seconds(program, size), max(1, min(5, biggest // size)))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="", help="the beginning of a program's name")
    only = parser.parse_args().only
    for name, (program, sizes) in PROGRAMS.items():
        if name.startswith(only):
            spent = [(float(size), measured(program, size, sizes[-1])) for size in sizes]
            print(row(f"{name}, {sizes[-1]:,}", spent[-1][1], "s"))
            print(
                row(
                    f"{name}, {sizes[0]:,} to {sizes[-1]:,}: exponent", exponent(spent), goal=1.1, want="most"
                )
            )


if __name__ == "__main__":
    main()
