"""Files: what a program writes down by itself, and where."""

from __future__ import annotations

from durable_lab.kernel.events import FILE
from durable_lab.kernel.trace import Event
from durable_lab.readers.narration.telling import Teller, Telling
from durable_lab.readers.narration.wording import cut
from durable_lab.story import Story


def _file(event: Event, story: Story, telling: Telling) -> None:
    asked = story.request(event).payload
    telling.add(name=cut(asked.get("path", event.name)), source=cut(asked.get("source", "")))
    telling.add(text=cut(str(asked.get("value", "")).strip(), 40), size=asked.get("size", 0))
    if event.phase != "refused":
        telling.variant(str(asked.get("operation", "write")))


TELLERS: dict[str, Teller] = {FILE: _file}
