"""Hundreds of checks on a queue, in bursts, with workers added and lost: what one sees of it over time.

The curves are read from traces of one program under one plan, with and without a key. Nothing is sampled: a
curve has a corner wherever its number changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TypeAlias

from durable_lab import session
from durable_lab.kernel.events import EFFECT, FAULT, PROCESS
from durable_lab.kernel.trace import Event, Trace
from durable_lab.session import Request
from durable_lab.topologies.queue.events import COMPLETE, LEASE, RECEIVE, SEND

PROGRAM = Path(__file__).with_name("checks_in_bursts.py")

KILLED = (("worker-1", 95.0), ("worker-2", 95.0), ("worker-3", 95.0))
"""Each dies right after the first check of its own that is done after this second, before it is recorded."""
PAUSED = (("worker-5", 30.0), ("worker-6", 30.0))
"""Each stands still, for longer than its lease, right after a check that it asked for after this second."""
PAUSE = 60
TOGETHER = 2.0
"""Seconds: what happens this soon after the like of it belongs to it."""

Curve: TypeAlias = tuple[tuple[float, int], ...]
"""Corners: from this virtual second on, this number."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that was done to the workers."""

    time: float
    kind: str
    n: int
    """How many of them, or of messages."""


def value(curve: Curve, time: float) -> int:
    """A curve's number at a moment."""
    return next(number for start, number in reversed(curve) if start <= time)


@dataclass(frozen=True, slots=True)
class Batch:
    """One run of the batch."""

    plan: str
    end: float
    """Virtual seconds."""
    sent: int
    done: int
    """How many of them were done, be it more than once."""
    backlog: Curve
    """Messages that are neither done nor in anybody's hands."""
    leased: Curve
    """Messages in somebody's hands, though that may be a dead worker's."""
    duplicates: Curve
    """Checks that were done although they had been done before, counted at the callee."""
    marks: tuple[Mark, ...]


@cache
def batch(*, keyed: bool) -> Batch:
    """The batch under the picture's faults."""
    source = PROGRAM.read_text(encoding="utf-8").replace("KEYED = False", f"KEYED = {keyed}")
    request = Request(source, PROGRAM.name, plan="")
    plan = _plan(session.run(request).trace)
    outcome = session.run(replace(request, plan=plan)).outcome
    trace = outcome.trace
    assert outcome.ended, f"the batch does not end: {outcome.error}"
    assert not trace.header["not_reached"], trace.header["not_reached"]
    return Batch(
        plan=plan,
        end=trace.events[-1].time,
        sent=sum(1 for _ in trace.select(SEND, "stored")),
        done=len(set(_done(trace))),
        backlog=_curve(_waiting(trace)),
        leased=_curve(_held(trace)),
        duplicates=_curve(_repeated(trace)),
        marks=tuple(_marks(trace)),
    )


def _plan(calm: Trace) -> str:
    """The plan, from the run without a fault."""
    killed = (f"crash at {_own(calm, worker, 'applied', after)}" for worker, after in KILLED)
    paused = (f"pause at {_own(calm, worker, 'requested', after)} for {PAUSE}s" for worker, after in PAUSED)
    return " ; ".join((*killed, *paused))


def _own(calm: Trace, worker: str, phase: str, after: float) -> str:
    """The point of a worker's first check after a time: by what is checked, which no other fault renumbers."""
    checks = {e.n: e.payload["business"] for e in calm.select(EFFECT, "requested")}
    event = next(e for e in calm.select(EFFECT, phase) if e.process == worker and e.time > after)
    return f"effect:{event.name}[{checks[event.n]}]#1.{phase}"


def _curve(changes: Iterator[tuple[float, int]]) -> Curve:
    """The sums of changes, one corner for each moment."""
    corners: dict[float, int] = {0.0: 0}
    total = 0
    for time, by in changes:
        total += by
        corners[time] = total
    return tuple(corners.items())


def _waiting(trace: Trace) -> Iterator[tuple[float, int]]:
    for event in trace:
        if (event.kind, event.phase) == (SEND, "stored"):
            yield event.time, 1
        elif _is_lease(event):
            yield event.time, -1
        elif (event.kind, event.phase) == (LEASE, "ended"):
            yield event.time, 1


def _held(trace: Trace) -> Iterator[tuple[float, int]]:
    for event in trace:
        if _is_lease(event):
            yield event.time, 1
        elif (event.kind, event.phase) in ((LEASE, "ended"), (COMPLETE, "stored")):
            yield event.time, -1


def _is_lease(event: Event) -> bool:
    return (event.kind, event.phase) == (RECEIVE, "stored")


def _repeated(trace: Trace) -> Iterator[tuple[float, int]]:
    times = [event.time for event in trace.select(EFFECT, "applied")]
    seen: set[str] = set()
    for time, host in zip(times, _done(trace), strict=True):
        if host in seen:
            yield time, 1
        seen.add(host)


def _done(trace: Trace) -> list[str]:
    """What was checked, each time that the callee did it."""
    asked = {e.n: str(e.payload["business"]) for e in trace.select(EFFECT, "requested")}
    return [asked[event.n] for event in trace.select(EFFECT, "applied")]


def _marks(trace: Trace) -> list[Mark]:
    """What was done to the queue and to its workers; what is done together is one mark."""
    found: dict[str, list[list[float]]] = {}
    for event in trace:
        kind = _kind(event)
        if kind:
            groups = found.setdefault(kind, [])
            if not groups or event.time - groups[-1][-1] > TOGETHER:
                groups.append([])
            groups[-1].append(event.time)
    marks = [Mark(times[0], kind, len(times)) for kind, groups in found.items() for times in groups]
    return sorted(marks, key=lambda mark: mark.time)


def _kind(event: Event) -> str:
    """Which mark an event belongs to; "" for none."""
    if (event.kind, event.phase) == (SEND, "sent"):
        return "sent"
    if (event.kind, event.phase, event.life) == (PROCESS, "started", 1) and event.name.startswith("worker"):
        return "added"
    if event.kind == FAULT:
        return event.name.split()[0]
    return ""
