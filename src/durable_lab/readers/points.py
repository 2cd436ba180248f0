"""Where a run can be crashed: between any two steps of a process that is started again."""

from __future__ import annotations

from durable_lab.kernel.trace import STEP_PHASES, Trace


def crash_points(trace: Trace, after: int = -1) -> list[str]:
    """Every place between two steps of a process, in order: right after each event that is part of a step.

    Only those after the event with sequence number `after`. None of a run that was cut off: it has no end that a
    crash could be held against.
    """
    if any(event.phase == "too-many-events" for event in trace.events[-1:]):
        return []
    dying = frozenset(trace.header.get("restarts", ()))
    points = (e.point for e in trace.events[after + 1 :] if e.phase in STEP_PHASES and e.process in dying)
    return list(dict.fromkeys(points))
