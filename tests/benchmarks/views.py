"""How long it takes to view a run: the site prepares about two thousand, and the page makes one a click."""

from __future__ import annotations

import time

from durable_lab.experiment import Experiment
from durable_lab.kernel.machine.recording import Recorder, Recording
from durable_lab.kernel.machine.simulation import Outcome
from durable_lab.readers.view import view
from tests.benchmarks.growth import exponent
from tests.benchmarks.programs import QUEUE
from tests.benchmarks.table import best, row
from tests.programs import VARIANTS, experiment_of

EVENTS = 150
"""Of a run in the lab."""


def recorded(experiment: Experiment) -> tuple[Outcome, Recording]:
    """A run, recorded."""
    recorder = Recorder(experiment.program.filename)
    return experiment.run(on_event=recorder), recorder.recording


def seconds(experiment: Experiment) -> float:
    """The processor time for a view of one run, a hundred-and-fifty events' worth of it."""
    outcome, recording = recorded(experiment)
    wanted = experiment.intents(outcome)

    def once() -> float:
        started = time.process_time()
        view(outcome.trace, experiment.topology.key, recording, wanted)
        return time.process_time() - started

    return best(once, 30) * EVENTS / len(outcome.trace)


def main() -> None:
    """Measure and print."""
    for name in ("in_memory_loop", "checkpointed_graph", "queue_workers", "durable_workflow"):
        slowest = max(seconds(experiment_of(path)) for path in VARIANTS if path.startswith(name))
        print(row(f"{name}: {EVENTS} events", slowest * 1000, "ms", 5, "most"))
    sizes = (50, 200, 800)
    spent = [(float(n), seconds(Experiment(QUEUE.format(n=n), "growth.py")) * n) for n in sizes]
    print(row(f"queue, {sizes[0]} to {sizes[-1]} messages: exponent", exponent(spent), goal=1.1, want="most"))


if __name__ == "__main__":
    main()
