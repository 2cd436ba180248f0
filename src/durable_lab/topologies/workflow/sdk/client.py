"""`temporalio.client`: whoever starts runs, signals them and waits for them. It is outside and does not crash."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeVar

from durable_lab.kernel.machine.process import current
from durable_lab.kernel.outside.exchange import Route, Served, Unacknowledged, exchange
from durable_lab.kernel.outside.store import LATENCY
from durable_lab.kernel.trace import step_name
from durable_lab.topologies.workflow.sdk.definitions import (
    UNSET,
    handler_name,
    positional,
    reject,
    workflow_name,
)
from durable_lab.topologies.workflow.sdk.errors import (
    RPCError,
    RPCStatusCode,
    TemporalError,
    TerminatedError,
    WorkflowAlreadyStartedError,
    WorkflowFailureError,
    WorkflowQueryFailedError,
    from_failure,
)
from durable_lab.topologies.workflow.sdk.payloads import from_payload, hints_of, to_payload
from durable_lab.topologies.workflow.service import Service, service_of
from durable_lab.topologies.workflow.wire.history import HistoryEvent
from durable_lab.topologies.workflow.wire.outcomes import Completed, Failed, failure
from durable_lab.topologies.workflow.wire.runs import Closed, Refused, WorkflowIDReusePolicy
from durable_lab.topologies.workflow.wire.runs import WorkflowExecutionStatus as Status
from durable_lab.topologies.workflow.wire.tasks import ENGINE, Query
from durable_lab.topologies.workflow.wire.values import Payload

START = Route("start", "start", "start", "sent", None, LATENCY, ENGINE)
SIGNAL = Route("signal", "signal", "signal", "sent", None, LATENCY, ENGINE)

QUERY_TIMEOUT = 30.0
"""Virtual seconds that a query waits for a worker (measured)."""

T = TypeVar("T")

_START_OPTIONS = "id, task_queue, arg, args, id_reuse_policy, result_type"


class Client:
    """A connection to the engine."""

    def __init__(self, service: Service, namespace: str) -> None:
        self._service = service
        self.namespace = namespace

    @classmethod
    async def connect(cls, target_host: str, *, namespace: str = "default", **others: Any) -> Client:
        """Connect. There is one engine in a simulation, whatever the address."""
        reject("Client.connect", others, "target_host, namespace")
        return cls(service_of(current("Client.connect").machine), namespace)

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
        name, given = workflow_name(workflow), _payloads(arg, args)
        hint = result_type if isinstance(workflow, str) else hints_of(workflow)[1]
        started = await exchange(
            current("start_workflow"),
            START,
            step_name(name),
            lambda: _served(self._service.start(id, name, task_queue, given, id_reuse_policy)),
            business=id,
            input=given,
        )
        if isinstance(started, Refused):
            raise WorkflowAlreadyStartedError(id, name, run_id=started.run_id)
        return WorkflowHandle(self._service, id, run_id=None, first_run_id=started, hint=hint)

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
        return WorkflowHandle(
            self._service, workflow_id, run_id=run_id, first_run_id=run_id, hint=result_type
        )

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
        self, service: Service, id: str, *, run_id: str | None, first_run_id: str | None, hint: Any
    ) -> None:
        self._service = service
        self.id = id
        self.run_id = run_id
        self.first_execution_run_id = first_run_id
        self.result_run_id = first_run_id
        self._hint = hint

    async def result(self, *, follow_runs: bool = True) -> Any:
        """Wait until the run has closed, and the runs that continue it.

        Raises:
            WorkflowFailureError: it failed or was terminated; its cause says why.
            RPCError: NOT_FOUND.
        """
        process = current("WorkflowHandle.result")
        closed = await _known(self._service.closed(self.id, self.result_run_id))
        while closed.next_run_id and follow_runs:
            closed = await _known(self._service.closed(self.id, closed.next_run_id))
        name = step_name(closed.workflow_type)
        n = process.machine.number("result", name)
        shown = {"business": self.id, "status": closed.status.name}
        process.machine.emit(process, "result", "result", name, n, "returned", **shown)
        await process.machine.alive(process)
        return self._outcome(closed)

    def _outcome(self, closed: Closed) -> Any:
        if closed.status == Status.COMPLETED:
            return from_payload(closed.result or "null", self._hint)
        why = closed.failure or failure("")
        if closed.status == Status.TERMINATED:
            raise WorkflowFailureError(cause=TerminatedError(why["message"]))
        if closed.status == Status.CONTINUED_AS_NEW:
            raise WorkflowContinuedAsNewError("Workflow continued as new")
        raise WorkflowFailureError(cause=from_failure(why))

    async def signal(
        self, signal: str | Callable[..., Any], arg: Any = UNSET, *, args: Sequence[Any] = ()
    ) -> None:
        """Send a signal. Accepted and kept whether or not a worker lives; never deduplicated.

        Raises:
            RPCError: NOT_FOUND: no such run, or it has closed.
        """
        name, given = handler_name(signal, "signal"), _payloads(arg, args)
        process = current("WorkflowHandle.signal")
        while True:
            try:
                answer = await exchange(
                    process,
                    SIGNAL,
                    step_name(name),
                    lambda: _served(self._service.signal(self.id, self.run_id, name, given, "client")),
                    business=self.id,
                    input=given,
                )
            except Unacknowledged:
                continue  # a second signal: the engine does not know that it says the same
            _known(answer)
            return

    async def query(
        self, query: str | Callable[..., Any], arg: Any = UNSET, *, args: Sequence[Any] = ()
    ) -> Any:
        """Ask a worker about the run. Leaves nothing in the history, and needs a worker that lives.

        Raises:
            RPCError: NOT_FOUND; or DEADLINE_EXCEEDED: no worker answered.
            WorkflowQueryFailedError: the handler raised.
        """
        asked = Query(handler_name(query, "query"), _payloads(arg, args))
        hint = None if isinstance(query, str) else hints_of(query, 1)[1]
        machine = current("WorkflowHandle.query").machine
        waiting = _known(self._service.query(self.id, self.run_id, asked))
        machine.loop.call_later(QUERY_TIMEOUT, _expire, waiting)
        answer = await waiting
        if isinstance(answer, Failed):
            raise WorkflowQueryFailedError(answer.failure["message"])
        return from_payload(answer.result, hint)

    async def terminate(self, *args: Any, reason: str | None = None) -> None:
        """End the run from outside: its code gets no further turn.

        Raises:
            RPCError: NOT_FOUND: no such run, or it has closed.
        """
        _known(self._service.terminate(self.id, self.run_id, reason or ""))

    async def describe(self) -> WorkflowExecutionDescription:
        """What the engine says of the run.

        Raises:
            RPCError: NOT_FOUND.
        """
        run = _known(self._service.describe(self.id, self.run_id))
        started = datetime.fromtimestamp(run.start_time, UTC)
        return WorkflowExecutionDescription(
            self.id, run.run_id, run.workflow_type, run.task_queue, run.status, started, run.history_length
        )

    async def fetch_history_events(self) -> AsyncIterator[HistoryEvent]:
        """The events of the run so far.

        Raises:
            RPCError: NOT_FOUND.
        """
        for event in _known(self._service.history(self.id, self.run_id)):
            yield event

    async def fetch_history(self) -> WorkflowHistory:
        """The events of the run so far, at once.

        Raises:
            RPCError: NOT_FOUND.
        """
        return WorkflowHistory(self.id, _known(self._service.history(self.id, self.run_id)))


class WorkflowContinuedAsNewError(TemporalError):
    """The run was continued, and its result was asked for without following."""


def _payloads(arg: Any, args: Sequence[Any]) -> tuple[Payload, ...]:
    return tuple(to_payload(value) for value in positional(arg, args))


def _served(answer: str | Refused | None) -> Served:
    """What the trace shows of the server's answer."""
    if isinstance(answer, Refused):
        return Served("refused", {"why": answer.message}, result=answer)
    return Served("stored", {}, result=answer)


def _known(answer: T | Refused) -> T:
    """What the server answered.

    Raises:
        RPCError: it refused.
    """
    if isinstance(answer, Refused):
        raise RPCError(answer.message, RPCStatusCode[answer.code])
    return answer


def _expire(answer: asyncio.Future[Completed | Failed]) -> None:
    if not answer.done():
        answer.set_exception(RPCError("Timeout expired", RPCStatusCode.DEADLINE_EXCEEDED))
