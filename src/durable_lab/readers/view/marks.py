"""Marks of the timeline: the events that a reader jumps to."""

from __future__ import annotations

from durable_lab.kernel.trace import Event
from durable_lab.readers.narration.facts import Facts
from durable_lab.readers.view.schema import MarkKind

_KINDS: dict[tuple[str, str], MarkKind] = {
    ("process", "crashed"): "crash",
    ("process", "stopped"): "stop",
    ("process", "stuck"): "stuck",
    ("process", "too-many-events"): "stuck",
    ("process", "ended"): "end",
    ("process", "raised"): "end",
    ("workflow", "stuck"): "stuck",
    ("fault", "happened"): "fault",
    ("lease", "ended"): "lease-end",
    ("invoke", "resumed"): "human",
    ("signal", "stored"): "human",
    ("person", "answered"): "human",
}


def mark(event: Event, facts: Facts) -> MarkKind | None:
    """The mark of an event that `facts` has just read, if it deserves one."""
    if event.kind == "process" and event.phase == "started" and event.life > 1:
        return "restart"
    if event.kind == "effect" and event.phase == "applied" and facts.extra(event):
        return "duplicate"
    return _KINDS.get((event.kind, event.phase))
