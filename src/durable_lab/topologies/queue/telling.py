"""Queue workers: messages, leases, handlers, job records."""

from __future__ import annotations

from durable_lab.kernel.trace import Event
from durable_lab.readers.narration.telling import Teller, Telling, who
from durable_lab.readers.narration.wording import clock, cut
from durable_lab.story import Story
from durable_lab.story.mind import step_of
from durable_lab.topologies.queue.events import (
    ABANDON,
    CLAIM,
    COMPLETE,
    DEAD_LETTER,
    HANDLER,
    LEASE,
    RECEIVE,
    RECORD,
    RENEW,
)
from durable_lab.topologies.queue.story import Messages

_SETTLING_FAILED = frozenset({"refused", "failed"})


def _receive(event: Event, story: Story, telling: Telling) -> None:
    given = event.payload
    telling.add(until=clock(float(given.get("until", 0.0))), delivery=given.get("delivery", ""))
    if event.phase == "stored" and given.get("delivery", 1) > 1:
        telling.variant("again")


def _handler(event: Event, story: Story, telling: Telling) -> None:
    given = event.payload
    telling.add(error=cut(given.get("error", ""), 40))
    if event.phase == "started" and given.get("delivery", 1) > 1:
        telling.variant("again")
    elif event.phase == "finished" and story.chapter(Messages).overran:
        telling.variant("overrun")
    elif event.phase == "finished" and not given.get("settled"):
        telling.variant("unsettled")


def _settle(event: Event, story: Story, telling: Telling) -> None:
    asked = story.request(event).payload
    telling.add(reason=cut(str(asked.get("reason", "")), 40), delay=asked.get("delay", 0))
    if event.phase in _SETTLING_FAILED:
        telling.code = f"settle.{event.phase}"
        if event.payload.get("closed"):
            telling.variant("closed")
    elif event.phase == "answered":
        telling.code = "settle.ignored"
    elif event.payload.get("stale"):
        telling.code = "settle.stale"
    elif event.kind == ABANDON and event.phase == "stored" and asked.get("delay"):
        telling.variant("delayed")


def _record(event: Event, story: Story, telling: Telling) -> None:
    asked = story.request(event).payload
    telling.add(store=cut(asked.get("store", "")))
    if event.phase in _SETTLING_FAILED:
        telling.code = f"store.{event.phase}"
    elif event.phase == "stored" and step_of(event) in story.again:
        telling.variant("lost")


def _lease(event: Event, story: Story, telling: Telling) -> None:
    message = str(event.payload.get("business"))
    holders = [name for name, mind in story.minds.items() if mind.message == message]
    if event.payload.get("why"):
        telling.variant("closed")
    elif holders:
        telling.variant("held", who=who(holders[0]))


TELLERS: dict[str, Teller] = {
    RECEIVE: _receive,
    HANDLER: _handler,
    COMPLETE: _settle,
    ABANDON: _settle,
    DEAD_LETTER: _settle,
    RENEW: _settle,
    RECORD: _record,
    CLAIM: _record,
    LEASE: _lease,
}
