"""Replay: the history, turn by turn, through the code; what the code asks for is held against what was asked then.

The rules and the messages are the SDK's core's (Python SDK 1.35.0): commands are matched in order, a type or an id that
differs is an error, a time-out or an argument that differs is not, and neither is a command too many.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import NoReturn

from durable_lab.topologies.workflow.commands import (
    COMMAND_EVENTS,
    Command,
    ScheduleActivity,
    SetPatchMarker,
    StartTimer,
)
from durable_lab.topologies.workflow.errors import NondeterminismError
from durable_lab.topologies.workflow.history import HistoryEvent
from durable_lab.topologies.workflow.instance import Activation, Instance

_JOBS = frozenset(
    {
        "WORKFLOW_EXECUTION_STARTED",
        "WORKFLOW_EXECUTION_SIGNALED",
        "TIMER_FIRED",
        "ACTIVITY_TASK_COMPLETED",
        "ACTIVITY_TASK_FAILED",
        "ACTIVITY_TASK_TIMED_OUT",
        "ACTIVITY_TASK_CANCELED",
    }
)
"""The events that the code learns of."""

_UNDECIDED = ("WORKFLOW_TASK_FAILED", "WORKFLOW_TASK_TIMED_OUT")


class Replay:
    """One run in a worker's cache: its code, and how far in the history it is."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.position = 0
        """How many events it has seen."""
        self._unmatched: deque[Command] = deque()
        self._jobs: list[HistoryEvent] = []

    def advance(self, events: Sequence[HistoryEvent]) -> list[Command]:
        """Take the code through the events that it has not seen. Returns what it wants that is not yet history.

        `events` is the history from its first event; its last is the start of the turn to decide.

        Raises:
            NondeterminismError: the code asks for something else than it did.
            Exception: what the code raised that is no failure.
        """
        for index in range(self.position, len(events)):
            event = events[index]
            if event.type in COMMAND_EVENTS:
                self._match(event)
            elif event.type in _JOBS:
                self._jobs.append(event)
            elif event.type == "WORKFLOW_TASK_STARTED" and _decided(events, index):
                self._turn(events, index)
        self.position = len(events)
        return list(self._unmatched)

    def _turn(self, events: Sequence[HistoryEvent], index: int) -> None:
        jobs, self._jobs = self._jobs, []
        turn = Activation(
            events[index].time, index < len(events) - 1, index + 1, jobs, _patches(events, index)
        )
        self._unmatched += self.instance.activate(turn)

    def _match(self, event: HistoryEvent) -> None:
        command = self._unmatched[0] if self._unmatched else None
        if event.type == SetPatchMarker.event and not isinstance(command, SetPatchMarker):
            if not event.fields["details"]["deprecated"]:
                _fail(
                    "Non-deprecated patch marker encountered for change "
                    f"{event.fields['details']['id']}, but there is no corresponding change command!"
                )
            return
        if command is None:
            _fail(f"No command scheduled for event {event}")
        self._unmatched.popleft()
        if command.event != event.type:
            _fail(f"{command.machine} machine does not handle this event: {event}")
        _compare(command, event)


def _compare(command: Command, event: HistoryEvent) -> None:
    """A command of the right kind: is it the same one?"""
    if isinstance(command, ScheduleActivity):
        recorded = event.fields["activity_type"]["name"]
        if recorded != command.activity_type:
            _fail(
                f"Activity type of scheduled event '{recorded}' does not match "
                f"activity type of activity command '{command.activity_type}'"
            )
        recorded = event.fields["activity_id"]
        if recorded != command.activity_id:
            _fail(
                f"Activity id of scheduled event '{recorded}' does not match "
                f"activity id of activity command '{command.activity_id}'"
            )
    elif isinstance(command, StartTimer) and event.fields["timer_id"] != command.timer_id:
        _fail(
            f"Timer id of started event '{event.fields['timer_id']}' does not match "
            f"timer id of timer command '{command.timer_id}'"
        )


def _fail(why: str) -> NoReturn:
    raise NondeterminismError(f"[TMPRL1100] Nondeterminism error: {why}")


def _decided(events: Sequence[HistoryEvent], index: int) -> bool:
    """Whether the task that starts here is the present one or led to a decision."""
    return index == len(events) - 1 or events[index + 1].type not in _UNDECIDED


def _patches(events: Sequence[HistoryEvent], index: int) -> list[str]:
    """The patches whose markers the decision at `index` left in the history."""
    found: list[str] = []
    for event in events[index + 1 :]:
        if event.type == "WORKFLOW_TASK_STARTED":
            break
        if event.type == SetPatchMarker.event:
            found.append(event.fields["details"]["id"])
    return found
