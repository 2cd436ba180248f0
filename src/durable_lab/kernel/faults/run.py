"""A fault plan while it is carried out: what it counts, what waits for which point, what has happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import get_args

from durable_lab.kernel.faults.kinds import (
    Answer,
    Crash,
    Cut,
    Delay,
    Down,
    Fail,
    Fault,
    Hang,
    Lose,
    OfStep,
    Plan,
    Point,
    Redeliver,
    Skew,
    Step,
)
from durable_lab.kernel.trace import Event


class _Watch:
    """Counts the steps that fit; only those, if there is a business id or a process to fit."""

    def __init__(self, step: Step) -> None:
        self.step = step
        self._seen: list[tuple[str, str, int]] = []

    def see(self, event: Event) -> None:
        """Count the step that begins with `event`, if it fits. (Later events show no business.)"""
        key = (event.kind, event.name, event.n)
        if self.step.fits(event) and key not in self._seen:
            self._seen.append(key)

    def number(self, event: Event) -> int:
        """Which of the steps that fit `event` belongs to, from 1; 0 if to none."""
        if (event.kind, event.name) != (self.step.kind, self.step.name):
            return 0
        if self.step.business is None and self.step.process is None:
            return event.n
        key = (event.kind, event.name, event.n)
        return self._seen.index(key) + 1 if key in self._seen else 0


class FaultRun:
    """A plan while it is carried out: which faults have happened, what waits for which point."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan = tuple(sorted(set(plan), key=str))
        """Canonical, so that two faults at one point come in the same order however they were written."""
        self.happened: set[Fault] = set()
        self._watches = {step: _Watch(step) for fault in plan for step in _steps(fault)}
        self._at_point: list[tuple[Point, Callable[[Event], None]]] = []
        self._named = {(step.kind, step.name) for step in self._watches}
        self.skews = [fault for fault in plan if isinstance(fault, Skew)]
        """Faults of clocks, which strike when their process begins."""
        self._of_step = [fault for fault in plan if isinstance(fault, get_args(OfStep))]

    def when(self, point: Point, action: Callable[[Event], None]) -> None:
        """Carry out `action` once, right after `point`."""
        self._watches.setdefault(point.step, _Watch(point.step))
        self._named.add((point.step.kind, point.step.name))
        self._at_point.append((point, action))

    def reached(self, event: Event) -> None:
        """Tell the plan of an event; what waited for it happens now."""
        if (event.kind, event.name) not in self._named:
            return
        for watch in self._watches.values():
            watch.see(event)
        due = [waiting for waiting in self._at_point if self._is_at(waiting[0], event)]
        for waiting in due:
            self._at_point.remove(waiting)
            waiting[1](event)

    def _is_at(self, point: Point, event: Event) -> bool:
        return point.phase == event.phase and self._watches[point.step].number(event) == point.step.n

    def of_step(self, event: Event) -> list[OfStep]:
        """The faults that strike the step which begins with `event`; they have happened from now on."""
        struck: list[OfStep] = []
        for fault in self._of_step:
            count = fault.count if isinstance(fault, Fail) else 1
            if fault.step.n <= self._watches[fault.step].number(event) < fault.step.n + count:
                self.happened.add(fault)
                struck.append(fault)
        return struck

    def sent_again(self, event: Event) -> bool:
        """Whether the client that sends the step which begins with `event` is to send it once more."""
        return bool(self._of_step) and any(isinstance(f, Redeliver) for f in self.of_step(event))

    def not_reached(self, events: Iterable[Event]) -> list[Fault]:
        """The faults of the plan that have not happened, in its order: also those of a store or a network that
        nothing in the run has to do with, for a name that is misspelt strikes nothing."""
        named = _named_in(events) if any(isinstance(fault, Down | Cut) for fault in self.happened) else set()
        self.happened = {fault for fault in self.happened if not _is_aimless(fault, named)}
        return [fault for fault in self.plan if fault not in self.happened]


def _named_in(events: Iterable[Event]) -> set[str]:
    """The stores that were touched and whatever a process can be cut from."""
    named = {"model", "person", "engine"}
    for event in events:
        named.add(event.name)
        if "store" in event.payload:
            named.add(event.payload["store"])
    return named


def _is_aimless(fault: Fault, named: set[str]) -> bool:
    match fault:
        case Down():
            return fault.store not in named
        case Cut():
            return fault.target not in named
    return False


def _steps(fault: Fault) -> Iterable[Step]:
    """The steps that a fault names."""
    match fault:
        case Skew():
            return
        case Delay(_, step, until):
            yield step
            if isinstance(until, Point):
                yield until.step
        case Crash(point, _, landing):
            yield from (p.step for p in (point, landing) if p is not None)
        case Lose() | Fail() | Hang() | Answer() | Redeliver():
            yield fault.step
        case _:
            yield fault.point.step
