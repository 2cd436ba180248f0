"""What is said of each event, in both languages."""

from __future__ import annotations

from typing import Any

from durable_lab.kernel.trace import Event
from durable_lab.narration.sentences import SENTENCES, Said


def both(code: str, /, **fields: Any) -> Said:
    """A sentence of the catalogue in both languages, its fields filled in."""
    said = SENTENCES[code]
    return {"zh": said["zh"].format(**fields), "en": said["en"].format(**fields)}


class Narrator:
    """Tells a run, one sentence an event."""

    def __init__(self, facts: Any) -> None:
        self.facts = facts

    def say(self, event: Event, state: Any) -> Said:
        text = f"{event.process or '…'} {event.point}"
        return {"zh": text, "en": text}
