"""Where a run can be crashed: between any two steps of a process that is started again."""

from __future__ import annotations

from durable_lab.kernel.events import PROCESS
from durable_lab.kernel.trace import STEP_PHASES, Trace
from durable_lab.topology import ways_in


def crash_points(trace: Trace, after: int = -1, *, ways_in_last: bool = False) -> list[str]:
    """Every place between two steps of a process, in order: right after each event that is part of a step.

    Only those after the event with sequence number `after`. None of a run that was cut off: it has no end that a
    crash could be held against. `ways_in_last`: first what the program is made of, then the way in to it.
    """
    if any(event.phase == "too-many-events" for event in trace.events[-1:]):
        return []
    dying = ways_in().union(trace.header.get("restarts", ()))
    struck = [e for e in trace.events[after + 1 :] if e.phase in STEP_PHASES and e.process in dying]
    if ways_in_last:
        struck.sort(key=lambda event: event.process in ways_in())
    return list(dict.fromkeys(event.point for event in struck))


def crashed_and_spared(trace: Trace) -> tuple[list[str], list[str]]:
    """The processes of a run that have such a place, and those that have steps and none, in order of their start."""
    dying = ways_in().union(trace.header.get("restarts", ()))
    acting = {event.process for event in trace.events if event.phase in STEP_PHASES}
    lives = dict.fromkeys(event.name for event in trace.select(PROCESS, "started"))
    there = [name for name in lives if name in acting]
    return [name for name in there if name in dying], [name for name in there if name not in dying]
