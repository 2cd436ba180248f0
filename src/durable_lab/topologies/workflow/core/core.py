"""A worker's core: it takes tasks from the server, has the SDK run the code, and reports. It dies with its process."""

from __future__ import annotations

from typing import Any, NamedTuple

from durable_lab.kernel.machine.process import Process
from durable_lab.kernel.outside.exchange import CallTimedOut, Route, exchange
from durable_lab.kernel.outside.store import LATENCY
from durable_lab.kernel.trace import step_name
from durable_lab.topologies.workflow.core.attempts import Attempts
from durable_lab.topologies.workflow.core.cache import Cache
from durable_lab.topologies.workflow.core.lang import Lang
from durable_lab.topologies.workflow.core.matching import Mismatch
from durable_lab.topologies.workflow.core.replay import Replay, TurnFailed
from durable_lab.topologies.workflow.service import Service
from durable_lab.topologies.workflow.wire.commands import Command, FailWorkflow
from durable_lab.topologies.workflow.wire.outcomes import (
    Completed,
    Failed,
    application_failure,
    failure,
)
from durable_lab.topologies.workflow.wire.tasks import (
    ENGINE,
    TASK_TIMEOUT,
    ActivityHeartbeat,
    ActivityTask,
    Poll,
    Query,
    QueryAnswered,
    Task,
    WorkflowTask,
    WorkflowTaskCompleted,
    WorkflowTaskFailed,
)

COMMANDS = Route("commands", "commands", "commands", "sent", None, LATENCY, ENGINE)


class CoreConfig(NamedTuple):
    """What a core is told of its worker."""

    task_queue: str
    cache: int
    """How many runs it keeps between their tasks."""
    workflows: bool
    activities: bool
    nondeterminism_fails: frozenset[str]
    """The types of workflows that a mismatch fails, instead of their workflow task."""


class Core:
    """One life of a worker, below its SDK."""

    def __init__(self, process: Process, service: Service, lang: Lang, config: CoreConfig) -> None:
        self._process = process
        self._machine = process.machine
        self._service = service
        self._config = config
        self._lang = lang
        self._identity = f"{process.name}/{process.life}"
        self._cache = Cache(lang, config.cache)
        self._attempts = Attempts(process, service, lang)
        self._deciding: dict[str, list[WorkflowTask]] = {}
        """Runs with a task in progress, and the tasks that came for them meanwhile."""

    def poll(self) -> None:
        """Take tasks from now on."""
        config = self._config
        poll = Poll(self._identity, config.task_queue, config.workflows, config.activities)
        self._service.poll(poll, self._process, self._take)

    def leave(self) -> None:
        """Take no more tasks but those that are on their way."""
        self._service.leave(self._identity)

    def heartbeat(self, beat: ActivityHeartbeat) -> None:
        """An attempt says that it lives."""
        self._attempts.heartbeat(beat)

    def _take(self, task: Task) -> None:
        """Receive a task; one that comes while another of its run is being reported waits."""
        if isinstance(task, ActivityTask):
            self._attempts.take(task)
        elif task.query is not None:
            self._process.start(self._answer(task, task.query))
        elif task.run_id in self._deciding:
            self._deciding[task.run_id].append(task)
        else:
            self._deciding[task.run_id] = [task]
            self._process.start(self._decide_all(task.run_id))

    # -- workflow tasks --------------------------------------------------------------------------

    async def _decide_all(self, run_id: str) -> None:
        waiting = self._deciding[run_id]
        while waiting:
            await self._decide(waiting.pop(0))
        del self._deciding[run_id]

    async def _decide(self, task: WorkflowTask) -> None:
        name = step_name(task.workflow_type)
        shown: dict[str, Any] = {
            "business": task.workflow_id,
            "from": self._cache.seen(task.run_id) + 1,
            "to": len(task.history),
            "attempt": task.attempt,
        }
        n = self._machine.number("task", name)
        self._machine.emit(self._process, "task", "task", name, n, "returned", **shown)
        await self._machine.alive(self._process)
        report = await self._report(task)
        await self._machine.alive(self._process)
        decided = isinstance(report, WorkflowTaskCompleted)
        if not await self._send(task, report) or not decided:
            await self._cache.evict(task.run_id, "its decision is not history")

    async def _send(self, task: WorkflowTask, report: WorkflowTaskCompleted | WorkflowTaskFailed) -> bool:
        """Report; whether the server accepts it. Temporal's core reports a first failure and lets others time out."""
        shown: dict[str, Any] = {"business": task.workflow_id}
        if isinstance(report, WorkflowTaskFailed):
            if task.attempt > 1:
                return False
            shown["failure"] = report.failure["message"]
        else:
            names = [type(command).__name__ for command in report.commands]
            shown |= {"commands": names, "cached": report.sticky}
        try:
            accepted: bool = await exchange(
                self._process,
                COMMANDS,
                step_name(task.workflow_type),
                lambda: self._service.report(report),
                timeout=TASK_TIMEOUT,
                **shown,
            )
        except CallTimedOut:
            return False
        return accepted

    async def _report(self, task: WorkflowTask) -> WorkflowTaskCompleted | WorkflowTaskFailed:
        """Have the code run, and word what it decided, or why it could not."""
        try:
            commands = await self._advance(task)
        except Mismatch as error:
            wrong = application_failure(str(error), "NondeterminismError")
            if task.workflow_type not in self._config.nondeterminism_fails:
                return WorkflowTaskFailed(task.token, "NON_DETERMINISTIC_ERROR", wrong)
            commands = [FailWorkflow(wrong)]
        except TurnFailed as error:
            return WorkflowTaskFailed(task.token, error.cause, error.failure)
        return WorkflowTaskCompleted(task.token, tuple(commands), sticky=self._config.cache > 0)

    async def _advance(self, task: WorkflowTask) -> list[Command]:
        replay = await self._replay_of(task)
        if replay.position == 0 and any(e.type == "WORKFLOW_TASK_COMPLETED" for e in task.history):
            name = step_name(task.workflow_type)
            n = self._machine.number("replay", name)
            self._machine.emit(self._process, "task", "replay", name, n, "begun", events=len(task.history))
        commands = await replay.advance(task.history)
        await self._cache.release(task.run_id)
        return commands

    async def _replay_of(self, task: WorkflowTask) -> Replay:
        seed = f"{self._machine.seed}/{task.run_id}"
        return await self._cache.get(task.run_id, lambda: Replay(self._lang, task, seed))

    # -- queries ---------------------------------------------------------------------------------

    async def _answer(self, task: WorkflowTask, query: Query) -> None:
        name, shown = step_name(query.name), {"business": task.workflow_id}
        n = self._machine.number("query", name)
        self._machine.emit(self._process, "task", "query", name, n, "returned", **shown)
        await self._machine.alive(self._process)
        answer = await self._asked(task, query)
        if isinstance(answer, Failed):
            await self._cache.evict(task.run_id, "a query failed")
        self._machine.emit(self._process, "commands", "query", name, n, "sent", **shown)
        await self._machine.alive(self._process)
        self._service.answer(QueryAnswered(task.token, answer))

    async def _asked(self, task: WorkflowTask, query: Query) -> Completed | Failed:
        """What the code says, from the cache or from a replay."""
        try:
            replay = await self._replay_of(task)
            await replay.advance(task.history)
            answer = await replay.query(query)
        except Mismatch as error:
            return Failed(failure(str(error)))
        except TurnFailed as error:
            return Failed(error.failure)
        await self._cache.release(task.run_id)
        return answer
