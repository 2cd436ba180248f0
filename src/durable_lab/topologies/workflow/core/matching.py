"""Matching: a command that code asks for on replay, held against the event that its command left then.

The rules and the messages are those of Temporal's core (Python SDK 1.35.0): commands are matched in order, a type or
an id that differs is an error, a time-out or an argument that differs is not, and neither is a command too many.
"""

from __future__ import annotations

from typing import NoReturn

from durable_lab.topologies.workflow.wire.commands import (
    EVENTS,
    CancelTimer,
    Command,
    CompleteWorkflow,
    ContinueAsNew,
    FailWorkflow,
    RequestCancelActivity,
    ScheduleActivity,
    SetPatchMarker,
    StartTimer,
)
from durable_lab.topologies.workflow.wire.history import HistoryEvent

_MACHINES: dict[type[Command], str] = {
    ScheduleActivity: "Activity",
    RequestCancelActivity: "Cancel activity",
    StartTimer: "Timer",
    CancelTimer: "Cancel timer",
    SetPatchMarker: "Patch",
    CompleteWorkflow: "Complete workflow",
    FailWorkflow: "Fail workflow",
    ContinueAsNew: "Continue as new workflow",
}
"""What messages call a command: the state machine that the core keeps for it."""


class Mismatch(Exception):
    """The code asks for something else than it did."""


def accepts(command: Command | None, event: HistoryEvent) -> bool:
    """Whether it is `command`, the oldest one, that left `event`. False if the event needs none.

    Raises:
        Mismatch: the event needs one of its own kind, and this is none.
    """
    if event.type == EVENTS[SetPatchMarker] and not isinstance(command, SetPatchMarker):
        if not event.fields["details"]["deprecated"]:
            _fail(
                f"Non-deprecated patch marker encountered for change {event.fields['details']['id']}, "
                "but there is no corresponding change command!"
            )
        return False
    if command is None:
        _fail(f"No command scheduled for event {event}")
    if EVENTS[type(command)] != event.type:
        _fail(f"{_MACHINES[type(command)]} machine does not handle this event: {event}")
    return True


def compare(command: Command, event: HistoryEvent) -> None:
    """A command of the right kind: is it the same one?

    Raises:
        Mismatch: it is not.
    """
    if isinstance(command, ScheduleActivity):
        activity, recorded = command.activity, event.fields["activity_type"]["name"]
        if recorded != activity.activity_type:
            _fail(
                f"Activity type of scheduled event '{recorded}' does not match "
                f"activity type of activity command '{activity.activity_type}'"
            )
        recorded = event.fields["activity_id"]
        if recorded != activity.activity_id:
            _fail(
                f"Activity id of scheduled event '{recorded}' does not match "
                f"activity id of activity command '{activity.activity_id}'"
            )
    elif isinstance(command, StartTimer) and event.fields["timer_id"] != command.timer_id:
        _fail(
            f"Timer id of started event '{event.fields['timer_id']}' does not match "
            f"timer id of timer command '{command.timer_id}'"
        )


def _fail(why: str) -> NoReturn:
    raise Mismatch(f"[TMPRL1100] Nondeterminism error: {why}")
