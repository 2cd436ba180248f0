"""Checks of what needs a person: approved before it is done, nothing held while it waits, told of afterwards."""

from __future__ import annotations

from collections import Counter
from typing import Any

from durable_lab.kernel.events import FAULT, PROCESS
from durable_lab.kernel.outside.intents import Identity, Want
from durable_lab.kernel.trace import Event
from durable_lab.readers.checks.effects import loss
from durable_lab.readers.checks.verdict import Verdict, violated
from durable_lab.story import Applied, Decision, Request, Story, Wait
from durable_lab.story.people import is_about, tells

# -- approved ------------------------------------------------------------------------------------------


def approved(story: Story) -> list[Verdict]:
    """What needs an approval has it before it is asked for: given to this very question and for just this
    proposal, recorded, in time, by someone who may, and for one effect only. A repetition of the same effect doesn't use it up."""
    found: dict[Identity, Verdict] = {}
    used: dict[tuple[str, int], Identity] = {}
    exercised = False
    for event, request in story.applied:
        want = request.want
        if want is None or want.approval is None:
            continue
        exercised = True
        decision = _decision_for(request, want, story.decisions)
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
    if decision.old:
        return "approved-old"
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


def held(story: Story) -> list[Verdict]:
    """While it waits for a person nothing is held: everything may die, and with the answer it goes on, asks
    nothing twice and repeats no effect. No lease is held across the wait.

    Decided on a run in which every process was killed while it waited: the explorer makes one.
    """
    waits = story.waits
    leased = next((lease for wait in waits if (lease := _lease_across(story, wait)) is not None), None)
    if leased is not None:
        return [
            Verdict(
                "held", "violated", leased.sequence, "held-lease", {"message": leased.payload["business"]}
            )
        ]
    kills = [kill for wait in waits if (kill := _killed_in(story, wait)) is not None]
    if not kills:
        return [Verdict("held", "not exercised")]
    found = [*_asked_again(waits, kills[0]), *_done_again(story, kills[0]), *_not_gone_on(story, waits)]
    return found[:1] or [Verdict("held", "holds")]


def _killed_in(story: Story, wait: Wait) -> Event | None:
    """The crash with which the last process died in this wait, if all of them did, at the latest with the answer."""
    events = story.events
    end = wait.end.sequence + 1 if wait.end is not None else len(events)
    while end < len(events) and (events[end].kind == FAULT or events[end].phase == "crashed"):
        end += 1
    dead = [
        e for e in story.of_kind(PROCESS) if e.phase == "crashed" and wait.begin.sequence <= e.sequence < end
    ]
    there = set(story.header.get("restarts", ()))
    return dead[-1] if dead and {event.name for event in dead} >= there else None


def _lease_across(story: Story, wait: Wait) -> Event | None:
    """The message that the process that asks holds under a lease, if it does."""
    if not wait.asker:
        return None
    mine = [
        (event, taken)
        for event, taken in story.leases
        if event.process == wait.asker and event.sequence < wait.begin.sequence
    ]
    return mine[-1][0] if mine and mine[-1][1] else None


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


def _done_again(story: Story, kill: Event) -> list[Verdict]:
    counts: Counter[int] = Counter()
    for event, request in story.applied:
        counts[id(request.want)] += 1
        if (
            request.want is not None
            and counts[id(request.want)] > request.want.most
            and event.sequence > kill.sequence
        ):
            fields = {"name": event.name, "arguments": request.event.payload["business"]}
            return [Verdict("held", "violated", event.sequence, "held-repeated", fields)]
    return []


def _not_gone_on(story: Story, waits: list[Wait]) -> list[Verdict]:
    """It did not come to its end although the person answered, or came there without what the answer asked for."""
    if any(wait.end is None for wait in waits) and not story.ended:
        return []
    if story.ended and not violated(loss(story)):
        return []
    last = story.events[-1]
    return [Verdict("held", "violated", last.sequence, "held-not-gone-on", {"question": waits[0].question})]


# -- audit ---------------------------------------------------------------------------------------------


def audit(story: Story) -> list[Verdict]:
    """At the end each effect can be told from a durable record: its receipt and, where one was needed, the
    decision. Asked only of wants that are to be audited."""
    audited = [a for a in story.applied if a.request.want is not None and a.request.want.audited]
    if not audited or not story.ended:
        return [Verdict("audit", "not exercised")]
    records = [told for _, _, told in story.told]
    by_intent: dict[Identity, list[Applied]] = {}
    for applied in audited:
        by_intent.setdefault(applied.request.who, []).append(applied)
    found = []
    for several in by_intent.values():
        code = _unrecorded(several, records, story)
        if code:
            request = several[-1].request
            fields = {"name": request.event.name, "arguments": request.event.payload["business"]}
            found.append(Verdict("audit", "violated", several[-1].event.sequence, code, fields))
    return found or [Verdict("audit", "holds")]


def _unrecorded(several: list[Applied], records: list[str], story: Story) -> str:
    receipts = [str(applied.event.payload["receipt"]) for applied in several]
    if not any(tells(record, receipt) for record in records for receipt in receipts):
        return "audit-no-receipt"
    request = several[0].request
    want = request.want
    assert want is not None
    if want.approval is None:
        return ""
    decision = _decision_for(request, want, story.decisions)
    told = decision is not None and any(tells(record, decision.answer) for record in records)
    return "" if told else "audit-no-decision"
