"""One life of a worker: it takes tasks, runs the code, reports. What it remembers dies with it."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from durable_lab.kernel.machine.blocking import call_any
from durable_lab.kernel.machine.process import Process
from durable_lab.kernel.machine.roles import Worker
from durable_lab.kernel.machine.stdlib import ClientsOwn
from durable_lab.kernel.outside.client import INSIDE_ENGINE
from durable_lab.kernel.outside.exchange import CallTimedOut, Route, Served, exchange
from durable_lab.kernel.outside.store import LATENCY
from durable_lab.kernel.outside.world import UNIT
from durable_lab.kernel.trace import step_name
from durable_lab.topologies.workflow.activity import CONTEXT, Context
from durable_lab.topologies.workflow.attempts import ActivityTask
from durable_lab.topologies.workflow.commands import Command, FailWorkflow
from durable_lab.topologies.workflow.definitions import (
    ACTIVITY,
    WORKFLOW,
    ActivityDefinition,
    Place,
    WorkflowDefinition,
)
from durable_lab.topologies.workflow.engine import ENGINE, Engine
from durable_lab.topologies.workflow.errors import ApplicationError, Failure, NondeterminismError, to_failure
from durable_lab.topologies.workflow.execution import TASK_TIMEOUT, Execution, GivenTask
from durable_lab.topologies.workflow.heartbeats import Heartbeats
from durable_lab.topologies.workflow.instance import Instance
from durable_lab.topologies.workflow.payloads import Payload, from_payloads, hints_of, to_payload
from durable_lab.topologies.workflow.replay import Replay

COMMANDS = Route("commands", "commands", "commands", "sent", None, LATENCY, ENGINE)
COMPLETION = Route("completion", "completion", "completion", "sent", None, LATENCY, ENGINE)

RUN_NAME = "__mp_main__"
"""`__name__` in a worker's copy of the file: what Python's own spawned processes have."""


@dataclass(frozen=True)
class Registered:
    """What a worker was told to run, in a form that outlives it."""

    places: tuple[Place, ...]
    task_queue: str
    cache: int
    """How many runs it keeps between their tasks."""
    sandboxed: bool
    failures: tuple[type[BaseException], ...]
    workflows: bool
    activities: bool


class WorkerProcess:
    """A poller of the engine."""

    def __init__(self, process: Process, engine: Engine, registered: Registered) -> None:
        self.process = process
        self.engine = engine
        self.registered = registered
        self.caches = registered.cache > 0
        self._workflows: dict[str, WorkflowDefinition] = {}
        self._activities: dict[str, ActivityDefinition] = {}
        self._cache: OrderedDict[str, Replay] = OrderedDict()
        self._deciding: dict[str, list[GivenTask]] = {}
        """Runs with a task in progress, and the tasks that came for them meanwhile."""
        self.role = process.role = Worker(process.machine, self._leave)
        process.start(self._begin())

    def _leave(self) -> None:
        """Take no more tasks, but those that are on their way; what has begun goes on to its end."""
        self.engine.leave(self)
        self.process.start(asyncio.sleep(2 * LATENCY))

    async def _begin(self) -> None:
        """Execute the file, find the definitions, poll. A file that raises leaves a worker that never polls."""
        machine = self.process.machine
        try:
            await self._define()
        except (Exception, SystemExit) as error:
            await machine.alive(self.process)
            machine.broken = error
            return
        machine.broken = None
        told = self.registered
        self.engine.join(self, told.task_queue, workflows=told.workflows, activities=told.activities)

    async def _define(self) -> None:
        self.role.heard, self.role.defines_only = False, True  # the client, of the same file, has said it
        namespace, body = self.process.machine.program.load(RUN_NAME)
        if body is not None:
            with contextlib.suppress(ClientsOwn):  # an `asyncio.run` without a guard
                await body
        self.role.heard, self.role.defines_only = True, False
        for place in self.registered.places:
            found = place.find(namespace)
            if hasattr(found, ACTIVITY):
                activity: ActivityDefinition = getattr(found, ACTIVITY)
                self._activities[activity.name] = activity
            else:
                workflow: WorkflowDefinition = getattr(found, WORKFLOW)
                self._workflows[workflow.name] = workflow

    # -- workflow tasks --------------------------------------------------------------------------

    def take_workflow_task(self, task: GivenTask) -> None:
        """Receive a workflow task; one that comes while another of its run is being reported waits."""
        run_id = task.execution.run_id
        if run_id in self._deciding:
            self._deciding[run_id].append(task)
        else:
            self._deciding[run_id] = []
            self.process.start(self._decide_all(task))

    async def _decide_all(self, task: GivenTask) -> None:
        waiting = self._deciding[task.execution.run_id]
        waiting.append(task)
        while waiting:
            await self._decide(waiting.pop(0))
        del self._deciding[task.execution.run_id]

    async def _decide(self, task: GivenTask) -> None:
        machine, execution = self.process.machine, task.execution
        name = step_name(execution.workflow_type)
        cached = self._cache.get(execution.run_id)
        shown: dict[str, Any] = {
            "business": execution.workflow_id,
            "from": cached.position + 1 if cached else 1,
            "to": len(task.events),
            "attempt": task.task.attempt,
        }
        n = machine.number("task", name)
        machine.emit(self.process, "task", "task", name, n, "returned", **shown)
        await machine.alive(self.process)
        report = self._report(task)
        await machine.alive(self.process)
        if not report.decided and task.task.attempt > 1:
            self._cache.pop(execution.run_id, None)
            execution.problem = report.shown["failure"]
            return  # as the SDK does: it reports the first failure and lets the others time out
        shown = {"business": execution.workflow_id, **report.shown}
        try:
            accepted = await exchange(
                self.process, COMMANDS, name, report.serve, timeout=TASK_TIMEOUT, **shown
            )
        except CallTimedOut:
            accepted = False
        if not (accepted and report.decided):
            self._cache.pop(execution.run_id, None)

    def _report(self, given: GivenTask) -> _Report:
        """Run the code and word what it decided, or why it could not."""
        execution = given.execution
        try:
            commands = self._advance(given)
        except NondeterminismError as error:
            if isinstance(error, self._failing(execution)):
                return self._decision(given, [FailWorkflow(to_failure(error))])
            restricted = type(error) is not NondeterminismError
            cause = "WORKFLOW_WORKER_UNHANDLED_FAILURE" if restricted else "NON_DETERMINISTIC_ERROR"
            return _undecided(execution, given, cause, to_failure(error))
        except Exception as error:
            cause = "WORKFLOW_WORKER_UNHANDLED_FAILURE"
            return _undecided(execution, given, cause, to_failure(error))
        return self._decision(given, commands)

    def _failing(self, execution: Execution) -> tuple[type[BaseException], ...]:
        definition = self._workflows.get(execution.workflow_type)
        return (*self.registered.failures, *(definition.failures if definition else ()))

    def _decision(self, given: GivenTask, commands: list[Command]) -> _Report:
        names = [type(command).__name__ for command in commands]
        return _Report(
            True,
            {"commands": names, "cached": self.caches},
            lambda: given.execution.complete_task(given.task, commands, self),
        )

    def _advance(self, given: GivenTask) -> list[Command]:
        replay = self._replay_of(given.execution)
        replayed = replay.position == 0 and any(e.type == "WORKFLOW_TASK_COMPLETED" for e in given.events)
        if replayed:
            machine, name = self.process.machine, step_name(given.execution.workflow_type)
            n = machine.number("replay", name)
            machine.emit(self.process, "task", "replay", name, n, "begun", events=len(given.events))
        try:
            return replay.advance(given.events)
        finally:
            self.role.resting = replay.instance.code

    def _replay_of(self, execution: Execution) -> Replay:
        """The run from the cache, or its code anew. The cache forgets the one not used for longest."""
        replay = self._cache.pop(execution.run_id, None)
        if replay is None:
            replay = Replay(self._instance(execution))
        if self.caches:
            self._cache[execution.run_id] = replay
            if len(self._cache) > self.registered.cache:
                self._cache.popitem(last=False)
        return replay

    def _instance(self, execution: Execution) -> Instance:
        definition = self._workflows.get(execution.workflow_type)
        if definition is None:
            known = ", ".join(sorted(self._workflows))
            raise ApplicationError(
                f"Workflow class {execution.workflow_type} is not registered on this worker, "
                f"available workflows: {known}",
                type="NotFoundError",
            )
        return Instance(
            self.process, execution, definition, self.registered.failures, self.registered.sandboxed
        )

    # -- queries ---------------------------------------------------------------------------------

    def take_query(
        self, execution: Execution, name: str, given: list[Payload], reply: Callable[[Payload, str], None]
    ) -> None:
        """Answer a query from the cache, or from a replay."""
        self.process.start(self._answer(execution, name, given, reply))

    async def _answer(
        self, execution: Execution, name: str, given: list[Payload], reply: Callable[[Payload, str], None]
    ) -> None:
        machine = self.process.machine
        shown = {"business": execution.workflow_id}
        n = machine.number("query", step_name(name))
        machine.emit(self.process, "task", "query", step_name(name), n, "returned", **shown)
        await machine.alive(self.process)
        try:
            replay = self._replay_of(execution)
            replay.advance(tuple(execution.history))
            answer, problem = replay.instance.query(name, given), ""
        except Exception as error:
            self._cache.pop(execution.run_id, None)
            answer, problem = "", str(error)
        machine.emit(self.process, "commands", "query", step_name(name), n, "sent", **shown)
        await machine.alive(self.process)
        reply(answer, problem)

    # -- activities ------------------------------------------------------------------------------

    def take_activity_task(self, task: ActivityTask) -> None:
        """Receive one attempt: an `async def` runs as a task, a `def` as a flow of its own."""
        activity = self._activities.get(task.activity.command.activity_type)
        if activity is not None and asyncio.iscoroutinefunction(activity.function):
            self.process.start_task(self._attempt(task, activity))
        else:
            self.process.start(self._attempt(task, activity))

    async def _attempt(self, task: ActivityTask, activity: ActivityDefinition | None) -> None:
        machine, pending = self.process.machine, task.activity
        name = step_name(pending.command.activity_type)
        n = machine.number("activity_task", name)
        shown: dict[str, Any] = {"business": pending.unit, "unit": pending.unit, "attempt": task.attempt}
        machine.emit(self.process, "activity_task", "activity_task", name, n, "returned", **shown)
        await machine.alive(self.process)
        heartbeats = Heartbeats(self.process, task, name)
        INSIDE_ENGINE.set(True)
        UNIT.set((pending.unit, task.attempt))
        CONTEXT.set(Context(task, heartbeats.beat))
        report: Callable[[], Served]
        try:
            result = await self._run_activity(task, activity)
        except Exception as error:
            failure = to_failure(error)
            await heartbeats.flush()
            shown["failure"] = failure["message"]
            report = lambda: pending.fail(task, failure)  # noqa: E731
        else:
            heartbeats.stop()
            shown |= {"result": result, "commits": [pending.unit]}
            report = lambda: pending.complete(task, result)  # noqa: E731
        await machine.alive(self.process)
        await exchange(self.process, COMPLETION, name, report, **shown)

    async def _run_activity(self, task: ActivityTask, activity: ActivityDefinition | None) -> Payload:
        command = task.activity.command
        if activity is None:
            known = ", ".join(sorted(self._activities))
            raise ApplicationError(
                f"Activity function {command.activity_type} for workflow {task.activity.execution.workflow_id} "
                f"is not registered on this worker, available activities: {known}",
                type="NotFoundError",
            )
        arguments = from_payloads(command.input, hints_of(activity.function)[0])
        return to_payload(await call_any(activity.function, *arguments))


@dataclass(frozen=True)
class _Report:
    """What a workflow task came to."""

    decided: bool
    shown: dict[str, Any]
    serve: Callable[[], Served]


def _undecided(execution: Execution, given: GivenTask, cause: str, failure: Failure) -> _Report:
    return _Report(
        False,
        {"failure": failure["message"]},
        lambda: execution.fail_task(given.task, cause, failure),
    )
