"""Invariants over a trace. Each gives a verdict with the event that decided it; none knows an engine."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from durable_lab.kernel.trace import Event, Trace
from durable_lab.messages import Language, say

Identity: TypeAlias = tuple[str, str]
"""What makes two effects the same business: the callee, and its arguments as canonical JSON. Not the key."""

Intents: TypeAlias = Mapping[Identity, int]
"""How often each effect is wanted."""

Status: TypeAlias = Literal["holds", "violated", "not exercised"]


@dataclass(frozen=True)
class Verdict:
    """What a check says of a trace."""

    check: str
    status: Status
    event: int | None = None
    """The sequence number of the event that violated it."""
    code: str = ""
    """The sentence (`messages`) that says how, and its fields."""
    fields: Mapping[str, Any] = field(default_factory=dict)

    def text(self, language: Language) -> str:
        """The sentence that says how it was violated; "" if it was not."""
        return say(self.code, language, **self.fields) if self.code else ""


def judge(trace: Trace, intents: Intents) -> list[Verdict]:
    """Every check's verdict, in a fixed order: a check that fails twice says so twice."""
    return [*once(trace, intents), *key(trace), *ends(trace)]


def identity(event: Event) -> Identity:
    """The business identity of an effect's request."""
    return event.name, json.dumps(event.payload["arguments"], sort_keys=True, ensure_ascii=False)


def intents_of(trace: Trace) -> Intents:
    """What a program wants, read from its crash-free run, for code that declares nothing.

    Each recovery unit wants what *one* attempt at it asks for: an effect that a node repeats because it began
    again is wanted once. A unit that skips, in a later attempt, what it did before still wants it.
    """
    attempts: dict[tuple[str, int], Counter[Identity]] = {}
    for event in trace.select("effect", "requested"):
        attempt = (event.payload["unit"], event.payload["attempt"])
        attempts.setdefault(attempt, Counter())[identity(event)] += 1
    units: dict[str, Counter[Identity]] = {}
    for (unit, _), asked in attempts.items():
        units[unit] = units.get(unit, Counter()) | asked
    total: Counter[Identity] = Counter()
    for wanted in units.values():
        total += wanted
    return total


def applied(trace: Trace) -> Counter[Identity]:
    """How often each effect was done, counted at the callee."""
    return Counter(who for _, who in _applied_events(trace))


def once(trace: Trace, intents: Intents) -> list[Verdict]:
    """Each effect is done at most as often as wanted at every moment, and exactly so when the run ended."""
    if not intents and not any(trace.select("effect", "applied")):
        return [Verdict("once", "not exercised")]
    counts: Counter[Identity] = Counter()
    over: dict[Identity, int] = {}
    for event, who in _applied_events(trace):
        counts[who] += 1
        if counts[who] > intents.get(who, 0):
            over.setdefault(who, event.sequence)
    found = [_once_verdict(who, counts[who], intents.get(who, 0), at) for who, at in over.items()]
    if any(trace.select("process", "ended")):
        last = len(trace) - 1
        found += [_once_verdict(w, counts[w], n, last) for w, n in intents.items() if counts[w] < n]
    return found or [Verdict("once", "holds")]


def key(trace: Trace) -> list[Verdict]:
    """No two intents share a key at one callee: the callee would take the second for the first."""
    owners: dict[tuple[str, str], Event] = {}
    for event in trace.select("effect", "requested"):
        if event.payload["key"] is None:
            continue
        first = owners.setdefault((event.name, event.payload["key"]), event)
        if identity(first) != identity(event):
            fields = {
                "name": event.name,
                "key": event.payload["key"],
                "first": first.payload["business"],
                "second": event.payload["business"],
            }
            return [Verdict("key", "violated", event.sequence, "key-shared", fields)]
    return [Verdict("key", "holds" if owners else "not exercised")]


def ends(trace: Trace) -> list[Verdict]:
    """The run comes to its end: neither an error nor a wait that nothing can end."""
    lives = [event for event in trace if event.kind == "process"]
    if not lives:
        return [Verdict("ends", "not exercised")]
    stuck = _stuck(trace)
    if stuck is not None:
        fields = {"what": stuck.name, "why": stuck.payload["why"]}
        return [Verdict("ends", "violated", stuck.sequence, "ends-for-ever", fields)]
    last = [event for event in lives if event.name == lives[0].name][-1]
    if last.phase == "raised":
        return [Verdict("ends", "violated", last.sequence, "ends-error", {"error": last.payload["error"]})]
    if last.phase == "too-many-events":
        return [Verdict("ends", "violated", last.sequence, "too-many-events", dict(last.payload))]
    if last.phase != "ended":
        return [Verdict("ends", "violated", last.sequence, "ends-stuck", {"what": last.name})]
    return [Verdict("ends", "holds")]


def _stuck(trace: Trace) -> Event | None:
    """The first run that an engine will retry for ever: the same state but for a count of attempts, a lasso."""
    last = {event.name: event for event in trace.select("workflow")}
    return next((event for event in last.values() if event.phase == "stuck"), None)


def violated(verdicts: Iterable[Verdict]) -> list[Verdict]:
    """Those that were violated."""
    return [verdict for verdict in verdicts if verdict.status == "violated"]


def _applied_events(trace: Trace) -> Iterable[tuple[Event, Identity]]:
    asked = {(e.name, e.n): identity(e) for e in trace.select("effect", "requested")}
    return ((e, asked[e.name, e.n]) for e in trace.select("effect", "applied"))


def _once_verdict(who: Identity, count: int, wanted: int, at: int) -> Verdict:
    code = "once-unexpected" if not wanted else "once-too-many" if count > wanted else "once-too-few"
    shown = ", ".join(str(value) for value in json.loads(who[1]).values())
    fields = {"name": who[0], "arguments": shown, "count": count, "wanted": wanted}
    return Verdict("once", "violated", at, code, fields)
