"""Task queues: the workers that poll, and the tasks that wait for one. A queue outlives every worker."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from durable_lab.kernel.machine.process import Process
from durable_lab.topologies.workflow.wire.tasks import Task


class Poller(NamedTuple):
    """One life of a worker, as the server sees it: a connection."""

    identity: str
    process: Process
    """What is at the other end."""
    take: Callable[[Task], None]
    """Hand it a task."""

    @property
    def polls(self) -> bool:
        """Whether it takes new tasks."""
        return self.process.alive and not self.process.stopping


class TaskQueue:
    """The tasks of one kind under one name. Pollers take turns."""

    def __init__(self) -> None:
        self._pollers: deque[Poller] = deque()
        self._waiting: deque[Callable[[Poller], None]] = deque()

    def offer(self, start: Callable[[Poller], None]) -> None:
        """Have a task started by a worker that lives and takes tasks, or keep it until one comes."""
        for _ in range(len(self._pollers)):
            poller = self._pollers.popleft()
            if poller.polls:
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
