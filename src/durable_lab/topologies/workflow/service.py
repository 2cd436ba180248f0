"""The address of the server, and all that a worker and a client may ask there: what goes in and out is of `wire`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from durable_lab.kernel.machine.machine import Machine
from durable_lab.kernel.machine.process import Process
from durable_lab.kernel.outside.exchange import Served
from durable_lab.topologies.workflow.server.server import Server
from durable_lab.topologies.workflow.wire.history import HistoryEvent
from durable_lab.topologies.workflow.wire.outcomes import Completed, Failed
from durable_lab.topologies.workflow.wire.runs import (
    Closed,
    Description,
    Refused,
    WorkflowIDReusePolicy,
)
from durable_lab.topologies.workflow.wire.tasks import Poll, Query, QueryAnswered, Report, Task
from durable_lab.topologies.workflow.wire.values import Payload


class Service(Protocol):
    """The server, as whoever is connected to it sees it. A run is named by its workflow id, and by its own id if it is
    not the latest one."""

    # -- to workers ------------------------------------------------------------------------------

    def poll(self, poll: Poll, process: Process, take: Callable[[Task], None]) -> None:
        """Have `take` called with each task for this worker, as long as `process` lives and can be reached."""

    def leave(self, identity: str) -> None:
        """A worker shuts down in order: no run waits for its cache."""

    def report(self, report: Report) -> Served:
        """What a worker did of a task. Refused if it is stale."""

    def answer(self, answer: QueryAnswered) -> None:
        """What a worker says to a query."""

    # -- to clients ------------------------------------------------------------------------------

    def start(
        self,
        workflow_id: str,
        workflow_type: str,
        task_queue: str,
        input: tuple[Payload, ...],
        reuse: WorkflowIDReusePolicy,
    ) -> str | Refused:
        """Start a run; its id."""

    def signal(
        self, workflow_id: str, run_id: str | None, name: str, input: tuple[Payload, ...], identity: str
    ) -> Refused | None:
        """Accept a signal, whether or not a worker lives."""

    def terminate(self, workflow_id: str, run_id: str | None, reason: str) -> Refused | None:
        """End a run from outside."""

    def query(
        self, workflow_id: str, run_id: str | None, query: Query
    ) -> asyncio.Future[Completed | Failed] | Refused:
        """Have a worker answer."""

    def closed(self, workflow_id: str, run_id: str | None) -> asyncio.Future[Closed] | Refused:
        """Say when a run has closed, and how."""

    def describe(self, workflow_id: str, run_id: str | None) -> Description | Refused:
        """A run now."""

    def history(self, workflow_id: str, run_id: str | None) -> tuple[HistoryEvent, ...] | Refused:
        """The events of a run so far."""


def service_of(machine: Machine) -> Service:
    """The server of a machine, made at its first use."""
    if "durable_workflow" not in machine.engines:
        machine.engines["durable_workflow"] = Server(machine)
    server: Server = machine.engines["durable_workflow"]
    return server
