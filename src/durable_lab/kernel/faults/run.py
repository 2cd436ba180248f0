"""A fault plan while it is carried out: what it counts, what waits for which point, what has happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import count
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from durable_lab.kernel.faults.fault import AtPoint, Fault, OfLives, OfStep, Plan
from durable_lab.kernel.faults.places import Point, Step
from durable_lab.kernel.faults.plan import canonical
from durable_lab.kernel.trace import Event

if TYPE_CHECKING:
    from durable_lab.kernel.machine.machine import Machine

Filter: TypeAlias = tuple[str | None, str | None]
"""The business id and the process that a step must have to be counted; None for any."""

_ALL: Filter = (None, None)


class _Waiting(NamedTuple):
    """What is to be done at a point, and in which order it came to wait for it."""

    order: int
    action: Callable[[Event], None]


class _Watch:
    """The steps of one kind and name: how they are numbered, what waits for them, what strikes them."""

    def __init__(self) -> None:
        self.filtered = False
        """Whether anyone asks for steps that fit."""
        self.waiting: dict[tuple[Filter, int, str], list[_Waiting]] = {}
        """By the number of a step among those that fit, and its phase."""
        self.one: dict[tuple[Filter, int], list[tuple[int, OfStep]]] = {}
        """Faults of one step, with their places in the plan; by its number among those that fit."""
        self.several: list[tuple[int, OfStep]] = []
        """Faults of several steps in a row, with their places in the plan."""
        self._counts: Counter[Filter] = Counter()
        self._numbers: dict[int, dict[Filter, int]] = {}

    def see(self, event: Event) -> None:
        """Count the step of `event` where it fits and is not counted yet. (Not all of its events show its business.)"""
        if not self.filtered:
            return
        known = self._numbers.setdefault(event.n, {})
        business = event.payload.get("business")
        business = business if isinstance(business, str) else None
        for fits in ((business, None), (None, event.process), (business, event.process)):
            if fits not in known:
                self._counts[fits] += 1
                known[fits] = self._counts[fits]

    def numbers(self, event: Event) -> dict[Filter, int]:
        """By what steps must fit, which of them the one of `event` is, from 1."""
        return {**self._numbers.get(event.n, {}), _ALL: event.n}

    def due(self, event: Event) -> list[_Waiting]:
        """What waited for this event, in order. It waits no more."""
        if not self.waiting:
            return []
        keys = ((fits, n, event.phase) for fits, n in self.numbers(event).items())
        return sorted(waiting for key in keys for waiting in self.waiting.pop(key, ()))

    def struck(self, event: Event) -> list[OfStep]:
        """The faults of the step of `event`, in the order of the plan."""
        numbers = self.numbers(event)
        found = [each for key in numbers.items() for each in self.one.get(key, ())]
        for place, fault in self.several:
            if fault.step.n <= numbers.get(_filter(fault.step), 0) <= fault.last:
                found.append((place, fault))
        return [fault for _, fault in sorted(found, key=lambda each: each[0])]


def _filter(step: Step) -> Filter:
    return step.business, step.process


class FaultRun:
    """A plan while it is carried out: which faults have happened, what waits for which point."""

    def __init__(self, plan: Plan) -> None:
        self.plan = canonical(plan)
        """Canonical, so that two faults at one point come in the same order however they were written."""
        self.happened: set[Fault] = set()
        self.of_lives = [fault for fault in self.plan if isinstance(fault, OfLives)]
        """What strikes processes as they begin."""
        self._watches: dict[tuple[str, str], _Watch] = {}
        self._orders = count()
        for place, fault in enumerate(self.plan):
            for step in fault.steps():
                self._watch(step)
            if isinstance(fault, OfStep):
                self._expect(place, fault)

    def _watch(self, step: Step) -> _Watch:
        watch = self._watches.setdefault((step.kind, step.name), _Watch())
        watch.filtered = watch.filtered or _filter(step) != _ALL
        return watch

    def _expect(self, place: int, fault: OfStep) -> None:
        step, watch = fault.step, self._watch(fault.step)
        if fault.last == step.n:
            watch.one.setdefault((_filter(step), step.n), []).append((place, fault))
        else:
            watch.several.append((place, fault))

    def arm(self, machine: Machine) -> None:
        """Have each fault of a point strike when it comes."""
        for fault in self.plan:
            if isinstance(fault, AtPoint):
                fault.arm(machine)

    def when(self, point: Point, action: Callable[[Event], None]) -> None:
        """Carry out `action` once, right after `point`."""
        step = point.step
        key = _filter(step), step.n, point.phase
        self._watch(step).waiting.setdefault(key, []).append(_Waiting(next(self._orders), action))

    def reached(self, event: Event) -> None:
        """Tell the plan of an event; what waited for it happens now."""
        watch = self._watches.get((event.kind, event.name))
        if watch is not None:
            watch.see(event)
            for waiting in watch.due(event):
                waiting.action(event)

    def of_step(self, event: Event) -> list[OfStep]:
        """The faults that strike the step which begins with `event`; they have happened from now on."""
        watch = self._watches.get((event.kind, event.name))
        struck = [] if watch is None else watch.struck(event)
        self.happened.update(struck)
        return struck

    def sent_again(self, event: Event) -> bool:
        """Whether the client that sends the step which begins with `event` is to send it once more."""
        return any(fault.AGAIN for fault in self.of_step(event))

    def not_reached(self, events: Iterable[Event]) -> list[Fault]:
        """The faults of the plan that have not happened, in its order: also those of a store or a network that
        nothing in the run has to do with, for a name that is misspelt strikes nothing."""
        aims = {fault.aims_at for fault in self.happened} - {None}
        aimless = aims - _named_in(events) if aims else aims
        self.happened = {fault for fault in self.happened if fault.aims_at not in aimless}
        return [fault for fault in self.plan if fault not in self.happened]


def _named_in(events: Iterable[Event]) -> set[str | None]:
    """The stores that were touched and whatever a process can be cut from."""
    named: set[str | None] = {"model", "person", "engine"}
    for event in events:
        named.add(event.name)
        if "store" in event.payload:
            named.add(event.payload["store"])
    return named
