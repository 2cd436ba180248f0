"""The elements of a fault's grammar: how each is read, written and shown."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeAlias

from durable_lab.kernel.faults.places import STEP_NAME, Point, duration_text, seconds_of
from durable_lab.kernel.faults.reader import Reader

Leg: TypeAlias = Literal["request", "reply"]

ANSWERED = ("person", "model")
"""Kinds of steps that are questions."""

SENT_BY_CLIENTS = ("send", "signal", "invoke", "request")
"""Kinds of steps that a client sends, and may send again."""


@dataclass(frozen=True, slots=True)
class Element:
    """What a place in a fault's text may hold."""

    read: Callable[[Reader], Any]
    write: Callable[[Any], str] = str
    shown: str = ""
    """How the grammar shows it, if not by its own name."""
    rule: str = ""
    """What it is made of, for the grammar's further lines; "" if that needs no saying."""


_TARGET = re.compile(STEP_NAME)
_COUNT = re.compile(r"[1-9]\d{0,14}")
_ANSWER = re.compile(r"[^\s;\"]+")
_LEGS = ("request", "reply")
_DONE = ("unapplied", "applied")


def _name(expected: str, **fields: Any) -> Element:
    return Element(lambda reader: reader.name(expected, **fields))


def _count(reader: Reader) -> int:
    return int(reader.fitting(_COUNT, "expected-count"))


def _duration(reader: Reader) -> float:
    seconds = seconds_of(reader.peek())
    if seconds is None:
        raise reader.wrong("expected-duration")
    reader.word()
    return seconds


def _shift(reader: Reader) -> float:
    behind = reader.peek().startswith("-")
    reader.at += behind
    return -_duration(reader) if behind else _duration(reader)


def _shift_text(seconds: float) -> str:
    return ("-" if seconds < 0 else "") + duration_text(abs(seconds))


def _moment(reader: Reader) -> Point | float:
    return reader.point() if seconds_of(reader.peek()) is None else _duration(reader)


def _moment_text(moment: Point | float) -> str:
    return duration_text(moment) if isinstance(moment, float) else str(moment)


def _value(reader: Reader) -> str:
    reader.skip()
    if not reader.text.startswith('"', reader.at):
        return reader.begins(_ANSWER, "expected-value")
    try:
        value, reader.at = json.JSONDecoder().raw_decode(reader.text, reader.at)
    except ValueError:
        raise reader.wrong("expected-value") from None
    return str(value)


def _value_text(value: str) -> str:
    """A word as it is, any other text as a JSON string."""
    return value if _ANSWER.fullmatch(value) else json.dumps(value, ensure_ascii=False)


def _steps(kinds: tuple[str, ...], expected: str) -> Element:
    return Element(partial(Reader.step, kinds=kinds, expected=expected), shown="step")


def _choice(words: tuple[str, ...]) -> str:
    return "(" + " | ".join(json.dumps(word) for word in words) + ")"


ELEMENTS = {
    "process": _name("expected-process"),
    "store": _name("expected-word", word="store"),
    "version": _name("expected-version"),
    "target": Element(lambda reader: reader.fitting(_TARGET, "expected-target")),
    "count": Element(_count),
    "leg": Element(lambda reader: reader.choice(*_LEGS), shown=_choice(_LEGS)),
    "done": Element(lambda reader: reader.choice(*_DONE) == "applied", _DONE.__getitem__, _choice(_DONE)),
    "question": _steps(ANSWERED, "expected-question"),
    "sent": _steps(SENT_BY_CLIENTS, "expected-sent"),
    "shift": Element(_shift, _shift_text, shown='["-"] duration'),
    "moment": Element(_moment, _moment_text, shown="(point | duration)"),
    "point": Element(Reader.point, rule='step "." phase'),
    "step": Element(Reader.step, rule='kind ":" name ["[" business "]"] "#" n ["@" process]'),
    "value": Element(_value, _value_text, rule="word | JSON string"),
    "duration": Element(_duration, duration_text, rule='number ("s" | "m" | "h" | "d")'),
}
"""By the name that a fault's grammar calls each by."""
