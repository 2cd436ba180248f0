"""`temporalio.activity`: code that touches the outside. It may run several times; only its end is remembered."""

from __future__ import annotations

import contextvars
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from durable_lab.topologies.workflow.attempts import ActivityTask
from durable_lab.topologies.workflow.definitions import ACTIVITY, ActivityDefinition, reject
from durable_lab.topologies.workflow.payloads import Payload, from_payload, to_payload

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
    beat: Callable[[tuple[Payload, ...]], None]
    """Send a heartbeat."""


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
    activity, command = task.activity, task.activity.command
    execution = activity.execution
    return Info(
        activity_id=command.activity_id,
        activity_type=command.activity_type,
        attempt=task.attempt,
        heartbeat_details=[from_payload(text) for text in task.details],
        heartbeat_timeout=_duration(command.heartbeat),
        is_local=False,
        namespace="default",
        scheduled_time=datetime.fromtimestamp(activity.scheduled_time, UTC),
        start_to_close_timeout=_duration(command.start_to_close),
        started_time=datetime.fromtimestamp(task.started_time, UTC),
        task_queue=command.task_queue,
        workflow_id=execution.workflow_id,
        workflow_run_id=execution.run_id,
        workflow_type=execution.workflow_type,
    )


def in_activity() -> bool:
    """Whether the calling code is an activity's."""
    return CONTEXT.get() is not None


def heartbeat(*details: Any) -> None:
    """Say that the attempt lives, and how far it is. Throttled: the latest may never arrive.

    Raises:
        RuntimeError: called outside of an activity.
    """
    _current().beat(tuple(to_payload(value) for value in details))


logger = logging.getLogger("temporalio.activity")
"""A logger for activities."""


def _duration(seconds: float | None) -> timedelta | None:
    return None if seconds is None else timedelta(seconds=seconds)
