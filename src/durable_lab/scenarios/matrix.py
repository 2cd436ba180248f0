"""The incident, crashed at the same places on every topology, with and without keys: what the callee counts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from durable_lab.checks import judge, violated
from durable_lab.kernel.trace import Event, Trace
from durable_lab.scenarios.catalogue import scenario
from durable_lab.scenarios.description import Scenario, Variant
from durable_lab.scenarios.outcomes import done, intents, run
from durable_lab.signatures import SIGNATURES, Words

_RECORDS = frozenset({"writes", "record", "completion", "journal"})
"""Kinds of writes with which a step is over, by topology: a loop has none."""


@dataclass(frozen=True)
class Place:
    """A place that every topology has, though each at another event."""

    key: str
    name: Words


PLACES = (
    Place("ticket-requested", Words("请求了工单，对方还没收到", "ticket requested, not yet received")),
    Place("ticket-applied", Words("工单已开，还没记下", "ticket applied, not yet recorded")),
    Place("ticket-over", Words("开工单这一步结束", "the ticket's step is over")),
    Place("waiting", Words("等人批准", "while the person thinks")),
    Place("answered", Words("人刚回答", "the person has just answered")),
    Place("change-applied", Words("改动已做，还没记下", "change applied, not yet recorded")),
    Place("change-over", Words("改动这一步结束", "the change's step is over")),
    Place("notice-applied", Words("通知已发，还没记下", "notice applied, not yet recorded")),
    Place("notice-over", Words("通知这一步结束", "the notice's step is over")),
)
"""In the order of the task."""

_CALLEES = {"ticket": "open_ticket", "change": "apply_change", "notice": "send_notice"}


@dataclass(frozen=True)
class Crashed:
    """The incident on one topology, crashed at one place."""

    place: Place
    scenario: Scenario
    variant: Variant
    plan: str
    counts: dict[str, int]
    """How often each callee acted."""
    asked: int
    """How often the person was asked."""
    ended: bool
    violated: tuple[str, ...]
    """The checks that do not hold."""

    @property
    def doubled(self) -> bool:
        """Whether some effect was done more than once."""
        return any(count > 1 for count in self.counts.values())


@cache
def matrix() -> dict[tuple[str, str, str], Crashed]:
    """Every cell, by place, topology and variant."""
    return {
        (place.key, topology, variant.key): _crashed(place, entry, variant)
        for topology, entry in ((key, scenario(f"incident-{key}")) for key in SIGNATURES)
        for variant in entry.variants
        for place in PLACES
    }


def _crashed(place: Place, entry: Scenario, variant: Variant) -> Crashed:
    plan = plan_at(place, run(variant, ""))
    trace = run(variant, plan)
    return Crashed(
        place,
        entry,
        variant,
        plan,
        done(trace),
        sum(1 for _ in trace.select("person", "requested")),
        any(trace.select("process", "ended")),
        tuple(dict.fromkeys(v.check for v in violated(judge(trace, intents(entry, variant))))),
    )


def plan_at(place: Place, calm: Trace) -> str:
    """The plan that crashes at this place a program whose crash-free trace is `calm`.

    While a person thinks, and just after the answer, everything that can die does.
    """
    if place.key in ("waiting", "answered"):
        phase = "requested" if place.key == "waiting" else "answered"
        asked = next(calm.select("person", phase))
        dying = sorted(set(calm.header["restarts"]))
        return " ; ".join(f"crash {process} at {asked.point}" for process in dying)
    step, _, phase = place.key.partition("-")
    events = [event for event in calm.select("effect") if event.name == _CALLEES[step]]
    if phase != "over":
        return f"crash at {next(event for event in events if event.phase == phase).point}"
    return f"crash at {_over(events[-1], calm).point}"


def _over(returned: Event, calm: Trace) -> Event:
    """The event with which a step is over: its record, or, where nothing is recorded, the receipt itself."""
    later = calm.events[returned.sequence :]
    records = (
        e for e in later if e.kind in _RECORDS and e.phase == "stored" and e.process == returned.process
    )
    return next(records, returned)
