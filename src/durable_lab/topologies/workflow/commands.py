"""Commands: what workflow code wants of the engine. Plain data, in the order in which the code asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from durable_lab.topologies.workflow.common import RetryPolicy
from durable_lab.topologies.workflow.errors import Failure
from durable_lab.topologies.workflow.payloads import Payload


@dataclass(frozen=True, slots=True)
class ScheduleActivity:
    """Run an activity. Durations in seconds; None for no limit."""

    machine: ClassVar[str] = "Activity"
    event: ClassVar[str] = "ACTIVITY_TASK_SCHEDULED"
    activity_id: str
    activity_type: str
    input: tuple[Payload, ...]
    task_queue: str
    retry: RetryPolicy
    start_to_close: float | None = None
    schedule_to_close: float | None = None
    schedule_to_start: float | None = None
    heartbeat: float | None = None


@dataclass(frozen=True, slots=True)
class RequestCancelActivity:
    """Cancel an activity: one that runs learns of it with a heartbeat."""

    machine: ClassVar[str] = "Cancel activity"
    event: ClassVar[str] = "ACTIVITY_TASK_CANCEL_REQUESTED"
    activity_id: str


@dataclass(frozen=True, slots=True)
class StartTimer:
    """Start a timer of so many seconds."""

    machine: ClassVar[str] = "Timer"
    event: ClassVar[str] = "TIMER_STARTED"
    timer_id: str
    seconds: float


@dataclass(frozen=True, slots=True)
class CancelTimer:
    """Cancel a timer that has not fired."""

    machine: ClassVar[str] = "Cancel timer"
    event: ClassVar[str] = "TIMER_CANCELED"
    timer_id: str


@dataclass(frozen=True, slots=True)
class SetPatchMarker:
    """Record that this run takes the new branch of a patch."""

    machine: ClassVar[str] = "Patch"
    event: ClassVar[str] = "MARKER_RECORDED"
    patch_id: str
    deprecated: bool


@dataclass(frozen=True, slots=True)
class CompleteWorkflow:
    """The code returned."""

    machine: ClassVar[str] = "Complete workflow"
    event: ClassVar[str] = "WORKFLOW_EXECUTION_COMPLETED"
    result: Payload


@dataclass(frozen=True, slots=True)
class FailWorkflow:
    """The code raised a failure."""

    machine: ClassVar[str] = "Fail workflow"
    event: ClassVar[str] = "WORKFLOW_EXECUTION_FAILED"
    failure: Failure


@dataclass(frozen=True, slots=True)
class ContinueAsNew:
    """Close this run and start the next under the same workflow id, with an empty history."""

    machine: ClassVar[str] = "Continue as new workflow"
    event: ClassVar[str] = "WORKFLOW_EXECUTION_CONTINUED_AS_NEW"
    workflow_type: str
    input: tuple[Payload, ...]
    task_queue: str


Command: TypeAlias = (
    ScheduleActivity
    | RequestCancelActivity
    | StartTimer
    | CancelTimer
    | SetPatchMarker
    | CompleteWorkflow
    | FailWorkflow
    | ContinueAsNew
)

CLOSING = (CompleteWorkflow, FailWorkflow, ContinueAsNew)
"""The commands that end a run."""

COMMAND_EVENTS = frozenset(
    kind.event
    for kind in (
        ScheduleActivity,
        RequestCancelActivity,
        StartTimer,
        CancelTimer,
        SetPatchMarker,
        CompleteWorkflow,
        FailWorkflow,
        ContinueAsNew,
    )
)
"""The types of the events that a command leaves in the history."""
