"""What every fault is: data, never code inside the machine. Its grammar says how it is read, written and shown.

A fault says which of the machine's operations are to be carried out, and when; the machine knows no kind of fault.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeAlias

from durable_lab.kernel.faults.elements import Leg
from durable_lab.kernel.faults.grammar import Grammar, grammar_of
from durable_lab.kernel.faults.places import Point, Step
from durable_lab.kernel.faults.reader import Reader
from durable_lab.words.catalogue import Catalogue, Words

if TYPE_CHECKING:
    from durable_lab.kernel.machine.machine import Machine
    from durable_lab.kernel.machine.process import Process
    from durable_lab.kernel.outside.exchange import Exchange, Served
    from durable_lab.kernel.trace import Event

_WORDS = Catalogue("words/faults")


class Fault:
    """A kind of fault: a frozen dataclass, whose grammar begins with its name."""

    __slots__ = ()

    GRAMMAR: ClassVar[str]

    @classmethod
    def grammar(cls) -> Grammar:
        """How it is written."""
        kind: Any = cls
        return grammar_of(kind)

    @classmethod
    def does(cls) -> Words:
        """What it does, in one or two sentences; Markdown."""
        return _WORDS[f"fault.{cls.grammar().first}"]

    @classmethod
    def short(cls, reader: Reader) -> Self | None:
        """Read a short form, after its name, if it has one and that comes next."""
        return None

    @classmethod
    def read(cls, reader: Reader) -> Self:
        """Read one.

        Raises:
            LabError: `fault-unreadable`.
        """
        name, *parts = cls.grammar().parts
        reader.need(name.first)
        short = cls.short(reader)
        if short is not None:
            return short
        found: dict[str, Any] = {}
        for part in parts:
            part.read(reader, found)
        return cls(**found)

    def __str__(self) -> str:
        return " ".join(self.grammar().write(self))

    def steps(self) -> Iterator[Step]:
        """The steps that it names."""
        itself: Any = self  # a dataclass, as every kind of fault is
        for value in (getattr(self, field.name) for field in fields(itself)):
            if isinstance(value, Step):
                yield value
            elif isinstance(value, Point):
                yield value.step

    @property
    def aims_at(self) -> str | None:
        """What must have a part in the run, by name, for the fault to have done anything; None: nothing more."""
        return None

    def happens(self, machine: Machine) -> None:
        """It strikes now: the trace says so."""
        machine.faults.happened.add(self)
        machine.emit(None, "", "fault", str(self), 1, "happened")


class AtPoint(Fault):
    """A fault that strikes right after a point."""

    __slots__ = ()

    point: Point

    def arm(self, machine: Machine) -> None:
        """Have it strike when its point comes."""
        machine.faults.when(self.point, partial(self.strike, machine))

    def strike(self, machine: Machine, event: Event) -> None:
        """Do what it does; `event` has brought the run to its point."""
        raise NotImplementedError


class OfLives(Fault):
    """A fault that strikes each life of a process as it begins."""

    __slots__ = ()

    def begin(self, process: Process) -> None:
        """Do what it does to a process that begins."""
        raise NotImplementedError


class OfStep(Fault):
    """A fault that strikes a request and its reply. By default it leaves everything as it is."""

    __slots__ = ()

    HEARD: ClassVar[bool] = True
    """Whether the other side takes the request up."""
    AGAIN: ClassVar[bool] = False
    """Whether whoever sent it is to send it once more."""

    step: Step

    @property
    def last(self) -> int:
        """The number of the last of the steps that it strikes."""
        return self.step.n

    def travels(self, leg: Leg) -> Point | float | None:
        """For how many virtual seconds a leg travels, or until which point; for ever: it is lost. None: as usual."""
        return None

    def refusal(self, request: Exchange) -> Served | None:
        """What the other side answers in the place of doing what it is asked."""
        return None

    def reply(self, request: Exchange, served: Served) -> Served:
        """What becomes of what it answers. An error is the end of it."""
        return served


Plan: TypeAlias = tuple[Fault, ...]
