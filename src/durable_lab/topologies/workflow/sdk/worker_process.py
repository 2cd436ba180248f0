"""One life of a worker: it executes the file, and runs the code of the workflows and activities that it finds there.

What it remembers dies with it. It takes its turns from the core below it.
"""

from __future__ import annotations

import asyncio
import contextlib
import inspect
from dataclasses import dataclass

from durable_lab.kernel.machine.blocking import call_any
from durable_lab.kernel.machine.event_loop import EventLoop
from durable_lab.kernel.machine.process import Process
from durable_lab.kernel.machine.roles import Worker
from durable_lab.kernel.machine.stdlib import ClientsOwn
from durable_lab.kernel.outside.client import INSIDE_ENGINE
from durable_lab.kernel.outside.store import LATENCY
from durable_lab.kernel.outside.world import UNIT
from durable_lab.topologies.workflow.core.core import Core, CoreConfig
from durable_lab.topologies.workflow.sdk.activity import CONTEXT, Context
from durable_lab.topologies.workflow.sdk.definitions import (
    ACTIVITY,
    WORKFLOW,
    ActivityDefinition,
    Place,
    WorkflowDefinition,
)
from durable_lab.topologies.workflow.sdk.errors import ApplicationError, NondeterminismError, to_failure
from durable_lab.topologies.workflow.sdk.instance import Instance
from durable_lab.topologies.workflow.sdk.payloads import from_payloads, to_payload
from durable_lab.topologies.workflow.service import Service
from durable_lab.topologies.workflow.wire.activations import (
    Activation,
    Asked,
    Completion,
    InitializeWorkflow,
    RemoveFromCache,
    Successful,
    Unsuccessful,
)
from durable_lab.topologies.workflow.wire.commands import FailWorkflow
from durable_lab.topologies.workflow.wire.outcomes import Completed, Failed
from durable_lab.topologies.workflow.wire.tasks import ActivityTask
from durable_lab.topologies.workflow.wire.values import Payload

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
    """The definitions of the file, and the code of the runs that the core has in its cache."""

    def __init__(self, process: Process, service: Service, registered: Registered) -> None:
        self._process = process
        self._service = service
        self._registered = registered
        self._workflows: dict[str, WorkflowDefinition] = {}
        self._activities: dict[str, ActivityDefinition] = {}
        self._instances: dict[str, Instance] = {}
        self._core: Core | None = None
        """Once the file has been executed."""
        self._role = process.role = Worker(process.machine, self._stop)
        process.event_loop = EventLoop(process)
        process.start(self._begin())

    def leave(self) -> None:
        """Take no more tasks, but those that are on their way."""
        if self._core is not None:
            self._core.leave()

    def _stop(self) -> None:
        """Leave; what has begun goes on to its end."""
        self.leave()
        self._process.start(asyncio.sleep(2 * LATENCY))

    async def _begin(self) -> None:
        """Execute the file, find the definitions, poll. A file that raises leaves a worker that never polls."""
        machine = self._process.machine
        try:
            await self._define()
        except BaseException as error:
            if not self._process.alive:
                raise
            await machine.alive(self._process)
            machine.broken = error
            return
        machine.broken = None
        self._core = Core(self._process, self._service, self, self._core_config())
        self._core.poll()

    async def _define(self) -> None:
        role = self._role
        role.heard, role.defines_only = False, True  # the client, of the same file, has said it
        namespace, body = self._process.machine.program.load(RUN_NAME)
        if body is not None:
            with contextlib.suppress(ClientsOwn):  # an `asyncio.run` without a guard
                await body
        role.heard, role.defines_only = True, False
        for place in self._registered.places:
            found = place.find(namespace)
            if hasattr(found, ACTIVITY):
                activity: ActivityDefinition = getattr(found, ACTIVITY)
                self._activities[activity.name] = activity
            else:
                workflow: WorkflowDefinition = getattr(found, WORKFLOW)
                self._workflows[workflow.name] = workflow

    def _core_config(self) -> CoreConfig:
        told = self._registered
        fails = {name for name in self._workflows if issubclass(NondeterminismError, self._failing(name))}
        return CoreConfig(told.task_queue, told.cache, told.workflows, told.activities, frozenset(fails))

    def _failing(self, workflow_type: str) -> tuple[type[BaseException], ...]:
        """The exceptions that fail a run of this type, beside the SDK's own."""
        return (*self._registered.failures, *self._workflows[workflow_type].failures)

    # -- workflows -------------------------------------------------------------------------------

    async def activate(self, activation: Activation) -> Completion:
        """Have the code of a run learn what happened, and run it until it waits."""
        run_id, first = activation.run_id, activation.jobs[0] if activation.jobs else None
        if isinstance(first, RemoveFromCache):
            self._instances.pop(run_id, None)
            return Successful(run_id, ())
        try:
            return Successful(run_id, tuple(self._advance(activation)))
        except Exception as error:
            nondeterministic = type(error) is NondeterminismError
            cause = "NON_DETERMINISTIC_ERROR" if nondeterministic else "WORKFLOW_WORKER_UNHANDLED_FAILURE"
            return Unsuccessful(run_id, to_failure(error), cause)

    def _advance(self, activation: Activation) -> list[Asked]:
        instance = self._instance(activation)
        try:
            return instance.activate(activation)
        except NondeterminismError as error:
            if isinstance(error, self._failing(instance.definition.name)):
                return [FailWorkflow(to_failure(error))]
            raise
        finally:
            self._role.resting = instance.code

    def _instance(self, activation: Activation) -> Instance:
        """The code of a run: anew, if the run begins."""
        begun = next((job for job in activation.jobs if isinstance(job, InitializeWorkflow)), None)
        if begun is not None:
            self._instances[activation.run_id] = self._new_instance(activation.run_id, begun)
        return self._instances[activation.run_id]

    def _new_instance(self, run_id: str, begun: InitializeWorkflow) -> Instance:
        definition, told = self._workflows.get(begun.workflow_type), self._registered
        if definition is None:
            known = ", ".join(sorted(self._workflows))
            raise ApplicationError(
                f"Workflow class {begun.workflow_type} is not registered on this worker, "
                f"available workflows: {known}",
                type="NotFoundError",
            )
        return Instance(
            self._process, run_id, begun, definition, told.task_queue, told.failures, told.sandboxed
        )

    # -- activities ------------------------------------------------------------------------------

    def is_async(self, activity_type: str) -> bool:
        """Whether an activity is an `async def`."""
        activity = self._activities.get(activity_type)
        return activity is not None and inspect.iscoroutinefunction(activity.function)

    async def run_activity(self, task: ActivityTask) -> Completed | Failed:
        """Run one attempt to its end."""
        assert self._core is not None
        INSIDE_ENGINE.set(True)
        UNIT.set((task.unit, task.attempt))
        CONTEXT.set(Context(task, self._core.heartbeat))
        try:
            return Completed(await self._result_of(task))
        except BaseException as error:  # a `SystemExit` too is an attempt that failed (measured)
            if not self._process.alive:
                raise
            return Failed(to_failure(error))

    async def _result_of(self, task: ActivityTask) -> Payload:
        wanted = task.activity
        activity = self._activities.get(wanted.activity_type)
        if activity is None:
            known = ", ".join(sorted(self._activities))
            raise ApplicationError(
                f"Activity function {wanted.activity_type} for workflow {task.workflow_id} "
                f"is not registered on this worker, available activities: {known}",
                type="NotFoundError",
            )
        arguments = from_payloads(wanted.input, activity.hints[0])
        call = call_any(activity.function, *arguments)
        if self.is_async(wanted.activity_type):
            return to_payload(await call)
        return to_payload(await self._process.start_thread(call))
