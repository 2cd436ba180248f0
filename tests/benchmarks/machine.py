"""Steps of the machine in a second, against the events of SimPy on the same pattern of processes.

Processes ask a callee and wait for its reply: the request travels, is served, the reply travels back. That is
three steps here (requested, applied, returned) and three events there. They take turns, best of several.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from typing import Any

import simpy

from durable_lab.kernel.machine.machine import Machine
from durable_lab.kernel.machine.process import Process
from durable_lab.kernel.outside import world
from tests.benchmarks.table import row

PROCESSES, CALLS = 50, 200
STEPS = 3 * PROCESSES * CALLS
REPEAT = 7


class Untraced(Machine):
    """A machine that keeps no trace: what is left is the loop, the processes and the exchanges."""

    def emit(self, *_: Any, **__: Any) -> Any:
        """Nothing is kept, and nothing waits for it."""


def steps_a_second(kind: type[Machine]) -> float:
    """Of our machine."""
    machine = kind(limit=10 * STEPS)

    async def ask() -> None:
        for n in range(CALLS):
            await world.acall("callee", n=n)

    def start(process: Process) -> None:
        process.start(ask())

    for n in range(PROCESSES):
        machine.supervisor.host(f"process-{n}", start)
    started = time.process_time()
    machine.run()
    return STEPS / (time.process_time() - started)


def events_a_second() -> float:
    """Of SimPy."""
    outside = simpy.Environment()
    ledger: list[int] = []

    def call(n: int) -> simpy.Event:
        reply = outside.event()

        def arrive(_: simpy.Event) -> None:
            ledger.append(n)
            outside.timeout(0.05).callbacks.append(answer)

        def answer(_: simpy.Event) -> None:
            reply.succeed(n)

        outside.timeout(0.05).callbacks.append(arrive)
        return reply

    def ask() -> Generator[simpy.Event, Any, None]:
        for n in range(CALLS):
            yield call(n)

    for _ in range(PROCESSES):
        outside.process(ask())
    started = time.process_time()
    outside.run()
    return STEPS / (time.process_time() - started)


def main() -> None:
    """Measure and print."""
    rounds = [(events_a_second(), steps_a_second(Machine), steps_a_second(Untraced)) for _ in range(REPEAT)]
    simpys, traced, untraced = (max(column) for column in zip(*rounds, strict=True))
    print(row("SimPy", simpys, "events/s"))
    print(row("machine", traced, "steps/s"))
    print(row("machine, no trace", untraced, "steps/s"))
    print(row("machine ÷ SimPy", traced / simpys, goal=0.15))
    print(row("machine ÷ SimPy, no trace", untraced / simpys, goal=0.3))


if __name__ == "__main__":
    main()
