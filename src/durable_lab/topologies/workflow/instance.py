"""One run's code on a worker: its object, its tasks, what it waits for and what it asked for."""

from __future__ import annotations

import asyncio
import contextvars
import random
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from durable_lab.kernel.machine.blocking import call_any
from durable_lab.kernel.machine.process import GUARD, Process
from durable_lab.kernel.outside.client import INSIDE_ENGINE
from durable_lab.topologies.workflow.commands import (
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
from durable_lab.topologies.workflow.definitions import WorkflowDefinition
from durable_lab.topologies.workflow.errors import (
    ActivityError,
    CancelledError,
    ContinueAsNewError,
    FailureError,
    RetryState,
    from_failure,
    to_failure,
)
from durable_lab.topologies.workflow.execution import Execution
from durable_lab.topologies.workflow.history import HistoryEvent
from durable_lab.topologies.workflow.payloads import (
    Payload,
    from_payload,
    from_payloads,
    hints_of,
    to_payload,
)
from durable_lab.topologies.workflow.sandbox import refuse
from durable_lab.topologies.workflow.workflow_loop import DurableTimer, WorkflowLoop

RUNTIME: contextvars.ContextVar[Instance | None] = contextvars.ContextVar("RUNTIME", default=None)
"""The run whose code is executing."""


@dataclass
class Activation:
    """What the code learns in one turn."""

    time: float
    """Unix time in seconds: when the workflow task was started."""
    replaying: bool
    length: int
    """Events of the history so far."""
    jobs: list[HistoryEvent] = field(default_factory=list)
    patches: list[str] = field(default_factory=list)
    """Patches whose marker the history holds from here to the next turn."""


class Instance:
    """The code of one run, in one worker's memory."""

    def __init__(
        self,
        process: Process,
        execution: Execution,
        definition: WorkflowDefinition,
        failures: Sequence[type[BaseException]],
        sandboxed: bool,
    ) -> None:
        self.execution = execution
        self.definition = definition
        self.loop: WorkflowLoop = WorkflowLoop(self)  # type: ignore[abstract]  # what asyncio needs, no more
        self.replaying = False
        self.length = 0
        self.start_time = 0.0
        self.random = random.Random(f"{process.machine.seed}/{execution.run_id}")
        self._failures = (FailureError, asyncio.TimeoutError, *definition.failures, *failures)
        self._guard = refuse if sandboxed and definition.sandboxed else None
        self._context = process.context()
        self._context.run(self._enter)
        self.code: Coroutine[Any, Any, None] | None = None
        """The run's own flow, once it has begun."""
        self._object: Any = None
        self._given: Sequence[Payload] = ()
        self._issued: list[Command] = []
        self._problem: BaseException | None = None
        self._conditions: list[tuple[Callable[[], bool], asyncio.Future[None]]] = []
        self._activities: dict[str, asyncio.Future[Any]] = {}
        self._timers: dict[str, DurableTimer] = {}
        self._numbers: dict[str, int] = {}
        self._patches: set[str] = set()
        self._patched: dict[str, bool] = {}

    def _enter(self) -> None:
        INSIDE_ENGINE.set(True)
        RUNTIME.set(self)
        GUARD.set(self._guard)

    # -- one turn --------------------------------------------------------------------------------

    def activate(self, turn: Activation) -> list[Command]:
        """Tell the code what happened and run it until it waits. Returns what it asked for.

        Raises:
            Exception: what the code raised that is no failure: the workflow task fails.
        """
        self._issued = []
        self.loop.now, self.replaying, self.length = turn.time, turn.replaying, turn.length
        self._patches.update(turn.patches)
        signals = [job for job in turn.jobs if job.type == "WORKFLOW_EXECUTION_SIGNALED"]
        others = [job for job in turn.jobs if job.type != "WORKFLOW_EXECUTION_SIGNALED"]
        for job in others:
            if job.type == "WORKFLOW_EXECUTION_STARTED":
                self.start_time, self._given = job.time, job.fields["input"]
        for jobs in (signals, others):  # a signal's handler runs before `run` does
            if jobs:
                for job in jobs:
                    self._apply(job)
                self._run()
        return self._issued

    def query(self, name: str, given: Sequence[Payload]) -> Payload:
        """Ask a query's handler; it must not change anything.

        Raises:
            Exception: what the handler raised.
        """
        handler = self.definition.handlers.get(("query", name))
        if handler is None:
            own = [n for kind, n in self.definition.handlers if kind == "query"]
            known = " ".join(
                sorted([*own, "__enhanced_stack_trace", "__stack_trace", "__temporal_workflow_metadata"])
            )
            raise RuntimeError(f"Query handler for '{name}' expected but not found, known queries: [{known}]")
        arguments = from_payloads(given, hints_of(handler.function, 1)[0])
        answer = self.loop.create_task(
            call_any(handler.function, self._the_object(), *arguments), context=self._context.copy()
        )
        self.loop.run_while(lambda: not answer.done())
        return to_payload(answer.result())

    def _run(self) -> None:
        self._the_object()
        while True:
            self.loop.run_while(lambda: self._problem is None)
            if self._problem is not None:
                raise self._problem
            waiting, self._conditions = self._conditions, []
            self._conditions = [
                c for c in waiting if not c[1].done() and not self._settled(*c)
            ] + self._conditions
            if not self.loop.has_ready():
                return

    def _settled(self, condition: Callable[[], bool], future: asyncio.Future[None]) -> bool:
        try:
            if not self._in_loop(condition):
                return False
        except Exception as error:
            future.set_exception(error)
        else:
            future.set_result(None)
        return True

    def _in_loop(self, function: Callable[[], Any]) -> Any:
        outer = asyncio._get_running_loop()
        asyncio._set_running_loop(self.loop)
        try:
            return self._context.run(function)
        finally:
            asyncio._set_running_loop(outer)

    def _the_object(self) -> Any:
        if self._object is None:
            self._object = self._in_loop(self.definition.cls)
        return self._object

    def _apply(self, job: HistoryEvent) -> None:
        fields = job.fields
        match job.type:
            case "WORKFLOW_EXECUTION_STARTED":
                self.code = self._main()
                self._spawn(self.code)
            case "WORKFLOW_EXECUTION_SIGNALED":
                self._spawn(self._signalled(fields["signal_name"], fields["input"]))
            case "TIMER_FIRED":
                timer = self._timers.pop(fields["timer_id"], None)
                if timer is not None:
                    timer.fire()
            case _:
                self._resolve_activity(job)

    def _spawn(self, coroutine: Coroutine[Any, Any, None]) -> None:
        self.loop.create_task(self._guarded(coroutine), context=self._context.copy())

    async def _guarded(self, coroutine: Coroutine[Any, Any, None]) -> None:
        try:
            await coroutine
        except ContinueAsNewError as next_run:
            self._issued.append(next_run.args[0])
        except (Exception, asyncio.CancelledError) as error:
            known = CancelledError(str(error)) if isinstance(error, asyncio.CancelledError) else error
            if isinstance(known, self._failures):
                self._issued.append(FailWorkflow(to_failure(known)))
            else:
                self._problem = known

    async def _main(self) -> None:
        arguments = from_payloads(self._given, hints_of(self.definition.run, 1)[0])
        result = await call_any(self.definition.run, self._the_object(), *arguments)
        self._issued.append(CompleteWorkflow(to_payload(result)))

    async def _signalled(self, name: str, given: Sequence[Payload]) -> None:
        handler = self.definition.handlers.get(("signal", name))
        if handler is not None:
            arguments = from_payloads(given, hints_of(handler.function, 1)[0])
            await call_any(handler.function, self._the_object(), *arguments)

    # -- what the code asks for ------------------------------------------------------------------

    def number(self, kind: str) -> int:
        """The next number of a kind of command, from 1: the same on replay."""
        n = self._numbers[kind] = self._numbers.get(kind, 0) + 1
        return n

    def activity(self, command: ScheduleActivity, hint: Any) -> asyncio.Task[Any]:
        """Schedule an activity; the task is done with its result."""
        self._issued.append(command)
        future = self._activities[command.activity_id] = self.loop.create_future()
        task = self.loop.create_task(
            self._await_activity(command, future, hint), context=contextvars.copy_context()
        )
        task.add_done_callback(lambda task: self._take_back(command) if task.cancelled() else None)
        return task

    async def _await_activity(self, command: ScheduleActivity, future: asyncio.Future[Any], hint: Any) -> Any:
        try:
            result = await future
        except asyncio.CancelledError:
            self._activities.pop(command.activity_id, None)
            if not self._take_back(command):
                self._issued.append(RequestCancelActivity(command.activity_id))
            raise self._cancelled(command) from CancelledError()
        return from_payload(result, hint)

    def _cancelled(self, command: ScheduleActivity) -> ActivityError:
        return ActivityError(
            "Activity cancelled",
            scheduled_event_id=0,
            started_event_id=0,
            identity="",
            activity_type=command.activity_type,
            activity_id=command.activity_id,
            retry_state=RetryState.CANCEL_REQUESTED,
        )

    def _resolve_activity(self, job: HistoryEvent) -> None:
        scheduled = self.execution.history[job.fields["scheduled_event_id"] - 1].fields
        future = self._activities.pop(scheduled["activity_id"], None)
        if future is None or future.done():
            return
        if job.type == "ACTIVITY_TASK_COMPLETED":
            future.set_result(job.fields["result"])
            return
        error = ActivityError(
            "Activity task timed out" if job.type == "ACTIVITY_TASK_TIMED_OUT" else "Activity task failed",
            scheduled_event_id=job.fields["scheduled_event_id"],
            started_event_id=job.fields["started_event_id"],
            identity="",
            activity_type=scheduled["activity_type"]["name"],
            activity_id=scheduled["activity_id"],
            retry_state=RetryState(job.fields["retry_state"]) if "retry_state" in job.fields else None,
        )
        cause = job.fields.get("failure", {"message": "Cancelled", "canceled_failure_info": {"details": []}})
        error.__cause__ = from_failure(cause)
        future.set_exception(error)

    def timer(self, timer: DurableTimer, seconds: float) -> None:
        """Start a durable timer.

        Raises:
            RuntimeError: a negative duration, as the SDK words it.
        """
        if seconds < 0:
            raise RuntimeError("Attempting to schedule timer with negative delay")
        timer.timer_id = str(self.number("timer"))
        self._timers[timer.timer_id] = timer
        self._issued.append(StartTimer(timer.timer_id, seconds))

    def cancel_timer(self, timer_id: str) -> None:
        """Cancel a timer that has not fired; one that was not yet sent is as if it had never been."""
        timer = self._timers.pop(timer_id, None)
        if timer is not None and not any(
            self._take_back(c) for c in self._issued if isinstance(c, StartTimer) and c.timer_id == timer_id
        ):
            self._issued.append(CancelTimer(timer_id))

    def _take_back(self, command: Command) -> bool:
        if command in self._issued:
            self._issued.remove(command)
            return True
        return False

    def wait_for(self, condition: Callable[[], bool]) -> asyncio.Future[None]:
        """A future that is done at the first turn at whose end the condition holds."""
        future: asyncio.Future[None] = self.loop.create_future()
        self._conditions.append((condition, future))
        return future

    def patched(self, patch_id: str, *, deprecated: bool) -> bool:
        """Whether this run takes the new branch: yes, unless it is replayed and its history has no marker."""
        if patch_id in self._patched:
            return self._patched[patch_id]
        use = self._patched[patch_id] = not self.replaying or patch_id in self._patches
        if use:
            self._issued.append(SetPatchMarker(patch_id, deprecated))
        return use

    def continue_as_new(
        self, given: Sequence[Any], workflow_type: str | None, task_queue: str | None
    ) -> NoReturn:
        """End this run; the next one begins with `given`."""
        raise ContinueAsNewError(
            ContinueAsNew(
                workflow_type or self.definition.name,
                tuple(to_payload(value) for value in given),
                task_queue or self.execution.task_queue,
            )
        )
