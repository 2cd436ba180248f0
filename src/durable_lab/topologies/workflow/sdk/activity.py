"""`temporalio.activity`: code that touches the outside. It may run several times; only its end is remembered."""

from __future__ import annotations

import contextvars
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from durable_lab.topologies.workflow.sdk.definitions import ACTIVITY, ActivityDefinition, reject
from durable_lab.topologies.workflow.sdk.payloads import from_payload, to_payload
from durable_lab.topologies.workflow.wire.tasks import ActivityHeartbeat, ActivityTask

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Info:
    """What an activity may know of itself."""

    activity_id: str
    activity_type: str
    attempt: int
    """Counts from 1."""
    heartbeat_details: Sequence[Any]
    """What the last heartbeat of an earlier attempt said, as far as it arrived."""
    heartbeat_timeout: timedelta | None
    is_local: bool
    namespace: str
    scheduled_time: datetime
    start_to_close_timeout: timedelta | None
    started_time: datetime
    task_queue: str
    workflow_id: str
    workflow_run_id: str
    workflow_type: str


@dataclass
class Context:
    """One attempt, for the functions below."""

    task: ActivityTask
    beat: Callable[[ActivityHeartbeat], None]
    """Have the core send a heartbeat."""


CONTEXT: contextvars.ContextVar[Context | None] = contextvars.ContextVar("ACTIVITY", default=None)
"""The attempt whose code is executing."""


def _current() -> Context:
    context = CONTEXT.get()
    if context is None:
        raise RuntimeError("Not in activity context")
    return context


def defn(function: F | None = None, *, name: str | None = None, **others: Any) -> Any:
    """Mark a function, `def` or `async def`, as an activity."""
    reject("activity.defn", others, "name")

    def mark(function: F) -> F:
        setattr(function, ACTIVITY, ActivityDefinition(name or function.__name__, function))
        return function

    return mark if function is None else mark(function)


def info() -> Info:
    """What the activity may know of itself: ids, which attempt this is, what the last heartbeat said.

    Raises:
        RuntimeError: called outside of an activity.
    """
    task = _current().task
    activity = task.activity
    return Info(
        activity_id=activity.activity_id,
        activity_type=activity.activity_type,
        attempt=task.attempt,
        heartbeat_details=[from_payload(text) for text in task.heartbeat_details],
        heartbeat_timeout=_duration(activity.heartbeat),
        is_local=False,
        namespace="default",
        scheduled_time=datetime.fromtimestamp(task.scheduled_time, UTC),
        start_to_close_timeout=_duration(activity.start_to_close),
        started_time=datetime.fromtimestamp(task.started_time, UTC),
        task_queue=activity.task_queue,
        workflow_id=task.workflow_id,
        workflow_run_id=task.run_id,
        workflow_type=task.workflow_type,
    )


def in_activity() -> bool:
    """Whether the calling code is an activity's."""
    return CONTEXT.get() is not None


def heartbeat(*details: Any) -> None:
    """Say that the attempt lives, and how far it is. Throttled: the latest may never arrive.

    Raises:
        RuntimeError: called outside of an activity.
    """
    context = _current()
    payloads = tuple(to_payload(value) for value in details)
    context.beat(ActivityHeartbeat(context.task.token, payloads))


logger = logging.getLogger("temporalio.activity")
"""A logger for activities."""


def _duration(seconds: float | None) -> timedelta | None:
    return None if seconds is None else timedelta(seconds=seconds)
