"""Sentences of a page that hold only as long as the runs show it: a build in which one does not fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from durable_lab.words.catalogue import Language
from durable_lab_site.drawing import say
from durable_lab_site.lanes import Lanes, lanes


class Untrue(Exception):
    """The page would claim something that the runs no longer show."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence, and what must be true for it to stand on the page."""

    code: str
    """Of its words, which may hold markup."""
    holds: Callable[[Lanes], bool]

    def say(self, language: Language) -> str:
        """The sentence.

        Raises:
            Untrue: it does not hold.
        """
        if not self.holds(lanes()):
            raise Untrue(say(self.code, "en"))
        return say(self.code, language)
