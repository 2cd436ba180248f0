"""Sentences of a page that hold only as long as the runs show it: a build in which one does not fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from durable_lab.picture import Words
from durable_lab.words.messages import Language
from durable_lab_site.lanes import Lanes, lanes


class Untrue(Exception):
    """The page would claim something that the runs no longer show."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence, and what must be true for it to stand on the page."""

    text: Words
    holds: Callable[[Lanes], bool]

    def say(self, language: Language) -> str:
        """The sentence.

        Raises:
            Untrue: it does not hold.
        """
        if not self.holds(lanes()):
            raise Untrue(self.text.en)
        return self.text.say(language)
