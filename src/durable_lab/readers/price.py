"""What a run cost beside what it did: verdicts alone would make the most durable topology win everything."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from durable_lab.story import Story


class Price(NamedTuple):
    """Counts of one run."""

    writes: int
    """Durable writes; an event of a history is one."""
    replayed: int
    """Events of a history that were replayed."""
    again: int
    """Recovery units that were begun again."""
    recognised: int
    """Effects asked for again that the callee recognised."""
    models: int
    """Questions to a model that were paid for again."""
    people: int
    """Questions that a person was asked again."""

    def most(self, other: Price) -> Price:
        """The higher of each."""
        return Price(*map(max, self, other))


def price_of(story: Story) -> Price:
    """The price of a run."""
    return Price(
        story.writes,
        story.replayed,
        _more_than_once(story.begun),
        story.recognised,
        _more_than_once(story.prompts),
        _more_than_once(story.questions),
    )


def _more_than_once(counts: Mapping[Any, int]) -> int:
    return sum(counts.values()) - len(counts)
