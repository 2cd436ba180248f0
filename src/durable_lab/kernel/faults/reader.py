"""Reads the text of a plan from left to right, word by word; knows where it is, for the error message."""

from __future__ import annotations

import re
from typing import Any

from durable_lab.kernel.faults.places import PHASE, STEP, Point, Step
from durable_lab.kernel.trace import POINT_PHASES
from durable_lab.words.messages import LabError

_BLANK = re.compile(r"\s*")
_WORD = re.compile(r"[^\s;]+")
_NAME = re.compile(r"[\w./:-]+")


class Reader:
    """A text and a place in it. What is read is passed; what can't be read raises, and points there."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def skip(self) -> int:
        """Pass what is blank; the place after it."""
        match = _BLANK.match(self.text, self.at)
        self.at = match.end() if match else self.at
        return self.at

    def peek(self) -> str:
        """The word that comes next; "" at the end of a fault."""
        match = _WORD.match(self.text, self.skip())
        return match[0] if match else ""

    def word(self) -> str:
        """Read whatever word comes next."""
        word = self.peek()
        self.at += len(word)
        return word

    def take(self, word: str) -> bool:
        """Read `word` if it comes next."""
        found = self.peek() == word
        self.at += len(word) * found
        return found

    def need(self, word: str) -> None:
        """Read `word`."""
        if not self.take(word):
            raise self.wrong("expected-word", word=word)

    def choice(self, *words: str) -> str:
        """Read one of several words."""
        word = self.peek()
        if word not in words:
            raise self.wrong("expected-choice", choices=" / ".join(words))
        return self.word()

    def fitting(self, pattern: re.Pattern[str], expected: str, **fields: Any) -> str:
        """Read a word that fits as a whole."""
        if not pattern.fullmatch(self.peek()):
            raise self.wrong(expected, **fields)
        return self.word()

    def name(self, expected: str, **fields: Any) -> str:
        """Read a name: of a process, a store, a version."""
        return self.fitting(_NAME, expected, **fields)

    def begins(self, pattern: re.Pattern[str], expected: str) -> str:
        """Read what fits here, whether or not it is a word."""
        match = pattern.match(self.text, self.skip())
        if match is None:
            raise self.wrong(expected)
        self.at = match.end()
        return match[0]

    def step(self, kinds: tuple[str, ...] = (), expected: str = "expected-step") -> Step:
        """Read a step; one of certain kinds, if there are any."""
        match = STEP.match(self.text, self.skip())
        if match is None or (kinds and match["kind"] not in kinds):
            raise self.wrong(expected, kinds=" / ".join(kinds)) if kinds else self.wrong(expected)
        self.at = match.end()
        return Step(match["kind"], match["name"], int(match["n"]), match["business"], match["process"])

    def point(self) -> Point:
        """Read a step and a phase of it."""
        match = STEP.match(self.text, self.skip())
        phase = PHASE.match(self.text, match.end()) if match else None
        if phase is None or phase[1] not in POINT_PHASES:
            raise self.wrong("expected-point")
        step = self.step()
        self.at = phase.end()
        return Point(step, phase[1])

    def wrong(self, expected: str, **fields: Any) -> LabError:
        """The error that says what was expected at this place."""
        marker = " " * self.at + "^"
        return LabError(
            "fault-unreadable", text=self.text, marker=marker, column=self.at + 1, expected=(expected, fields)
        )
