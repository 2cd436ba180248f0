"""Task queues: the workers that poll, and the tasks that wait for one. A queue outlives every worker."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from durable_lab.kernel.machine.process import Process
from durable_lab.topologies.workflow.payloads import Payload

if TYPE_CHECKING:
    from durable_lab.topologies.workflow.attempts import ActivityTask
    from durable_lab.topologies.workflow.execution import Execution, GivenTask


class Poller(Protocol):
    """One life of a worker, as the engine sees it."""

    process: Process
    caches: bool
    """Whether it keeps runs between their tasks: then the engine sends it their next ones (stickiness)."""

    def take_workflow_task(self, task: GivenTask) -> None:
        """Receive a workflow task."""

    def take_activity_task(self, task: ActivityTask) -> None:
        """Receive one attempt at an activity."""

    def take_query(
        self, execution: Execution, name: str, given: list[Payload], reply: Callable[[Payload, str], None]
    ) -> None:
        """Receive a query; `reply` takes the answer, or "" and what went wrong."""


class TaskQueue:
    """The tasks of one kind under one name. Pollers take turns."""

    def __init__(self) -> None:
        self._pollers: deque[Poller] = deque()
        self._waiting: deque[Callable[[Poller], None]] = deque()

    def offer(self, start: Callable[[Poller], None]) -> None:
        """Have a task started by a worker that lives and takes tasks, or keep it until one comes."""
        for _ in range(len(self._pollers)):
            poller = self._pollers.popleft()
            if poller.process.alive and not poller.process.stopping:
                self._pollers.append(poller)
                start(poller)
                return
        self._waiting.append(start)

    def join(self, poller: Poller) -> None:
        """A worker begins to poll: it gets what waits, oldest first."""
        self._pollers.append(poller)
        waiting, self._waiting = self._waiting, deque()
        for start in waiting:
            self.offer(start)
