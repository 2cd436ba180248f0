"""Where a fault can strike in a run that was seen: the places, and the plans that strike there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from durable_lab.kernel.events import EFFECT, MODEL, PERSON, kind_of
from durable_lab.kernel.faults.kinds import duration_text
from durable_lab.kernel.faults.plan import parse_plan
from durable_lab.kernel.outside.intents import Intents
from durable_lab.kernel.trace import POINT_PHASES, STEP_PHASES, Event, Trace
from durable_lab.story import Story, Wait
from durable_lab.words.messages import LabError

Faults: TypeAlias = Literal["crashes", "all"]
"""Which single faults: a crash at each point only, or every other that applies as well."""


def single_faults(trace: Trace, intents: Intents, choices: Iterable[str]) -> list[str]:
    """Every other single fault that applies to a run: one plan each, in the order of the steps that they strike.

    Of each effect: its request or its reply is lost or late, it fails undone or done, it hangs. Of each question to
    a model: it hangs. Of each durable write: its store refuses it once. Of what a client sends: it is sent again. Of
    a worker: it is frozen in the midst of its work, longer than its lease. Of a person: the answer is `no` where
    something wants an approval. At each of the points `choices`, after which several were due at one instant: another
    goes first.
    """
    outside = trace.events[0].process not in trace.header.get("restarts", ())
    frozen = list(_freezes(trace)) if outside else []
    asked = {want.approval for want in intents.wants}
    refused = [f"answer {e.step} no" for e in trace.select(PERSON, "requested") if e.name in asked]
    strikes = [plan for event in trace.events for plan in _strikes(event)]
    found = [*strikes, *frozen, *refused, *(f"preempt at {point}" for point in choices)]
    return list(dict.fromkeys(plan for plan in found if _readable(plan)))


LATE = "1h"
"""How late a delayed message comes: longer than any time-out that a reader's program is likely to have."""


def _freezes(trace: Trace) -> Iterator[str]:
    """Each worker frozen at each of its steps from a delivery to its settlement, for twice the lease; and at each
    effect that it asks for under none, for an hour."""
    leases: dict[str, float] = {}
    dying = trace.header.get("restarts", ())
    for event in trace.events:
        if event.process not in dying or event.phase not in STEP_PHASES:
            continue
        lease = kind_of(event).lease
        if lease == "taken" and "until" in event.payload:
            leases[event.process] = 2 * (event.payload["until"] - event.time)
        elif lease == "settled":
            leases.pop(event.process, None)
        elif event.process in leases:
            yield f"pause {event.process} at {event.point} for {duration_text(round(leases[event.process]))}"
        elif event.kind == EFFECT and event.phase in ("requested", "applied"):
            yield f"pause {event.process} at {event.point} for {LATE}"


def _strikes(event: Event) -> Iterator[str]:
    if event.kind == EFFECT and event.phase == "requested":
        for leg in ("request", "reply"):
            yield f"lose {leg} {event.step}"
            yield f"delay {leg} {event.step} until {LATE}"
        yield f"fail {event.step} unapplied"
        yield f"fail {event.step} applied"
        yield f"hang {event.step}"
    elif event.kind == MODEL and event.phase == "requested":
        yield f"hang {event.step}"
    elif event.phase == "sent" and "store" in event.payload:
        yield f"down {event.payload['store']} at {event.point} x 1"
    elif kind_of(event).by_client and event.phase in ("sent", "called", "resumed"):
        yield f"redeliver {event.step}"


def _readable(plan: str) -> bool:
    """Whether a plan can name the step that it means: a name may hold what the grammar can't."""
    try:
        parse_plan(plan)
    except LabError:
        return False
    return True


def kill_while_waiting(trace: Trace) -> str | None:
    """The plan that kills every process while the run first waits for a person; None if it never does."""
    wait = next(iter(Story.of(trace, Intents()).waits), None)
    dying = trace.header.get("restarts", ())
    point = _point_in(wait) if wait is not None else None
    if point is None or not dying:
        return None
    plan = " ; ".join(f"crash {process} at {point}" for process in dying)
    return plan if _readable(plan) else None


def _point_in(wait: Wait) -> str | None:
    """A place in a wait that a plan can name: its beginning, else its end, when the answer is on its way."""
    named = (event for event in (wait.begin, wait.end) if event is not None and event.phase in POINT_PHASES)
    return next((event.point for event in named), None)
