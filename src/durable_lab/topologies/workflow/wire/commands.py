"""Commands: what a decision wants of the server, in the order in which the code asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from durable_lab.topologies.workflow.wire.outcomes import Failure
from durable_lab.topologies.workflow.wire.values import Payload


class RetryPolicy(NamedTuple):
    """When an activity is tried again. Durations in seconds."""

    initial_interval: float = 1.0
    backoff_coefficient: float = 2.0
    maximum_interval: float | None = None
    """None for 100 times the initial one."""
    maximum_attempts: int = 0
    """0 for no limit."""
    non_retryable_error_types: tuple[str, ...] = ()


class Activity(NamedTuple):
    """What is to be done, and how it is to be tried. Durations in seconds; None for no limit."""

    activity_id: str
    activity_type: str
    input: tuple[Payload, ...]
    task_queue: str
    retry: RetryPolicy
    start_to_close: float | None = None
    schedule_to_close: float | None = None
    schedule_to_start: float | None = None
    heartbeat: float | None = None


class ScheduleActivity(NamedTuple):
    """Run an activity."""

    activity: Activity


class RequestCancelActivity(NamedTuple):
    """Cancel an activity: one that runs learns of it with a heartbeat."""

    scheduled_event_id: int


class StartTimer(NamedTuple):
    """Start a timer of so many seconds."""

    timer_id: str
    seconds: float


class CancelTimer(NamedTuple):
    """Cancel a timer that has not fired."""

    timer_id: str


class SetPatchMarker(NamedTuple):
    """Record that this run takes the new branch of a patch."""

    patch_id: str
    deprecated: bool


class CompleteWorkflow(NamedTuple):
    """The code returned."""

    result: Payload


class FailWorkflow(NamedTuple):
    """The code raised a failure."""

    failure: Failure


class ContinueAsNew(NamedTuple):
    """Close this run and start the next under the same workflow id, with an empty history."""

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

EVENTS: Mapping[type[Command], str] = {
    ScheduleActivity: "ACTIVITY_TASK_SCHEDULED",
    RequestCancelActivity: "ACTIVITY_TASK_CANCEL_REQUESTED",
    StartTimer: "TIMER_STARTED",
    CancelTimer: "TIMER_CANCELED",
    SetPatchMarker: "MARKER_RECORDED",
    CompleteWorkflow: "WORKFLOW_EXECUTION_COMPLETED",
    FailWorkflow: "WORKFLOW_EXECUTION_FAILED",
    ContinueAsNew: "WORKFLOW_EXECUTION_CONTINUED_AS_NEW",
}
"""The type of the event that each leaves in the history."""
