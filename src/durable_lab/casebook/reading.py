"""Reads the data of scenarios: JSON, in which the two languages of a text stand one below the other.

What is wrong in a file is said with the place where it is: whoever edits it may not know Python.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from durable_lab.casebook.description import CALM, Preset
from durable_lab.casebook.program import FOLDER
from durable_lab.kernel.outside.intents import Want
from durable_lab.words.catalogue import Words

T = TypeVar("T")

_KINDS: dict[type, str] = {str: "text", int: "whole number", list: "list", dict: "table"}


class Unreadable(ValueError):
    """The data of a scenario is not as it should be: where, and what."""


class Table:
    """One table of a file. Each entry is taken once; what is left at the end is a mistake."""

    def __init__(self, entries: Mapping[str, Any], where: str) -> None:
        self._entries = dict(entries)
        self._where = where

    def __enter__(self) -> Table:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None and self._entries:
            raise self.wrong(f"nothing reads `{next(iter(self._entries))}`")

    def wrong(self, what: str) -> Unreadable:
        """What to raise when something is wrong here."""
        return Unreadable(f"{self._where}: {what}")

    def text(self, key: str, default: str | None = None) -> str:
        """A text, which is not empty."""
        found = self._take(key, str, default)
        if not found:
            raise self.wrong(f"`{key}` is empty")
        return found

    def number(self, key: str) -> int:
        """A whole number."""
        return self._take(key, int)

    def numbers(self, key: str) -> tuple[int, ...]:
        """Some of them."""
        return tuple(self._take(key, list))

    def texts(self, key: str) -> dict[str, str]:
        """Texts by their names; there may be none."""
        return self._take(key, dict, {})

    def words(self, key: str) -> Words:
        """A text in both languages."""
        with self.table(key) as table:
            return Words(table.text("zh"), table.text("en"))

    def table(self, key: str) -> Table:
        """A table in this one."""
        return Table(self._take(key, dict), f"{self._where}, {key}")

    def each(self, key: str, read: Callable[[Table], T]) -> tuple[T, ...]:
        """What `read` makes of each table of a list; there may be none."""
        made = []
        for number, entries in enumerate(self._take(key, list, []), start=1):
            with Table(entries, f"{self._where}, {key} {number}") as table:
                made.append(read(table))
        return tuple(made)

    def rest(self) -> dict[str, Any]:
        """Whatever is left."""
        rest, self._entries = self._entries, {}
        return rest

    def _take(self, key: str, kind: type[T], default: T | None = None) -> T:
        found = self._entries.pop(key, default)
        if found is None:
            raise self.wrong(f"`{key}` is missing")
        if not isinstance(found, kind):
            raise self.wrong(f"`{key}` is no {_KINDS[kind]}")
        return found


def file(name: str) -> Table:
    """`scenarios/<name>.json`.

    Raises:
        Unreadable: it is no JSON.
    """
    return parsed(FOLDER.joinpath(f"{name}.json").read_text(encoding="utf-8"), f"{name}.json")


def parsed(text: str, where: str) -> Table:
    """A file's text, read.

    Raises:
        Unreadable: it is no JSON.
    """
    try:
        return Table(json.loads(text), where)
    except json.JSONDecodeError as error:
        raise Unreadable(f"{where}: {error}") from error


def preset(entry: Table) -> Preset:
    """A plan and its name; `calm` is known without them."""
    key = entry.text("key")
    return CALM if key == CALM.key else Preset(key, entry.words("name"), entry.text("plan"))


def want(entry: Table) -> Want:
    """What the business wants: the fields of `Want` by their names."""
    fields = entry.rest()
    try:
        return Want(**fields)
    except TypeError as error:
        raise entry.wrong(str(error)) from error
