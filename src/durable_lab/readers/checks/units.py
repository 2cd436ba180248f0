"""The recovery unit: what is begun again after a crash, and must not be once it is durably done."""

from __future__ import annotations

from durable_lab.readers.checks.verdict import Verdict
from durable_lab.story import Story


def unit(story: Story) -> list[Verdict]:
    """A unit whose end was made durable is not begun again.

    Evidence: events that begin a unit show it as `unit` (a node, a handler, an attempt at an activity, a request);
    writes that make its end durable show it in `commits`. A commit `on` a checkpoint counts once that is stored.
    """
    if story.reopened is not None:
        event, name = story.reopened
        return [Verdict("unit", "violated", event.sequence, "unit-again", {"unit": name})]
    exercised = story.committed and story.begun_again
    return [Verdict("unit", "holds" if exercised else "not exercised")]
