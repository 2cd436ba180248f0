"""One run's code on a worker: its object, its tasks, what it waits for and what it asked for."""

from __future__ import annotations

import asyncio
import contextvars
import random
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, NoReturn

from durable_lab.kernel.machine.blocking import call_any
from durable_lab.kernel.machine.loop import LOOP
from durable_lab.kernel.machine.process import GUARD, Process
from durable_lab.kernel.outside.client import INSIDE_ENGINE
from durable_lab.topologies.workflow.sdk.definitions import WorkflowDefinition
from durable_lab.topologies.workflow.sdk.errors import (
    CancelledError,
    ContinueAsNewError,
    FailureError,
    from_failure,
    to_failure,
)
from durable_lab.topologies.workflow.sdk.payloads import from_payload, from_payloads, to_payload
from durable_lab.topologies.workflow.sdk.sandbox import refuse
from durable_lab.topologies.workflow.sdk.workflow_loop import DurableTimer, WorkflowLoop
from durable_lab.topologies.workflow.wire.activations import (
    Activation,
    Asked,
    CancelTimer,
    FireTimer,
    InitializeWorkflow,
    Job,
    NotifyHasPatch,
    QueryWorkflow,
    RequestCancelActivity,
    ResolveActivity,
    RespondToQuery,
    ScheduleActivity,
    SignalWorkflow,
    StartTimer,
)
from durable_lab.topologies.workflow.wire.commands import (
    Activity,
    CompleteWorkflow,
    ContinueAsNew,
    FailWorkflow,
    SetPatchMarker,
)
from durable_lab.topologies.workflow.wire.outcomes import Completed, Failed
from durable_lab.topologies.workflow.wire.values import Payload

RUNTIME: contextvars.ContextVar[Instance | None] = contextvars.ContextVar("RUNTIME", default=None)
"""The run whose code is executing."""


class Instance:
    """The code of one run, in one worker's memory."""

    def __init__(
        self,
        process: Process,
        run_id: str,
        begun: InitializeWorkflow,
        definition: WorkflowDefinition,
        task_queue: str,
        failures: Sequence[type[BaseException]],
        sandboxed: bool,
    ) -> None:
        self.run_id = run_id
        self.begun = begun
        """How the run began."""
        self.definition = definition
        self.task_queue = task_queue
        self.loop: WorkflowLoop = WorkflowLoop(self)  # type: ignore[abstract]  # what asyncio needs, no more
        self.replaying = False
        self.length = 0
        self.continue_as_new_suggested = False
        self.random = random.Random(begun.randomness_seed)
        self._failures = (FailureError, asyncio.TimeoutError, *definition.failures, *failures)
        self._guard = refuse if sandboxed and definition.sandboxed else None
        self._context = process.context()
        self._context.run(self._enter)
        self.code: Coroutine[Any, Any, None] | None = None
        """The run's own flow, once it has begun."""
        self._object: Any = None
        self._issued: list[Asked] = []
        self._problem: BaseException | None = None
        self._conditions: list[tuple[Callable[[], bool], asyncio.Future[None]]] = []
        self._activities: dict[int, asyncio.Future[Payload]] = {}
        self._timers: dict[int, DurableTimer] = {}
        self._numbers: dict[str, int] = {}
        self._patches: set[str] = set()
        self._patched: dict[str, bool] = {}

    def _enter(self) -> None:
        INSIDE_ENGINE.set(True)
        LOOP.set(None)  # its loop is its own, in a thread
        RUNTIME.set(self)
        GUARD.set(self._guard)

    # -- one turn --------------------------------------------------------------------------------

    def activate(self, activation: Activation) -> list[Asked]:
        """Tell the code what happened and run it until it waits. Returns what it asked for.

        Raises:
            Exception: what the code raised that is no failure: the workflow task fails.
        """
        self._issued = []
        self.loop.now, self.replaying = activation.timestamp, activation.is_replaying
        self.length = activation.history_length
        self.continue_as_new_suggested = activation.continue_as_new_suggested
        signals: list[Job] = []
        others: list[Job] = []
        for job in activation.jobs:
            match job:
                case NotifyHasPatch(patch_id):
                    self._patches.add(patch_id)
                case SignalWorkflow():
                    signals.append(job)
                case QueryWorkflow():
                    self._issued.append(RespondToQuery(job.query_id, self._answer(job)))
                case _:
                    others.append(job)
        for jobs in (signals, others):  # a signal's handler runs before `run` does
            if jobs:
                for job in jobs:
                    self._apply(job)
                self._run()
        return self._issued

    def _answer(self, job: QueryWorkflow) -> Completed | Failed:
        try:
            return Completed(self._query(job.query_type, job.arguments))
        except Exception as error:
            return Failed(to_failure(error))

    def _query(self, name: str, given: Sequence[Payload]) -> Payload:
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
        arguments = from_payloads(given, handler.hints[0])
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

    def _apply(self, job: Job) -> None:
        match job:
            case InitializeWorkflow():
                self.code = self._main()
                self._spawn(self.code)
            case SignalWorkflow(name, given):
                self._spawn(self._signalled(name, given))
            case FireTimer(seq):
                timer = self._timers.pop(seq, None)
                if timer is not None:
                    timer.fire()
            case ResolveActivity():
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
        arguments = from_payloads(self.begun.arguments, self.definition.hints[0])
        result = await call_any(self.definition.run, self._the_object(), *arguments)
        self._issued.append(CompleteWorkflow(to_payload(result)))

    async def _signalled(self, name: str, given: Sequence[Payload]) -> None:
        handler = self.definition.handlers.get(("signal", name))
        if handler is not None:
            arguments = from_payloads(given, handler.hints[0])
            await call_any(handler.function, self._the_object(), *arguments)

    # -- what the code asks for ------------------------------------------------------------------

    def number(self, kind: str) -> int:
        """The next number of a kind of command, from 1: the same on replay."""
        n = self._numbers[kind] = self._numbers.get(kind, 0) + 1
        return n

    def activity(self, seq: int, activity: Activity, hint: Any) -> asyncio.Task[Any]:
        """Schedule an activity; the task is done with its result."""
        self._issued.append(ScheduleActivity(seq, activity))
        self._activities[seq] = self.loop.create_future()
        task = self.loop.create_task(self._await_activity(seq, hint), context=contextvars.copy_context())
        task.add_done_callback(lambda task: self._cancel_activity(seq) if task.cancelled() else None)
        return task

    async def _await_activity(self, seq: int, hint: Any) -> Any:
        while True:
            future = self._activities[seq]
            try:
                return from_payload(await future, hint)
            except asyncio.CancelledError:
                if not future.cancelled():
                    raise  # it has ended already
                self._activities[seq] = self.loop.create_future()
                self._cancel_activity(seq)

    def _cancel_activity(self, seq: int) -> None:
        """Ask for it; that it is cancelled is a job of a further activation."""
        if seq in self._activities:
            self._issued.append(RequestCancelActivity(seq))

    def _resolve_activity(self, job: ResolveActivity) -> None:
        future = self._activities.pop(job.seq)
        if isinstance(job.result, Completed):
            future.set_result(job.result.result)
        else:
            future.set_exception(from_failure(job.result.failure))

    def timer(self, timer: DurableTimer, seconds: float) -> None:
        """Start a durable timer.

        Raises:
            RuntimeError: a negative duration, as the SDK words it.
        """
        if seconds < 0:
            raise RuntimeError("Attempting to schedule timer with negative delay")
        timer.seq = self.number("timer")
        self._timers[timer.seq] = timer
        self._issued.append(StartTimer(timer.seq, seconds))

    def cancel_timer(self, seq: int) -> None:
        """Cancel a timer that has not fired."""
        if self._timers.pop(seq, None) is not None:
            self._issued.append(CancelTimer(seq))

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
                task_queue or self.task_queue,
            )
        )
