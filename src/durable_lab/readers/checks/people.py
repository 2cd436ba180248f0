"""Checks of what needs a person: approved before it is done, nothing held while it waits, told of afterwards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from durable_lab.kernel.outside.intents import Identity, Want
from durable_lab.kernel.trace import STEP_PHASES, Event
from durable_lab.readers.checks.effects import loss
from durable_lab.readers.checks.evidence import Applied, Decision, Evidence, Request, is_about, tells
from durable_lab.readers.checks.verdict import Verdict, violated

# -- approved ------------------------------------------------------------------------------------------


def approved(evidence: Evidence) -> list[Verdict]:
    """What needs an approval has it before it is asked for: for just this proposal, recorded, in time, by someone
    who may, and for one effect only. A repetition of the same effect doesn't use it up."""
    found: dict[Identity, Verdict] = {}
    used: dict[tuple[str, int], Identity] = {}
    exercised = False
    for event, request in evidence.applied:
        want = request.want
        if want is None or want.approval is None:
            continue
        exercised = True
        decision = _decision_for(request, want, evidence.decisions)
        code = _objection(request, want, decision)
        if not code and decision is not None:
            covered = used.setdefault((want.name, decision.event.sequence), request.who)
            code = "" if covered == request.who else "approved-reused"
        if code:
            verdict = Verdict("approved", "violated", event.sequence, code, _fields(request, want, decision))
            found.setdefault(request.who, verdict)
    if not found and not exercised:
        return [Verdict("approved", "not exercised")]
    return list(found.values()) or [Verdict("approved", "holds")]


def _decision_for(request: Request, want: Want, decisions: list[Decision]) -> Decision | None:
    """The answer that this effect rests on: the last one before it that is about it, else the last one."""
    before = [
        d for d in decisions if d.question == want.approval and d.event.sequence < request.event.sequence
    ]
    fitting = [d for d in before if is_about(d.about, request.event.payload["arguments"])]
    return next(iter([*reversed(fitting), *reversed(before)]), None)


def _objection(request: Request, want: Want, decision: Decision | None) -> str:
    if decision is None:
        return "approved-unasked"
    if not want.required_after(decision.text):
        return "approved-refused"
    if not is_about(decision.about, request.event.payload["arguments"]):
        return "approved-changed"
    if decision.stored is None or decision.stored.sequence > request.event.sequence:
        return "approved-unrecorded"
    if want.valid_for is not None and request.event.time > decision.event.time + want.valid_for:
        return "approved-expired"
    if want.approvers and decision.by not in want.approvers:
        return "approved-by-other"
    return ""


def _fields(request: Request, want: Want, decision: Decision | None) -> dict[str, Any]:
    fields = {
        "name": request.event.name,
        "arguments": request.event.payload["business"],
        "question": want.approval,
    }
    return fields if decision is None else {**fields, "answer": decision.text, "by": decision.by or "–"}


# -- nothing held --------------------------------------------------------------------------------------


class Wait(NamedTuple):
    """A time in which a run waits for a person."""

    question: str
    digest: str
    asker: str
    """The process that asked; "" if it was the client."""
    begin: Event
    end: Event | None
    """The answer; None if it never came."""


def held(evidence: Evidence) -> list[Verdict]:
    """While it waits for a person nothing is held: everything may die, and with the answer it goes on, asks
    nothing twice and repeats no effect. No lease is held across the wait.

    Decided on a run in which every process was killed while it waited: the explorer makes one.
    """
    waits = list(waits_of(evidence))
    leased = next((lease for wait in waits if (lease := _lease_across(evidence, wait)) is not None), None)
    if leased is not None:
        return [
            Verdict(
                "held", "violated", leased.sequence, "held-lease", {"message": leased.payload["business"]}
            )
        ]
    kills = [kill for wait in waits if (kill := _killed_in(evidence, wait)) is not None]
    if not kills:
        return [Verdict("held", "not exercised")]
    found = [*_asked_again(waits, kills[0]), *_done_again(evidence, kills[0]), *_not_gone_on(evidence, waits)]
    return found[:1] or [Verdict("held", "holds")]


def waits_of(evidence: Evidence) -> Iterator[Wait]:
    """Every wait for a person: a question asked, a graph that has paused, a signal that comes days later."""
    answered = {(e.name, e.n): e for e in evidence.kind("person") if e.phase == "answered"}
    for event in evidence.kind("person"):
        if event.phase == "requested":
            asker = "" if event.payload.get("client") else event.process
            end = answered.get((event.name, event.n))
            yield Wait(event.name, event.payload["digest"], asker, event, end)
    if not evidence.kind("person"):
        yield from _pauses(evidence)
        yield from _signals(evidence)


def _pauses(evidence: Evidence) -> Iterator[Wait]:
    begun: dict[str, Event] = {}
    for event in sorted([*evidence.kind("result"), *evidence.kind("invoke")], key=lambda e: e.sequence):
        if event.phase == "paused":
            begun.setdefault(event.name, event)
        elif event.phase == "resumed" and event.name in begun:
            yield Wait(event.name, "", "", begun.pop(event.name), event)


def _signals(evidence: Evidence) -> Iterator[Wait]:
    """A signal that comes a second or more after the last step of anyone: until then the run has waited for it."""
    for event in evidence.kind("signal"):
        before = [e for e in evidence.trace.events[: event.sequence] if e.phase in STEP_PHASES]
        if event.phase == "sent" and before and event.time - before[-1].time >= 1.0:
            yield Wait(event.name, "", "", before[-1], event)


def _killed_in(evidence: Evidence, wait: Wait) -> Event | None:
    """The crash with which the last process died in this wait, if all of them did, at the latest with the answer."""
    events = evidence.trace.events
    end = wait.end.sequence + 1 if wait.end is not None else len(events)
    while end < len(events) and (events[end].kind == "fault" or events[end].phase == "crashed"):
        end += 1
    dead = [
        e
        for e in evidence.kind("process")
        if e.phase == "crashed" and wait.begin.sequence <= e.sequence < end
    ]
    there = set(evidence.trace.header.get("restarts", ()))
    return dead[-1] if dead and {event.name for event in dead} >= there else None


def _lease_across(evidence: Evidence, wait: Wait) -> Event | None:
    """The message that the process that asks holds under a lease, if it does."""
    if not wait.asker:
        return None
    kinds = ("receive", "complete", "abandon", "dead_letter")
    mine = [
        e for kind in kinds for e in evidence.kind(kind) if e.process == wait.asker and e.phase == "stored"
    ]
    before = [event for event in mine if event.sequence < wait.begin.sequence]
    last = max(before, key=lambda event: event.sequence, default=None)
    return last if last is not None and last.kind == "receive" else None


def _asked_again(waits: list[Wait], kill: Event) -> list[Verdict]:
    """The same question about the same proposal, before the first one was answered."""
    for wait in waits:
        for earlier in waits:
            same = wait.digest and (wait.question, wait.digest) == (earlier.question, earlier.digest)
            between = earlier.begin.sequence < kill.sequence < wait.begin.sequence
            if same and between and (earlier.end is None or earlier.end.sequence > wait.begin.sequence):
                fields = {"question": wait.question}
                return [Verdict("held", "violated", wait.begin.sequence, "held-asked-again", fields)]
    return []


def _done_again(evidence: Evidence, kill: Event) -> list[Verdict]:
    counts: Counter[int] = Counter()
    for event, request in evidence.applied:
        counts[id(request.want)] += 1
        if (
            request.want is not None
            and counts[id(request.want)] > request.want.most
            and event.sequence > kill.sequence
        ):
            fields = {"name": event.name, "arguments": request.event.payload["business"]}
            return [Verdict("held", "violated", event.sequence, "held-repeated", fields)]
    return []


def _not_gone_on(evidence: Evidence, waits: list[Wait]) -> list[Verdict]:
    """It did not come to its end although the person answered, or came there without what the answer asked for."""
    if any(wait.end is None for wait in waits) and not evidence.ended:
        return []
    if evidence.ended and not violated(loss(evidence)):
        return []
    last = evidence.trace.events[-1]
    return [Verdict("held", "violated", last.sequence, "held-not-gone-on", {"question": waits[0].question})]


# -- audit ---------------------------------------------------------------------------------------------


def audit(evidence: Evidence) -> list[Verdict]:
    """At the end each effect can be told from a durable record: its receipt and, where one was needed, the
    decision. Asked only of wants that are to be audited."""
    audited = [a for a in evidence.applied if a.request.want is not None and a.request.want.audited]
    if not audited or not evidence.ended:
        return [Verdict("audit", "not exercised")]
    records = [told for _, _, told in evidence.records]
    by_intent: dict[Identity, list[Applied]] = {}
    for applied in audited:
        by_intent.setdefault(applied.request.who, []).append(applied)
    found = []
    for several in by_intent.values():
        code = _unrecorded(several, records, evidence)
        if code:
            request = several[-1].request
            fields = {"name": request.event.name, "arguments": request.event.payload["business"]}
            found.append(Verdict("audit", "violated", several[-1].event.sequence, code, fields))
    return found or [Verdict("audit", "holds")]


def _unrecorded(several: list[Applied], records: list[str], evidence: Evidence) -> str:
    receipts = [str(applied.event.payload["receipt"]) for applied in several]
    if not any(tells(record, receipt) for record in records for receipt in receipts):
        return "audit-no-receipt"
    request = several[0].request
    want = request.want
    assert want is not None
    if want.approval is None:
        return ""
    decision = _decision_for(request, want, evidence.decisions)
    told = decision is not None and any(tells(record, decision.answer) for record in records)
    return "" if told else "audit-no-decision"
