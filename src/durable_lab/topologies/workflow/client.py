"""`temporalio.client`: whoever starts runs, signals them and waits for them. It is outside and does not crash."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from durable_lab.kernel.machine.process import current
from durable_lab.kernel.outside.exchange import Route, Served, Unacknowledged, exchange
from durable_lab.kernel.outside.store import LATENCY
from durable_lab.kernel.trace import step_name
from durable_lab.topologies.workflow.common import WorkflowExecutionStatus as Status
from durable_lab.topologies.workflow.common import WorkflowIDReusePolicy
from durable_lab.topologies.workflow.definitions import (
    UNSET,
    handler_name,
    positional,
    reject,
    workflow_name,
)
from durable_lab.topologies.workflow.engine import ENGINE, Engine, engine_of
from durable_lab.topologies.workflow.errors import (
    FailureError,
    RPCError,
    RPCStatusCode,
    TemporalError,
    TerminatedError,
    WorkflowFailureError,
    from_failure,
)
from durable_lab.topologies.workflow.execution import Execution
from durable_lab.topologies.workflow.history import HistoryEvent
from durable_lab.topologies.workflow.payloads import from_payload, hints_of, to_payload

START = Route("start", "start", "start", "sent", None, LATENCY, ENGINE)
SIGNAL = Route("signal", "signal", "signal", "sent", None, LATENCY, ENGINE)

QUERY_TIMEOUT = 30.0
"""Virtual seconds that a query waits for a worker (measured)."""

_START_OPTIONS = "id, task_queue, arg, args, id_reuse_policy, result_type"


class Client:
    """A connection to the engine."""

    def __init__(self, engine: Engine, namespace: str) -> None:
        self._engine = engine
        self.namespace = namespace

    @classmethod
    async def connect(cls, target_host: str, *, namespace: str = "default", **others: Any) -> Client:
        """Connect. There is one engine in a simulation, whatever the address."""
        reject("Client.connect", others, "target_host, namespace")
        return cls(engine_of(current("Client.connect").machine), namespace)

    async def start_workflow(
        self,
        workflow: str | Callable[..., Any],
        arg: Any = UNSET,
        *,
        args: Sequence[Any] = (),
        id: str,
        task_queue: str,
        result_type: type | None = None,
        id_reuse_policy: WorkflowIDReusePolicy = WorkflowIDReusePolicy.ALLOW_DUPLICATE,
        **others: Any,
    ) -> WorkflowHandle:
        """Start a run and come back at once.

        Raises:
            WorkflowAlreadyStartedError: a run of this id is open, or it may not be used again.
        """
        reject("start_workflow", others, _START_OPTIONS)
        name, given = workflow_name(workflow), [to_payload(value) for value in positional(arg, args)]
        hint = result_type if isinstance(workflow, str) else hints_of(workflow)[1]

        def serve() -> Served:
            try:
                execution = self._engine.start(id, name, task_queue, given, id_reuse_policy)
            except FailureError as error:
                return Served("refused", {"why": str(error)}, error=error)
            return Served("stored", {}, result=execution.run_id)

        shown: dict[str, Any] = {"business": id, "input": given}
        run_id = await exchange(current("start_workflow"), START, step_name(name), serve, **shown)
        return WorkflowHandle(self._engine, id, run_id=None, first_run_id=run_id, hint=hint)

    async def execute_workflow(
        self, workflow: str | Callable[..., Any], arg: Any = UNSET, **options: Any
    ) -> Any:
        """Start a run and wait for its result; the options are those of `start_workflow`.

        Raises:
            WorkflowAlreadyStartedError: as `start_workflow`.
            WorkflowFailureError: as `WorkflowHandle.result`.
        """
        handle = await self.start_workflow(workflow, arg, **options)
        return await handle.result()

    def get_workflow_handle(
        self, workflow_id: str, *, run_id: str | None = None, result_type: type | None = None
    ) -> WorkflowHandle:
        """A handle of a run by its id; whether there is one shows when it is used."""
        return WorkflowHandle(self._engine, workflow_id, run_id=run_id, first_run_id=run_id, hint=result_type)

    def get_workflow_handle_for(
        self, workflow: Callable[..., Any], workflow_id: str, *, run_id: str | None = None
    ) -> WorkflowHandle:
        """The same, with the type of the result."""
        return self.get_workflow_handle(workflow_id, run_id=run_id, result_type=hints_of(workflow)[1])


@dataclass(frozen=True)
class WorkflowExecutionDescription:
    """What the engine says of a run. A stuck one is RUNNING."""

    id: str
    run_id: str
    workflow_type: str
    task_queue: str
    status: Status
    start_time: datetime
    history_length: int


@dataclass(frozen=True)
class WorkflowHistory:
    """A run's events."""

    workflow_id: str
    events: Sequence[HistoryEvent]


class WorkflowHandle:
    """A run, as its client sees it."""

    def __init__(
        self, engine: Engine, id: str, *, run_id: str | None, first_run_id: str | None, hint: Any
    ) -> None:
        self._engine = engine
        self.id = id
        self.run_id = run_id
        self.first_execution_run_id = first_run_id
        self.result_run_id = first_run_id
        self._hint = hint

    def _found(self, *, running: bool = False) -> Execution:
        return self._engine.find(self.id, self.run_id, running=running)

    async def result(self, *, follow_runs: bool = True) -> Any:
        """Wait until the run has closed, and the runs that continue it.

        Raises:
            WorkflowFailureError: it failed or was terminated; its cause says why.
            RPCError: NOT_FOUND.
        """
        process = current("WorkflowHandle.result")
        execution = self._engine.find(self.id, self.result_run_id)
        while True:
            await execution.closed
            if execution.next is None or not follow_runs:
                break
            execution = execution.next
        name = step_name(execution.workflow_type)
        n = process.machine.number("result", name)
        shown = {"business": self.id, "status": execution.status.name}
        process.machine.emit(process, "result", "result", name, n, "returned", **shown)
        await process.machine.alive(process)
        return self._outcome(execution)

    def _outcome(self, execution: Execution) -> Any:
        if execution.status == Status.COMPLETED:
            return from_payload(execution.result or "null", self._hint)
        failure = execution.failure or {"message": ""}
        if execution.status == Status.TERMINATED:
            raise WorkflowFailureError(cause=TerminatedError(failure["message"]))
        if execution.status == Status.CONTINUED_AS_NEW:
            raise WorkflowContinuedAsNewError("Workflow continued as new")
        raise WorkflowFailureError(cause=from_failure(failure))

    async def signal(
        self, signal: str | Callable[..., Any], arg: Any = UNSET, *, args: Sequence[Any] = ()
    ) -> None:
        """Send a signal. Accepted and kept whether or not a worker lives; never deduplicated.

        Raises:
            RPCError: NOT_FOUND: no such run, or it has closed.
        """
        name, given = handler_name(signal, "signal"), [to_payload(value) for value in positional(arg, args)]

        def serve() -> Served:
            try:
                self._found(running=True).signal(name, given, "client")
            except RPCError as error:
                return Served("refused", {"why": str(error)}, error=error)
            return Served("stored", {})

        shown: dict[str, Any] = {"business": self.id, "input": given}
        process = current("WorkflowHandle.signal")
        while True:
            try:
                await exchange(process, SIGNAL, step_name(name), serve, **shown)
            except Unacknowledged:
                continue  # a second signal: the engine does not know that it says the same
            return

    async def query(
        self, query: str | Callable[..., Any], arg: Any = UNSET, *, args: Sequence[Any] = ()
    ) -> Any:
        """Ask a worker about the run. Leaves nothing in the history, and needs a worker that lives.

        Raises:
            RPCError: NOT_FOUND; or DEADLINE_EXCEEDED: no worker answered.
            WorkflowQueryFailedError: the handler raised.
        """
        name, given = handler_name(query, "query"), [to_payload(value) for value in positional(arg, args)]
        hint = None if isinstance(query, str) else hints_of(query, 1)[1]
        machine = current("WorkflowHandle.query").machine
        answer = machine.loop.create_future()
        self._engine.query(self._found(), name, given, answer)
        machine.loop.call_later(QUERY_TIMEOUT, _expire, answer)
        return from_payload(await answer, hint)

    async def terminate(self, *args: Any, reason: str | None = None) -> None:
        """End the run from outside: its code gets no further turn.

        Raises:
            RPCError: NOT_FOUND: no such run, or it has closed.
        """
        self._found(running=True).terminate(reason or "")

    async def describe(self) -> WorkflowExecutionDescription:
        """What the engine says of the run.

        Raises:
            RPCError: NOT_FOUND.
        """
        run = self._found()
        started = datetime.fromtimestamp(run.history[0].time, UTC)
        return WorkflowExecutionDescription(
            self.id, run.run_id, run.workflow_type, run.task_queue, run.status, started, len(run.history)
        )

    async def fetch_history_events(self) -> AsyncIterator[HistoryEvent]:
        """The events of the run so far.

        Raises:
            RPCError: NOT_FOUND.
        """
        for event in self._found().shown():
            yield event

    async def fetch_history(self) -> WorkflowHistory:
        """The events of the run so far, at once.

        Raises:
            RPCError: NOT_FOUND.
        """
        return WorkflowHistory(self.id, self._found().shown())


class WorkflowContinuedAsNewError(TemporalError):
    """The run was continued, and its result was asked for without following."""


def _expire(answer: asyncio.Future[Any]) -> None:
    if not answer.done():
        answer.set_exception(RPCError("Timeout expired", RPCStatusCode.DEADLINE_EXCEEDED))
