"""A fault's grammar: one text, from which the fault is read, written and documented.

    "crash" [process] ["landing" landing:point] "at" point

What is in quotes stands in the plan as it is; any other word is an element, kept in the field of the same name or of
the one before the colon. Brackets hold what may be left out: its fields are then at their defaults. Parentheses hold
alternatives, each of which begins with a word of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from durable_lab.kernel.faults.elements import ELEMENTS
from durable_lab.kernel.faults.reader import Reader

_TOKEN = re.compile(r'"[^"]*"|[\w:]+|[\[\]()|]')


@cache
def grammar_of(fault: type[Any]) -> Grammar:
    """The grammar that a kind of fault declares as its `GRAMMAR`."""
    defaults = {field.name: field.default for field in fields(fault)}
    return _Parser(fault.GRAMMAR, defaults).sequence()


class Part:
    """A part of a grammar."""

    __slots__ = ()

    def read(self, reader: Reader, into: dict[str, Any]) -> None:
        """Read it, and put the values of its fields into `into`."""
        raise NotImplementedError

    def write(self, fault: object) -> Iterator[str]:
        """Its words, of a fault."""
        raise NotImplementedError

    def says(self, fault: object) -> bool:
        """Whether a fault has something to say here: a field that is not at its default."""
        return False

    @property
    def first(self) -> str:
        """The word that it begins with; "" if it begins with an element."""
        return ""

    @property
    def shown(self) -> str:
        """As the documentation shows it."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Word(Part):
    """A word that stands there as it is."""

    word: str

    def read(self, reader: Reader, into: dict[str, Any]) -> None:
        reader.need(self.word)

    def write(self, fault: object) -> Iterator[str]:
        yield self.word

    @property
    def first(self) -> str:
        return self.word

    @property
    def shown(self) -> str:
        return f'"{self.word}"'


@dataclass(frozen=True, slots=True)
class Field(Part):
    """An element, and the field that it is kept in."""

    name: str
    element: str
    default: Any

    def read(self, reader: Reader, into: dict[str, Any]) -> None:
        into[self.name] = ELEMENTS[self.element].read(reader)

    def write(self, fault: object) -> Iterator[str]:
        yield ELEMENTS[self.element].write(getattr(fault, self.name))

    def says(self, fault: object) -> bool:
        return bool(getattr(fault, self.name) != self.default)

    @property
    def shown(self) -> str:
        return ELEMENTS[self.element].shown or self.element


@dataclass(frozen=True, slots=True)
class Grammar(Part):
    """One part after the other."""

    parts: tuple[Part, ...]

    def read(self, reader: Reader, into: dict[str, Any]) -> None:
        for part in self.parts:
            part.read(reader, into)

    def write(self, fault: object) -> Iterator[str]:
        for part in self.parts:
            yield from part.write(fault)

    def says(self, fault: object) -> bool:
        return any(part.says(fault) for part in self.parts)

    @property
    def first(self) -> str:
        return self.parts[0].first

    @property
    def shown(self) -> str:
        return " ".join(part.shown for part in self.parts)


@dataclass(frozen=True, slots=True)
class Maybe(Part):
    """What may be left out. It is there if its first word is; without one, if none is that may follow."""

    part: Grammar
    followed_by: frozenset[str] = frozenset()

    def read(self, reader: Reader, into: dict[str, Any]) -> None:
        found = reader.peek()
        if found == self.first if self.first else found not in self.followed_by:
            self.part.read(reader, into)

    @property
    def first(self) -> str:
        return self.part.first

    def write(self, fault: object) -> Iterator[str]:
        if self.part.says(fault):
            yield from self.part.write(fault)

    @property
    def shown(self) -> str:
        return f"[{self.part.shown}]"


@dataclass(frozen=True, slots=True)
class Either(Part):
    """One of several parts, told by their first words."""

    parts: Mapping[str, Grammar]

    def read(self, reader: Reader, into: dict[str, Any]) -> None:
        found = reader.peek()
        if found not in self.parts:
            raise reader.wrong("expected-choice", choices=" / ".join(self.parts))
        self.parts[found].read(reader, into)

    def write(self, fault: object) -> Iterator[str]:
        return next(part for part in self.parts.values() if part.says(fault)).write(fault)

    @property
    def shown(self) -> str:
        return "(" + " | ".join(part.shown for part in self.parts.values()) + ")"


class _Parser:
    """Reads the text of a grammar."""

    def __init__(self, text: str, defaults: Mapping[str, Any]) -> None:
        self._tokens = iter(_TOKEN.findall(text))
        self._defaults = defaults
        self._end = ""
        """The sign at which the last sequence ended."""

    def sequence(self, *ends: str) -> Grammar:
        """All up to one of these signs, or to the end of the text."""
        parts: list[Part] = []
        for token in self._tokens:
            if token in ends:
                self._end = token
                break
            parts.append(self._part(token))
        return Grammar(tuple(_followed(part, parts[n + 1 :]) for n, part in enumerate(parts)))

    def _part(self, token: str) -> Part:
        if token == "[":
            return Maybe(self.sequence("]"))
        if token == "(":
            return Either(dict(self._alternatives()))
        if token.startswith('"'):
            return Word(token.strip('"'))
        name, _, element = token.partition(":")
        return Field(name, element or name, self._defaults[name])

    def _alternatives(self) -> Iterator[tuple[str, Grammar]]:
        self._end = "|"
        while self._end == "|":
            part = self.sequence("|", ")")
            yield part.first, part


def _followed(part: Part, rest: Sequence[Part]) -> Part:
    """A part that knows the words which may come after it, if it has to."""
    if not isinstance(part, Maybe):
        return part
    words = []
    for after in rest:
        words.append(after.first)
        if not isinstance(after, Maybe):
            break
    return Maybe(part.part, frozenset(words))
