"""`temporalio.worker`: a process that polls. A crash takes its cache and its attempts; the next life begins anew."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from durable_lab.kernel.machine.loop import outside
from durable_lab.kernel.machine.machine import Machine
from durable_lab.kernel.machine.process import Process, current
from durable_lab.topologies.workflow.sdk.client import Client
from durable_lab.topologies.workflow.sdk.definitions import (
    WORKFLOW,
    ActivityDefinition,
    Place,
    WorkflowDefinition,
    activity_definition,
    reject,
)
from durable_lab.topologies.workflow.sdk.worker_process import Registered, WorkerProcess
from durable_lab.topologies.workflow.service import service_of

_OPTIONS = (
    "task_queue, workflows, activities, activity_executor, max_cached_workflows, workflow_runner, "
    "workflow_failure_exception_types"
)
_WITHOUT_EFFECT = frozenset({"identity", "debug_mode", "graceful_shutdown_timeout"})


@dataclass(frozen=True)
class UnsandboxedWorkflowRunner:
    """Run workflow code without the sandbox: a clock in a branch is found only when it is replayed."""


@dataclass(frozen=True)
class SandboxedWorkflowRunner:
    """Run workflow code in the sandbox: the default."""


class Worker:
    """Runs workflows and activities of a task queue, as a process of its own.

    The process executes the whole file in a fresh namespace (its `__name__` is not `"__main__"`) and finds the
    workflows and activities there by name; after a crash the next life does so again.
    """

    def __init__(
        self,
        client: Client,
        *,
        task_queue: str,
        workflows: Sequence[type] = (),
        activities: Sequence[Callable[..., Any]] = (),
        activity_executor: Any = None,
        max_cached_workflows: int = 1000,
        workflow_runner: UnsandboxedWorkflowRunner | SandboxedWorkflowRunner | None = None,
        workflow_failure_exception_types: Sequence[type[BaseException]] = (),
        **others: Any,
    ) -> None:
        """Describe a worker; nothing runs yet.

        Raises:
            ValueError: no workflow and no activity; or a synchronous activity without `activity_executor`.
            LabError: an option that is not modelled, or a definition that is not at module level.
        """
        reject("Worker", {k: v for k, v in others.items() if k not in _WITHOUT_EFFECT}, _OPTIONS)
        if not workflows and not activities:
            raise ValueError("At least one activity, Nexus service, or workflow must be specified")
        defined: list[WorkflowDefinition | ActivityDefinition] = [_workflow(cls) for cls in workflows]
        for function in activities:
            definition = activity_definition(function)
            if activity_executor is None and not inspect.iscoroutinefunction(function):
                raise ValueError(
                    f"Activity {definition.name} is not async so an activity_executor must be present"
                )
            defined.append(definition)
        self._owner = current("Worker")
        self._machine = self._owner.machine
        self._registered = Registered(
            places=tuple(Place(definition) for definition in defined),
            task_queue=task_queue,
            cache=max_cached_workflows,
            sandboxed=not isinstance(workflow_runner, UnsandboxedWorkflowRunner),
            failures=tuple(workflow_failure_exception_types),
            workflows=bool(workflows),
            activities=bool(activities),
        )
        self._process: WorkerProcess | None = None
        self._name = ""
        self._stopped: asyncio.Future[None] = self._machine.loop.create_future()

    def _start(self) -> None:
        self._name = _free_name(self._machine)
        outside().run(self._machine.supervisor.host, self._name, self._begin)

    def _begin(self, process: Process) -> None:
        self._process = WorkerProcess(process, service_of(self._machine), self._registered)

    async def run(self) -> None:
        """Work until `shutdown`, or until the task that runs this is cancelled."""
        self._start()
        try:
            await self._stopped
        finally:
            self._stop()

    async def shutdown(self) -> None:
        """End the process in order."""
        self._stop()

    def _stop(self) -> None:
        if not self._owner.alive:
            return  # the run is over: what a buried client closes counts no more
        if self._process is not None and not self._stopped.done():
            self._process.leave()
            self._machine.supervisor.stop(self._name)
        if not self._stopped.done():
            self._stopped.set_result(None)

    @property
    def is_running(self) -> bool:
        """Whether it was started and not shut down; a crash does not change that: it is started again."""
        return self._process is not None and not self._stopped.done()

    async def __aenter__(self) -> Worker:
        self._start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._stop()


def _workflow(cls: type) -> WorkflowDefinition:
    found: WorkflowDefinition | None = getattr(cls, WORKFLOW, None)
    if found is None:
        raise ValueError(f"Workflow {cls.__name__} missing attributes, was it decorated with @workflow.defn?")
    return found


def _free_name(machine: Machine) -> str:
    """`worker`, the name of the node in the diagram; further ones are numbered."""
    count = sum(name == "worker" or name.startswith("worker-") for name in machine.supervisor.hosts)
    return f"worker-{count + 1}" if count else "worker"
