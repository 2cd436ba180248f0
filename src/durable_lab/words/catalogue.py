"""Words: every text that a reader sees is data, both languages beside each other (`CONTRIBUTING.md` says how to edit it).

A file is read when a code is looked for that the files before it don't have: what only runs a program does not
wait for the sentences that the lab tells runs with.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

Language: TypeAlias = Literal["zh", "en"]
LANGUAGES: tuple[Language, ...] = ("zh", "en")

PACKAGE = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class Words:
    """One text in both languages, so that neither can be forgotten."""

    zh: str
    en: str

    def say(self, language: Language) -> str:
        """The text in `language`."""
        return self.zh if language == "zh" else self.en


@functools.cache
def words_in(path: Path) -> Mapping[str, Words]:
    """The words of a file by code, whatever section they stand in."""
    sections = json.loads(path.read_text(encoding="utf-8"))
    return {
        code: Words(entry["zh"], entry["en"])
        for section in sections.values()
        for code, entry in section.items()
    }


class Catalogue:
    """The words of several files, by code."""

    def __init__(self, *places: str) -> None:
        """`places` are files of the package, without `.json`; a `*` stands for each folder."""
        self._places = places
        self._unread = (path for place in places for path in sorted(PACKAGE.glob(f"{place}.json")))
        self._read: dict[str, Words] = {}

    def __getitem__(self, code: str) -> Words:
        """The words of `code`.

        Raises:
            KeyError: no file has any; which ones were read is said.
        """
        found = self.find(code)
        if found is None:
            raise KeyError(f"no words for {code!r} in {', '.join(self._places)}")
        return found

    def find(self, code: str) -> Words | None:
        """The words of `code`; None if no file has any."""
        while code not in self._read:
            path = next(self._unread, None)
            if path is None:
                return None
            self._read |= words_in(path)
        return self._read[code]
