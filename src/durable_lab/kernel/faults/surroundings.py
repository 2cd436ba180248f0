"""Faults of what processes rely on: the network, the stores, the version of their code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from durable_lab.kernel.faults.fault import AtPoint
from durable_lab.kernel.faults.places import Point

if TYPE_CHECKING:
    from durable_lab.kernel.machine.machine import Machine
    from durable_lab.kernel.trace import Event


@dataclass(frozen=True, slots=True)
class Cut(AtPoint):
    """The network between a process and a callee, a store, a queue, the engine, the model or a person is cut."""

    GRAMMAR = '"cut" process "from" target "at" point "for" seconds:duration'

    process: str
    target: str
    point: Point
    seconds: float

    @property
    def aims_at(self) -> str:
        """What it is cut from."""
        return self.target

    def strike(self, machine: Machine, event: Event) -> None:
        """Cut the process off, if there is one of that name."""
        if self.process in machine.supervisor.hosts:
            self.happens(machine)
            machine.cut(self.process, self.target, self.seconds)


@dataclass(frozen=True, slots=True)
class Down(AtPoint):
    """A store refuses from a point on: for so many seconds, or so many reads and writes."""

    GRAMMAR = '"down" store "at" point ("for" seconds:duration | "x" count)'

    store: str
    point: Point
    seconds: float | None = None
    count: int | None = None

    @property
    def aims_at(self) -> str:
        """The store."""
        return self.store

    def strike(self, machine: Machine, event: Event) -> None:
        """Take the store down."""
        self.happens(machine)
        machine.store(self.store).take_down(self.seconds, self.count)


@dataclass(frozen=True, slots=True)
class Deploy(AtPoint):
    """From a point on, whatever starts executes another version of the file. What runs already runs on."""

    GRAMMAR = '"deploy" version "at" point'

    version: str
    point: Point

    def strike(self, machine: Machine, event: Event) -> None:
        """Replace the file, if there is that version."""
        if self.version in machine.versions:
            self.happens(machine)
            machine.deploy(self.version)
