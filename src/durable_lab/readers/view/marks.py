"""Marks of the timeline: the events that a reader jumps to."""

from __future__ import annotations

from durable_lab.kernel.events import EFFECT, PROCESS, Mark, kind_of
from durable_lab.kernel.trace import Event
from durable_lab.story import Story


def mark(event: Event, story: Story) -> Mark | None:
    """The mark of an event that `facts` has just read, if it deserves one."""
    if event.kind == PROCESS and event.phase == "started" and event.life > 1:
        return "restart"
    if event.kind == EFFECT and event.phase == "applied" and story.extra(event):
        return "duplicate"
    return kind_of(event).marks.get(event.phase)
