"""The server beside all processes. It never crashes here; what it has accepted, it keeps.

A server killed with its database in a file keeps its runs too (measured), so that crashes of it would only delay.
"""

from __future__ import annotations

import asyncio
import itertools
import uuid
from collections.abc import Callable
from typing import Any

from durable_lab.kernel.machine.clock import EPOCH
from durable_lab.kernel.machine.loop import Handle, outside
from durable_lab.kernel.machine.machine import Machine
from durable_lab.kernel.machine.process import Process
from durable_lab.kernel.outside.exchange import Served
from durable_lab.kernel.outside.store import LATENCY
from durable_lab.topologies.workflow.server.activities import stale
from durable_lab.topologies.workflow.server.run import Run
from durable_lab.topologies.workflow.server.task_queues import Poller, TaskQueue
from durable_lab.topologies.workflow.wire.history import HistoryEvent
from durable_lab.topologies.workflow.wire.outcomes import Completed, Failed
from durable_lab.topologies.workflow.wire.runs import Closed, Description, Refused, WorkflowIDReusePolicy
from durable_lab.topologies.workflow.wire.runs import WorkflowExecutionStatus as Status
from durable_lab.topologies.workflow.wire.tasks import (
    ENGINE,
    ActivityHeartbeat,
    ActivityTaskEnded,
    Poll,
    Query,
    QueryAnswered,
    Report,
    Task,
    Token,
    WorkflowTask,
    WorkflowTaskCompleted,
    WorkflowTaskFailed,
)
from durable_lab.topologies.workflow.wire.values import Payload

_NAMESPACE = uuid.UUID("5f3a9f5e-2a5b-4a0e-9d6c-5d3f3e1a7c11")


class Server:
    """All runs, by workflow id, and the task queues."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._runs: dict[str, list[Run]] = {}
        self._by_run_id: dict[str, Run] = {}
        self._workflow_queues: dict[str, TaskQueue] = {}
        self._activity_queues: dict[str, TaskQueue] = {}
        self._queries: dict[Token, asyncio.Future[Completed | Failed]] = {}
        self._query_numbers = itertools.count(1)

    # -- time ------------------------------------------------------------------------------------

    def now(self) -> float:
        """Unix time, seconds."""
        return EPOCH + self.machine.loop.now

    def later(self, seconds: float, action: Callable[..., None], *args: Any) -> Handle:
        """Carry out `action` after so many virtual seconds, whoever lives then."""
        return self.machine.loop.call_later(seconds, action, *args, context=outside())

    # -- workers ---------------------------------------------------------------------------------

    def workflow_queue(self, name: str) -> TaskQueue:
        """The queue of workflow tasks under a name, made at its first use."""
        return self._workflow_queues.setdefault(name, TaskQueue())

    def activity_queue(self, name: str) -> TaskQueue:
        """The queue of activity tasks under a name, made at its first use."""
        return self._activity_queues.setdefault(name, TaskQueue())

    def poll(self, poll: Poll, process: Process, take: Callable[[Task], None]) -> None:
        """Give a worker what waits, and from now on what comes. What was stuck is tried again: its code may be new."""
        poller = Poller(poll.identity, process, take)
        if poll.workflows:
            self.workflow_queue(poll.task_queue).join(poller)
        if poll.activities:
            self.activity_queue(poll.task_queue).join(poller)
        for runs in list(self._runs.values()):
            runs[-1].try_on()

    def leave(self, identity: str) -> None:
        """A worker shuts down in order: no run waits for its cache."""
        for runs in self._runs.values():
            runs[-1].tasks.forget(identity)

    def deliver(self, poller: Poller, task: Task) -> None:
        """Send a task to a worker; if it dies meanwhile, the task is lost until it times out."""
        seconds = LATENCY
        if self.machine.cuts:
            seconds = max(LATENCY, self.machine.cut_for(poller.process, ENGINE))
        self.later(seconds, lambda: poller.take(task) if poller.process.alive else None)

    def hears(self, poller: Poller) -> bool:
        """Whether a worker runs and can be reached: if it does not report, that is its code's doing."""
        return poller.process.runs and self.machine.cut_for(poller.process, ENGINE) <= 0

    def seen_lately(self, poller: Poller, seconds: float) -> bool:
        """Whether a worker that is gone was there in the last so many seconds."""
        died = poller.process.died_at
        return died is not None and self.machine.loop.now - died <= seconds

    def report(self, report: Report) -> Served:
        """Take in what a worker did of a task."""
        run = self._by_run_id[report.token.run_id]
        match report:
            case WorkflowTaskCompleted():
                return run.tasks.complete(report)
            case WorkflowTaskFailed():
                return run.tasks.fail(report)
        activity = run.activities.get(report.token.event_id)
        if activity is None:
            return stale()
        match report:
            case ActivityTaskEnded():
                return activity.end(report)
            case ActivityHeartbeat():
                return activity.heartbeat(report)

    # -- queries ---------------------------------------------------------------------------------

    def query(
        self, workflow_id: str, run_id: str | None, query: Query
    ) -> asyncio.Future[Completed | Failed] | Refused:
        """Have the worker that has the run in its cache answer, or any."""
        run = self._find(workflow_id, run_id)
        if isinstance(run, Refused):
            return run
        token = Token(run.run_id, 0, next(self._query_numbers))
        answer = self._queries[token] = self.machine.loop.create_future()
        sticky = run.tasks.sticky
        if sticky is not None and sticky.process.alive:
            self._ask(sticky, run, token, query)
        else:
            queue = self.workflow_queue(run.task_queue)
            queue.offer(lambda poller: self._ask(poller, run, token, query))
        return answer

    def _ask(self, poller: Poller, run: Run, token: Token, query: Query) -> None:
        history = tuple(run.history)
        self.deliver(
            poller,
            WorkflowTask(token, run.workflow_id, run.run_id, run.workflow_type, history, query=query),
        )

    def answer(self, answer: QueryAnswered) -> None:
        """Pass it on to whoever asked."""
        self.later(LATENCY, self._settle, answer)

    def _settle(self, answer: QueryAnswered) -> None:
        future = self._queries.pop(answer.token)
        if not future.done():
            future.set_result(answer.answer)

    # -- runs ------------------------------------------------------------------------------------

    @staticmethod
    def run_id(workflow_id: str, number: int) -> str:
        """The id of the n-th run under a workflow id: the same in every simulation."""
        return str(uuid.uuid5(_NAMESPACE, f"{workflow_id}/{number}"))

    def open(self, workflow_id: str, workflow_type: str, task_queue: str) -> Run:
        """A new run under a workflow id; its history is still empty."""
        runs = self._runs.setdefault(workflow_id, [])
        run = Run(self, workflow_id, len(runs) + 1, workflow_type, task_queue)
        runs.append(run)
        self._by_run_id[run.run_id] = run
        return run

    def start(
        self,
        workflow_id: str,
        workflow_type: str,
        task_queue: str,
        input: tuple[Payload, ...],
        reuse: WorkflowIDReusePolicy,
    ) -> str | Refused:
        """Start a run, unless its id is in use, or may not be used again."""
        runs = self._runs.get(workflow_id)
        if runs and not _may_start_after(runs[-1].status, reuse):
            return Refused("ALREADY_EXISTS", "Workflow execution already started", runs[-1].run_id)
        run = self.open(workflow_id, workflow_type, task_queue)
        run.begin(input)
        return run.run_id

    def _find(self, workflow_id: str, run_id: str | None, *, running: bool = False) -> Run | Refused:
        """A run: the latest under its id unless it is named. Refused too if it is to be `running` and has closed."""
        runs = self._runs.get(workflow_id, [])
        found = runs[-1:] if run_id is None else [run for run in runs if run.run_id == run_id]
        if not found:
            return Refused("NOT_FOUND", f"workflow not found for ID: {workflow_id}")
        if running and found[0].status != Status.RUNNING:
            return Refused("NOT_FOUND", "workflow execution already completed")
        return found[0]

    def signal(
        self, workflow_id: str, run_id: str | None, name: str, input: tuple[Payload, ...], identity: str
    ) -> Refused | None:
        """Accept a signal. It is never compared with an earlier one."""
        run = self._find(workflow_id, run_id, running=True)
        if isinstance(run, Refused):
            return run
        run.signal(name, input, identity)
        return None

    def terminate(self, workflow_id: str, run_id: str | None, reason: str) -> Refused | None:
        """End a run from outside; its code gets no further turn."""
        run = self._find(workflow_id, run_id, running=True)
        if isinstance(run, Refused):
            return run
        run.terminate(reason)
        return None

    def closed(self, workflow_id: str, run_id: str | None) -> asyncio.Future[Closed] | Refused:
        """Done when the run has closed; the caller's own, who may stop waiting."""
        run = self._find(workflow_id, run_id)
        return run if isinstance(run, Refused) else run.closing()

    def describe(self, workflow_id: str, run_id: str | None) -> Description | Refused:
        """A run now."""
        run = self._find(workflow_id, run_id)
        return run if isinstance(run, Refused) else run.described()

    def history(self, workflow_id: str, run_id: str | None) -> tuple[HistoryEvent, ...] | Refused:
        """The events of a run so far."""
        run = self._find(workflow_id, run_id)
        return run if isinstance(run, Refused) else run.shown()


def _may_start_after(status: Status, reuse: WorkflowIDReusePolicy) -> bool:
    if status == Status.RUNNING or reuse == WorkflowIDReusePolicy.REJECT_DUPLICATE:
        return False
    return reuse == WorkflowIDReusePolicy.ALLOW_DUPLICATE or status != Status.COMPLETED
