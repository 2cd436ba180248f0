"""The engine: the server beside all processes. It never crashes here; what it has accepted, it keeps.

A server killed with its database in a file keeps its runs too (measured), so that crashes of it would only delay.
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable, Sequence
from typing import Any

from durable_lab.kernel.machine.loop import Handle, outside
from durable_lab.kernel.machine.machine import Machine
from durable_lab.kernel.machine.stdlib import EPOCH
from durable_lab.kernel.outside.store import LATENCY
from durable_lab.topologies.workflow.common import WorkflowExecutionStatus as Status
from durable_lab.topologies.workflow.common import WorkflowIDReusePolicy
from durable_lab.topologies.workflow.errors import (
    RPCError,
    RPCStatusCode,
    WorkflowAlreadyStartedError,
    WorkflowQueryFailedError,
)
from durable_lab.topologies.workflow.execution import Execution
from durable_lab.topologies.workflow.payloads import Payload
from durable_lab.topologies.workflow.task_queues import Poller, TaskQueue

ENGINE = "engine"
"""What a cut of the network calls the engine."""

_NAMESPACE = uuid.UUID("5f3a9f5e-2a5b-4a0e-9d6c-5d3f3e1a7c11")


class Engine:
    """All runs, by workflow id, and the task queues."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.executions: dict[str, list[Execution]] = {}
        self._workflow_queues: dict[str, TaskQueue] = {}
        self._activity_queues: dict[str, TaskQueue] = {}

    # -- time ------------------------------------------------------------------------------------

    def now(self) -> float:
        """Unix time, seconds."""
        return EPOCH + self.machine.loop.now

    def later(self, seconds: float, action: Callable[..., None], *args: Any) -> Handle:
        """Carry out `action` after so many virtual seconds, whoever lives then."""
        return self.machine.loop.call_later(seconds, action, *args, context=outside())

    def deliver(self, worker: Poller, take: Callable[[], None]) -> None:
        """Send a task to a worker; if it dies meanwhile, the task is lost until it times out."""
        seconds = LATENCY
        if self.machine.cuts:
            seconds = max(LATENCY, self.machine.cut_for(worker.process, ENGINE))
        self.later(seconds, lambda: take() if worker.process.alive else None)

    def hears(self, worker: Poller) -> bool:
        """Whether a worker runs and can be reached: if it does not report, that is its code's doing."""
        return worker.process.runs and self.machine.cut_for(worker.process, ENGINE) <= 0

    # -- workers ---------------------------------------------------------------------------------

    def workflow_queue(self, name: str) -> TaskQueue:
        """The queue of workflow tasks under a name, made at its first use."""
        return self._workflow_queues.setdefault(name, TaskQueue())

    def activity_queue(self, name: str) -> TaskQueue:
        """The queue of activity tasks under a name, made at its first use."""
        return self._activity_queues.setdefault(name, TaskQueue())

    def join(self, worker: Poller, task_queue: str, *, workflows: bool, activities: bool) -> None:
        """A worker begins to poll."""
        if workflows:
            self.workflow_queue(task_queue).join(worker)
        if activities:
            self.activity_queue(task_queue).join(worker)
        for runs in list(self.executions.values()):
            runs[-1].try_on()

    def leave(self, worker: Poller) -> None:
        """A worker shuts down in order: no run waits for its cache."""
        for runs in self.executions.values():
            if runs[-1].sticky is worker:
                runs[-1].sticky = None

    def seen_lately(self, worker: Poller, seconds: float) -> bool:
        """Whether a worker that is gone was there in the last so many seconds."""
        died = worker.process.died_at
        return died is not None and self.machine.loop.now - died <= seconds

    def query(
        self, execution: Execution, name: str, given: list[Payload], answer: asyncio.Future[Any]
    ) -> None:
        """Have a worker answer a query; `answer` is done when it has."""
        if execution.sticky is not None and execution.sticky.process.alive:
            self._ask(execution.sticky, execution, name, given, answer)
        else:
            queue = self.workflow_queue(execution.task_queue)
            queue.offer(lambda worker: self._ask(worker, execution, name, given, answer))

    def _ask(
        self,
        worker: Poller,
        execution: Execution,
        name: str,
        given: list[Payload],
        answer: asyncio.Future[Any],
    ) -> None:
        def settle(result: Payload, problem: str) -> None:
            if not answer.done() and problem:
                answer.set_exception(WorkflowQueryFailedError(problem))
            elif not answer.done():
                answer.set_result(result)

        def reply(result: Payload, problem: str) -> None:
            self.later(LATENCY, settle, result, problem)

        self.deliver(worker, lambda: worker.take_query(execution, name, given, reply))

    # -- runs ------------------------------------------------------------------------------------

    @staticmethod
    def run_id(workflow_id: str, number: int) -> str:
        """The id of the n-th run under a workflow id: the same in every simulation."""
        return str(uuid.uuid5(_NAMESPACE, f"{workflow_id}/{number}"))

    def open(self, workflow_id: str, workflow_type: str, task_queue: str) -> Execution:
        """A new run under a workflow id; its history is still empty."""
        runs = self.executions.setdefault(workflow_id, [])
        execution = Execution(self, workflow_id, len(runs) + 1, workflow_type, task_queue)
        runs.append(execution)
        return execution

    def start(
        self,
        workflow_id: str,
        workflow_type: str,
        task_queue: str,
        given: Sequence[Payload],
        reuse: WorkflowIDReusePolicy,
    ) -> Execution:
        """Start a run.

        Raises:
            WorkflowAlreadyStartedError: the id is in use, or may not be used again.
        """
        runs = self.executions.get(workflow_id)
        if runs and not _may_start_after(runs[-1].status, reuse):
            raise WorkflowAlreadyStartedError(workflow_id, workflow_type, run_id=runs[-1].run_id)
        execution = self.open(workflow_id, workflow_type, task_queue)
        execution.begin(given)
        return execution

    def find(self, workflow_id: str, run_id: str | None = None, *, running: bool = False) -> Execution:
        """A run: the latest under its id unless it is named.

        Raises:
            RPCError: NOT_FOUND, also if it is to be `running` and has closed.
        """
        runs = self.executions.get(workflow_id, [])
        found = runs[-1:] if run_id is None else [run for run in runs if run.run_id == run_id]
        if not found:
            raise RPCError(f"workflow not found for ID: {workflow_id}", RPCStatusCode.NOT_FOUND)
        if running and found[0].status != Status.RUNNING:
            raise RPCError("workflow execution already completed", RPCStatusCode.NOT_FOUND)
        return found[0]


def engine_of(machine: Machine) -> Engine:
    """The engine of a machine, made at its first use."""
    if "durable_workflow" not in machine.engines:
        machine.engines["durable_workflow"] = Engine(machine)
    engine: Engine = machine.engines["durable_workflow"]
    return engine


def _may_start_after(status: Status, reuse: WorkflowIDReusePolicy) -> bool:
    if status == Status.RUNNING or reuse == WorkflowIDReusePolicy.REJECT_DUPLICATE:
        return False
    return reuse == WorkflowIDReusePolicy.ALLOW_DUPLICATE or status != Status.COMPLETED
