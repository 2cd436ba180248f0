"""The narrator: for each event the sentence that fits, with its fields."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from durable_lab.kernel.trace import Event
from durable_lab.readers.narration import files, machine, outside, reading
from durable_lab.readers.narration.telling import Teller, Telling, who
from durable_lab.readers.narration.wording import WORDS, Said, cut, said
from durable_lab.story import Story
from durable_lab.topology import tellers

_TELLERS: Mapping[str, Teller] = MappingProxyType(
    {kind: teller for part in (machine, outside, reading, files) for kind, teller in part.TELLERS.items()}
)
"""By kind: what chooses the sentence of what every topology has."""

_SILENT: Said = {"zh": "", "en": ""}


class Narrator:
    """Tells a run whose facts are being read."""

    def __init__(self, story: Story) -> None:
        self._story = story

    def say(self, event: Event) -> Said:
        """The sentence of the event that the facts have just read; empty for one that nobody has worded."""
        telling = self.telling(event)
        sentence = WORDS.find(telling.code)
        if sentence is None:
            return _SILENT
        spoken = said(sentence, telling.fields)
        named = telling.fields["who"]
        return spoken if type(named) is str else _joined(spoken, named)

    def telling(self, event: Event) -> Telling:
        """Which sentence, and its fields."""
        telling = Telling(f"{event.kind}.{event.phase}", self._fields(event))
        teller = _TELLERS.get(event.kind) or tellers().get(event.kind)
        if teller is not None:
            teller(event, self._story, telling)
        return telling

    def _fields(self, event: Event) -> dict[str, Any]:
        """What any sentence may use."""
        asked = self._story.request(event).payload
        business = asked.get("business") or event.payload.get("business") or ""
        name = cut(event.name)
        return {"who": who(event.process), "name": name, "n": event.n, "id": cut(business) or name}


def _joined(spoken: Said, named: Said) -> Said:
    """A sentence with `the process` in it: a capital where it begins, no blank between Chinese characters."""
    english, chinese = spoken["en"], spoken["zh"]
    if english.startswith("the "):
        english = "T" + english[1:]
    if not named["zh"].isascii():
        chinese = chinese.replace(f"{named['zh']} ", named["zh"], 1).replace(
            f" {named['zh']}", named["zh"], 1
        )
    return {"zh": chinese, "en": english}
