"""`temporalio.workflow`: what workflow code asks for. All of it is answered from the history, so all of it replays."""

from __future__ import annotations

import asyncio
import inspect
import logging
import random as real_random
import uuid
from collections.abc import Callable, MutableMapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, NoReturn, TypeVar

from durable_lab.topologies.workflow.sdk import sandbox
from durable_lab.topologies.workflow.sdk.common import RetryPolicy, seconds
from durable_lab.topologies.workflow.sdk.definitions import (
    HANDLER,
    RUN,
    UNSET,
    WORKFLOW,
    Handler,
    activity_definition,
    activity_name,
    positional,
    reject,
    workflow_definition,
    workflow_name,
)
from durable_lab.topologies.workflow.sdk.errors import TemporalError
from durable_lab.topologies.workflow.sdk.instance import RUNTIME, Instance
from durable_lab.topologies.workflow.sdk.payloads import to_payload
from durable_lab.topologies.workflow.wire.commands import Activity

C = TypeVar("C", bound=type)
F = TypeVar("F", bound=Callable[..., Any])

_ACTIVITY_OPTIONS = (
    "task_queue, schedule_to_close_timeout, schedule_to_start_timeout, start_to_close_timeout, "
    "heartbeat_timeout, retry_policy, activity_id, result_type, summary"
)


class _NotInWorkflowEventLoopError(TemporalError):
    """Called outside of workflow code."""


def _current() -> Instance:
    instance = RUNTIME.get()
    if instance is None:
        raise _NotInWorkflowEventLoopError("Not in workflow event loop")
    return instance


# -- decorators -----------------------------------------------------------------------------------


def defn(
    cls: C | None = None,
    *,
    name: str | None = None,
    sandboxed: bool = True,
    failure_exception_types: Sequence[type[BaseException]] = (),
    **others: Any,
) -> Any:
    """Mark a class as a workflow; exactly one of its methods carries `@workflow.run`.

    Raises:
        ValueError: no method or several do.
    """
    reject("workflow.defn", others, "name, sandboxed, failure_exception_types")

    def mark(cls: C) -> C:
        definition = workflow_definition(cls, name, failure_exception_types, sandboxed)
        setattr(cls, WORKFLOW, definition)
        setattr(definition.run, WORKFLOW, definition)
        return cls

    return mark if cls is None else mark(cls)


def run(function: F) -> F:
    """Mark the method that is the workflow's code.

    Raises:
        ValueError: it is no `async def`.
    """
    if not inspect.iscoroutinefunction(function):
        raise ValueError("Workflow run method must be an async function")
    setattr(function, RUN, True)
    return function


def _handler(kind: str, function: F | None, name: str | None, others: dict[str, Any]) -> Any:
    reject(f"workflow.{kind}", others, "name")

    def mark(function: F) -> F:
        setattr(function, HANDLER, Handler(kind, name or function.__name__, function))
        return function

    return mark if function is None else mark(function)


def signal(function: F | None = None, *, name: str | None = None, **others: Any) -> Any:
    """Mark a method that takes a signal. It runs before `run`, if the signal comes first."""
    return _handler("signal", function, name, others)


def query(function: F | None = None, *, name: str | None = None, **others: Any) -> Any:
    """Mark a method that answers a query. It leaves nothing in the history."""
    return _handler("query", function, name, others)


# -- activities -----------------------------------------------------------------------------------


def start_activity(
    activity: str | Callable[..., Any],
    arg: Any = UNSET,
    *,
    args: Sequence[Any] = (),
    task_queue: str | None = None,
    result_type: type | None = None,
    schedule_to_close_timeout: timedelta | None = None,
    schedule_to_start_timeout: timedelta | None = None,
    start_to_close_timeout: timedelta | None = None,
    heartbeat_timeout: timedelta | None = None,
    retry_policy: RetryPolicy | None = None,
    activity_id: str | None = None,
    summary: str | None = None,
    **others: Any,
) -> asyncio.Task[Any]:
    """Schedule an activity and go on; awaiting what comes back gives its result.

    Raises:
        ValueError: neither `start_to_close_timeout` nor `schedule_to_close_timeout` is given.
        ActivityError: when awaited: the activity has failed for good; its cause says how.
    """
    reject("workflow.start_activity", others, _ACTIVITY_OPTIONS)
    if start_to_close_timeout is None and schedule_to_close_timeout is None:
        raise ValueError("Activity must have start_to_close_timeout or schedule_to_close_timeout")
    instance = _current()
    seq = instance.number("activity")
    wanted = Activity(
        activity_id or str(seq),
        activity_name(activity),
        tuple(to_payload(value) for value in positional(arg, args)),
        task_queue or instance.task_queue,
        (retry_policy or RetryPolicy()).on_the_wire(),
        start_to_close=seconds(start_to_close_timeout),
        schedule_to_close=seconds(schedule_to_close_timeout),
        schedule_to_start=seconds(schedule_to_start_timeout),
        heartbeat=seconds(heartbeat_timeout),
    )
    hint = result_type if isinstance(activity, str) else activity_definition(activity).hints[1]
    return instance.activity(seq, wanted, hint)


async def execute_activity(activity: str | Callable[..., Any], arg: Any = UNSET, **options: Any) -> Any:
    """Schedule an activity and wait for its result; the options are those of `start_activity`.

    Raises:
        ActivityError: the activity has failed for good; its cause says how.
    """
    return await start_activity(activity, arg, **options)


# -- waiting --------------------------------------------------------------------------------------


async def sleep(duration: float | timedelta, *, summary: str | None = None) -> None:
    """Wait on a timer of the engine: days of it hold no worker. `asyncio.sleep` is the same."""
    loop = _current().loop
    future: asyncio.Future[None] = loop.create_future()
    timer = loop.call_later(seconds(duration) or 0.0, future.set_result, None)
    try:
        await future
    finally:
        timer.cancel()


async def wait_condition(
    fn: Callable[[], bool],
    *,
    timeout: timedelta | float | None = None,
    timeout_summary: str | None = None,
) -> None:
    """Wait until `fn()` holds; it is asked after each turn of the code.

    Raises:
        asyncio.TimeoutError: a timer of `timeout` came first.
    """
    await asyncio.wait_for(_current().wait_for(fn), seconds(timeout))


# -- what replays ---------------------------------------------------------------------------------


def now() -> datetime:
    """The time at which the workflow task was started, in UTC: the same on replay."""
    return datetime.fromtimestamp(_current().loop.now, UTC)


def time() -> float:
    """`now()` as Unix time, in seconds."""
    return _current().loop.now


def random() -> real_random.Random:
    """The run's own source of chance: the same on replay."""
    return _current().random


def uuid4() -> uuid.UUID:
    """A UUID from the run's own source of chance: the same on replay."""
    return uuid.UUID(bytes=random().getrandbits(16 * 8).to_bytes(16, "big"), version=4)


@dataclass(frozen=True)
class Info:
    """What the code may know of its run."""

    attempt: int
    namespace: str
    run_id: str
    start_time: datetime
    task_queue: str
    workflow_id: str
    workflow_type: str
    continued_run_id: str | None

    def get_current_history_length(self) -> int:
        """Events of the history at the start of this turn."""
        return _current().length

    def is_continue_as_new_suggested(self) -> bool:
        """Whether the history is long enough to begin a new one."""
        return _current().continue_as_new_suggested


def info() -> Info:
    """What the code may know of its run: ids, type, start."""
    instance = _current()
    begun = instance.begun
    return Info(
        attempt=begun.attempt,
        namespace="default",
        run_id=instance.run_id,
        start_time=datetime.fromtimestamp(begun.start_time, UTC),
        task_queue=instance.task_queue,
        workflow_id=begun.workflow_id,
        workflow_type=begun.workflow_type,
        continued_run_id=begun.continued_from_execution_run_id or None,
    )


class _Logger(logging.LoggerAdapter[logging.Logger]):
    """Says nothing on replay: it was said before."""

    def process(self, msg: Any, kwargs: MutableMapping[str, Any]) -> tuple[Any, MutableMapping[str, Any]]:
        return msg, kwargs

    def isEnabledFor(self, level: int) -> bool:
        instance = RUNTIME.get()
        return (instance is None or not instance.replaying) and super().isEnabledFor(level)


logger = _Logger(logging.getLogger("temporalio.workflow"), {})
"""A logger that is silent on replay."""


# -- changes and endings --------------------------------------------------------------------------


def patched(id: str) -> bool:
    """Whether to take the new branch: runs that began before it answer False, for ever."""
    return _current().patched(id, deprecated=False)


def deprecate_patch(id: str) -> None:
    """Say that no run takes the old branch any more."""
    _current().patched(id, deprecated=True)


def continue_as_new(
    arg: Any = UNSET,
    *,
    args: Sequence[Any] = (),
    workflow: str | Callable[..., Any] | None = None,
    task_queue: str | None = None,
    **others: Any,
) -> NoReturn:
    """End this run and begin the next under the same workflow id, with an empty history. Never returns."""
    reject("workflow.continue_as_new", others, "arg, args, workflow, task_queue")
    name = None if workflow is None else workflow_name(workflow)
    _current().continue_as_new(positional(arg, args), name, task_queue)


class unsafe:
    """`workflow.unsafe`: what a workflow does at its own risk."""

    imports_passed_through = staticmethod(sandbox.imports_passed_through)
    sandbox_unrestricted = staticmethod(sandbox.sandbox_unrestricted)

    @staticmethod
    def is_replaying() -> bool:
        """Whether this turn was taken before."""
        return _current().replaying
