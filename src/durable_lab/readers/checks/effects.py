"""Checks that count at the callee: never too often, never unwanted, never lost, never under a shared key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from durable_lab.kernel.events import INTENT
from durable_lab.kernel.outside.intents import Identity, Want
from durable_lab.kernel.trace import Event
from durable_lab.readers.checks.verdict import Verdict
from durable_lab.story import Applied, Request, Story


def once(story: Story) -> list[Verdict]:
    """No effect is done more often than it is wanted, at any moment. What a callee recognised doesn't count."""
    if not story.intents and not story.applied:
        return [Verdict("once", "not exercised")]
    done: dict[int, list[Applied]] = {}
    for applied in story.applied:
        done.setdefault(id(applied.request.want), []).append(applied)
    return [*_too_many(done)] or [Verdict("once", "holds")]


def _too_many(done: dict[int, list[Applied]]) -> Iterator[Verdict]:
    for several in done.values():
        want = several[0].request.want
        if want is not None and len(several) > want.most:
            one_more = several[want.most]
            fields = _fields(want, len(several), want.most)
            because = _forgotten(several[want.most - 1].request.event, one_more.request.event)
            yield Verdict("once", "violated", one_more.event.sequence, "once-too-many", fields, because)


def _forgotten(before: Event, again: Event) -> tuple[str, dict[str, Any]]:
    """Whether whoever asked again could not remember: a later life of the process, or another process. What
    guarded the effect, if anything did, was in memory only."""
    if (before.process, before.life) == (again.process, again.life):
        return "", {}
    if before.process == again.process:
        return "life-forgot", {"process": again.process, "life": again.life, "first": before.life}
    return "other-process", {"process": again.process, "first": before.process}


def loss(story: Story) -> list[Verdict]:
    """What was taken in is done by the end, or was given up for someone to see: a dead letter, a failed run.

    Of a run that did not end nothing is missing yet; that it did not end is another check's.
    """
    if not story.ended or not story.intents:
        return [Verdict("loss", "not exercised")]
    counts = Counter(id(request.want) for _, request in story.applied if request.want is not None)
    withdrawn = _withdrawn(story)
    last = story.events[-1].sequence
    found, told = [], ""
    for want in story.intents.wants:
        taken_back = bool(withdrawn) and want.identity in withdrawn
        required = 0 if taken_back else want.required_after(story.answer_to(want) if want.approval else None)
        count = counts[id(want)]
        if count >= required:
            continue
        if story.gave_up(want.unit if want.exact else None):
            told = "loss-told"
        else:
            found.append(Verdict("loss", "violated", last, "loss-too-few", _fields(want, count, required)))
    return found or [Verdict("loss", "holds", last if told else None, told)]


def ghost(story: Story) -> list[Verdict]:
    """No effect that nobody wanted: each was wanted before it was asked for, and not taken back before."""
    if not story.applied:
        return [Verdict("ghost", "not exercised")]
    said: dict[Identity, list[tuple[int, str]]] = {}
    for event in story.of_kind(INTENT):
        who = _want_identity(event.name, event.payload["arguments"])
        said.setdefault(who, []).append((event.sequence, event.phase))
    found: dict[Identity, Verdict] = {}
    for applied in story.applied:
        code = _ghostly(applied.request, said)
        who = applied.request.who
        if code:
            fields = _call_fields(applied.request)
            found.setdefault(who, Verdict("ghost", "violated", applied.event.sequence, code, fields))
    return list(found.values()) or [Verdict("ghost", "holds")]


def key(story: Story) -> list[Verdict]:
    """No two intents share a key at one callee: it would take the second for the first. (Requests that it never saw don't count.) One intent under more
    keys than it is wanted is a warning: nothing would recognise its repetition."""
    owners: dict[tuple[str, str], Request] = {}
    keys: dict[Identity, dict[str, Request]] = {}
    for request in story.arrived:
        given = request.event.payload["key"]
        if given is None:
            continue
        first = owners.setdefault((request.event.name, given), request)
        if first.who != request.who:
            return [_shared(first, request, given)]
        keys.setdefault(request.who, {}).setdefault(given, request)
    for several in keys.values():
        second = list(several.values())[-1]
        if len(several) > (second.want.most if second.want else 1):
            fields = {**_call_fields(second), "keys": ", ".join(several)}
            return [Verdict("key", "warning", second.event.sequence, "key-many", fields)]
    return [Verdict("key", "holds" if owners else "not exercised")]


# -- parts ---------------------------------------------------------------------------------------------


def _want_identity(name: str, arguments: Any) -> Identity:
    return Want(name, arguments).identity


def _ghostly(request: Request, said: dict[Identity, list[tuple[int, str]]]) -> str:
    """How a request comes to be of nothing that anyone wanted; "" if someone did."""
    if request.want is None:
        return "ghost-unwanted"
    if not said:
        return ""
    before = [phase for at, phase in said.get(request.want.identity, []) if at < request.event.sequence]
    if request.want.identity not in said or before[-1:] == ["accepted"]:
        return ""
    return "ghost-withdrawn" if before else "ghost-early"


def _withdrawn(story: Story) -> set[Identity]:
    last = {_want_identity(e.name, e.payload["arguments"]): e.phase for e in story.of_kind(INTENT)}
    return {who for who, phase in last.items() if phase == "withdrawn"}


def _shared(first: Request, second: Request, given: str) -> Verdict:
    fields = {
        "name": second.event.name,
        "key": given,
        "first": first.event.payload["business"],
        "second": second.event.payload["business"],
    }
    return Verdict("key", "violated", second.event.sequence, "key-shared", fields)


def _fields(want: Want, count: int, wanted: int) -> dict[str, Any]:
    return {"name": want.name, "arguments": want.shown, "count": count, "wanted": wanted}


def _call_fields(request: Request) -> dict[str, Any]:
    return {"name": request.event.name, "arguments": request.event.payload["business"]}
