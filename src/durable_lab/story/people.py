"""What people were asked and what they said, and whether a record or a proposal is about it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from durable_lab.kernel.trace import Event


class Decision(NamedTuple):
    """A person's answer."""

    question: str
    answer: Any
    about: Any
    """The proposal, as the question showed it; None if it showed none."""
    by: str
    event: Event
    stored: Event | None
    """The durable write that first told of it; of a client's question its own answer, for the client keeps it."""
    old: bool = False
    """Whether it was given to an earlier question, and came once more when this one was open."""

    @property
    def text(self) -> str:
        """The answer as intents name it."""
        return as_text(self.answer)


class Wait(NamedTuple):
    """A time in which a run waits for a person."""

    question: str
    digest: str
    asker: str
    """The process that asked; "" if it was the client."""
    begin: Event
    end: Event | None
    """The answer; None if it never came."""


def is_about(about: Any, arguments: Mapping[str, Any]) -> bool:
    """Whether a proposal is of this call: what both name, both say alike. One that names nothing says nothing."""
    if not isinstance(about, Mapping):
        return True
    return all(about[name] == value for name, value in arguments.items() if name in about)


def tells(told: str, what: Any) -> bool:
    """Whether a record tells of `what`: as one of its values, or as a word in one. `y` is no part of `yes` here,
    and the receipt `refund-1` none of `refund-12`."""
    text = as_text(what)
    return text in told and re.search(f"(?<!{_OF_A_WORD}){re.escape(text)}(?!{_OF_A_WORD})", told) is not None


_OF_A_WORD = "[0-9A-Za-z_]"


def told_by(sent: Event) -> str:
    """The values that a durable write holds, as a text to look into (`tells`)."""
    return "\0".join(_told(sent.payload.values()))


def _told(values: Iterable[Any]) -> Iterator[str]:
    """The values, and those inside of them, also where one is JSON in a text."""
    for value in values:
        inner = value
        if isinstance(value, str) and value[:1] in ('"', "{", "["):
            inner = unpacked(value)
        yield as_text(value)
        if inner is not value and isinstance(inner, str):
            yield inner
        if isinstance(inner, Mapping):
            yield from inner
            yield from _told(inner.values())
        elif isinstance(inner, list):
            yield from _told(inner)


def as_text(value: Any) -> str:
    """A value as one text: a text itself, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)


def unpacked(text: Any) -> Any:
    """A value that travels as JSON text; what is no JSON stays as it is."""
    try:
        return json.loads(text)
    except (TypeError, ValueError):
        return text
