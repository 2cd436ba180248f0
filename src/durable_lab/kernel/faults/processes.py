"""Faults of processes: of their lives, their clocks, their turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from durable_lab.kernel.faults.fault import AtPoint, OfLives
from durable_lab.kernel.faults.places import Point, Step

if TYPE_CHECKING:
    from durable_lab.kernel.faults.reader import Reader
    from durable_lab.kernel.machine.machine import Machine
    from durable_lab.kernel.machine.process import Process
    from durable_lab.kernel.trace import Event


class OnProcess(AtPoint):
    """A fault of a process: of the one that is named, else of the one whose step it is."""

    __slots__ = ()

    process: str | None

    def strike(self, machine: Machine, event: Event) -> None:
        """Hit the process, if it lives."""
        process = machine.supervisor.living(self.process or event.process)
        if process is not None:
            self.happens(machine)
            self.hit(process)

    def hit(self, process: Process) -> None:
        """Do what it does to the process."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Crash(OnProcess):
    """kill -9 of a process right after a point."""

    GRAMMAR = '"crash" [process] ["landing" landing:point] "at" point'

    point: Point
    process: str | None = None
    landing: Point | None = None
    """Where what it had sent arrives after all."""

    @classmethod
    def short(cls, reader: Reader) -> Self | None:
        """`crash after open_ticket`, `crash before open_ticket`."""
        for word, phase in (("after", "applied"), ("before", "requested")):
            if reader.take(word):
                return cls(Point(Step("effect", reader.name("expected-step")), phase))
        return None

    def hit(self, process: Process) -> None:
        """Kill it."""
        machine = process.machine
        machine.supervisor.crash(process)
        if self.landing is not None:
            for request in machine.sent_by(process):
                machine.faults.when(self.landing, request.land)


@dataclass(frozen=True, slots=True)
class Stop(OnProcess):
    """SIGTERM to a process, as a deployment sends it."""

    GRAMMAR = '"stop" [process] "at" point'

    point: Point
    process: str | None = None

    def hit(self, process: Process) -> None:
        """Tell it to end."""
        process.machine.supervisor.terminate(process)


@dataclass(frozen=True, slots=True)
class Pause(OnProcess):
    """A process freezes for so many seconds and goes on where it was, without knowing: a zombie."""

    GRAMMAR = '"pause" [process] "at" point "for" seconds:duration'

    point: Point
    seconds: float
    process: str | None = None

    def hit(self, process: Process) -> None:
        """Freeze it."""
        process.machine.supervisor.freeze(process, self.seconds)


@dataclass(frozen=True, slots=True)
class Preempt(AtPoint):
    """What is due next at the same instant as something else lets that go first: another schedule, no failure."""

    GRAMMAR = '"preempt" "at" point'

    point: Point

    def strike(self, machine: Machine, event: Event) -> None:
        """Let another go first, if there is a choice."""

        def choose() -> bool:
            self.happens(machine)
            return True

        machine.loop.preempt(choose)


@dataclass(frozen=True, slots=True)
class Skew(OfLives):
    """A process's clock is ahead by so many seconds; behind, if they are negative."""

    GRAMMAR = '"skew" process "by" seconds:shift'

    process: str
    seconds: float

    def begin(self, process: Process) -> None:
        """Set the clock wrong."""
        if process.name == self.process:
            process.skew += self.seconds
            if self not in process.machine.faults.happened:
                self.happens(process.machine)
