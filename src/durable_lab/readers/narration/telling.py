"""What a teller fills in: which sentence, and its fields."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from durable_lab.kernel.trace import Event
from durable_lab.readers.narration.wording import Said, both, cut
from durable_lab.story import Story
from durable_lab.topology import named


@dataclass(slots=True)
class Telling:
    """A sentence to be said."""

    code: str
    fields: dict[str, Any]

    def variant(self, name: str, /, **fields: Any) -> None:
        """Say that variant of the sentence."""
        self.code = f"{self.code}.{name}"
        self.fields.update(fields)

    def add(self, **fields: Any) -> None:
        """Give it more fields."""
        self.fields.update(fields)


Teller: TypeAlias = Callable[[Event, Story, Telling], None]
"""Chooses the sentence of an event that the facts have just read."""


def who(process: str) -> Said | str:
    """A process as sentences name it."""
    return both(f"the-{process}") if process in named() else process


def what(event: Event, story: Story) -> str:
    """An effect, or whatever else a step does: `refund(A-1042)`."""
    business = story.request(event).payload.get("business")
    name = cut(event.name)
    return name if business is None else f"{name}({cut(business, 20)})"
