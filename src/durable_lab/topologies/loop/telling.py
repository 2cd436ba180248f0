"""The in-memory loop: requests, tries, replies; the journal."""

from __future__ import annotations

from durable_lab.kernel.trace import Event
from durable_lab.readers.narration.telling import Teller, Telling
from durable_lab.readers.narration.wording import cut
from durable_lab.story import Story
from durable_lab.topologies.loop.events import JOURNAL, REQUEST


def _request(event: Event, story: Story, telling: Telling) -> None:
    given = event.payload
    telling.add(deadline=given.get("deadline", ""), error=cut(given.get("error", ""), 50))
    telling.add(reply=cut(given.get("reply", ""), 50))
    if event.phase == "called" and event.n > 1:
        telling.variant("again")


def _journal(event: Event, story: Story, telling: Telling) -> None:
    asked = story.request(event).payload
    if event.phase in ("refused", "failed"):
        telling.code = f"store.{event.phase}"
    telling.add(key=cut(asked.get("key", event.name)), store=cut(asked.get("store", "")))


TELLERS: dict[str, Teller] = {REQUEST: _request, JOURNAL: _journal}
