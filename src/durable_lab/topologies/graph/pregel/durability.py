"""Durability: when the store gets to know what a run has done. One writer for each.

The order of writes is the engine's (measured on LangGraph 1.2.24): a task's pending writes are handed over when it
finishes, the checkpoint when its superstep does. `sync` waits for the checkpoint before the next superstep, `async`
goes on behind it, `exit` writes once, at the end.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from durable_lab.kernel.machine.process import Process
from durable_lab.topologies.graph.checkpointers import BaseCheckpointSaver
from durable_lab.topologies.graph.pregel.background import Background
from durable_lab.topologies.graph.pregel.checkpoint import Superstep, TaskWrites
from durable_lab.topologies.graph.pregel.namespaces import Namespace
from durable_lab.topologies.graph.pregel.writes import NO_TASK
from durable_lab.topologies.graph.types import ERROR, Durability


class Writer:
    """Where a run hands what is to be stored. This one stores nothing: of a graph without a checkpointer."""

    def put_writes(self, done: TaskWrites) -> None:
        """Hand over what a task wrote."""

    def put(self, over: Superstep) -> None:
        """Hand over a checkpoint."""

    async def before_superstep(self) -> None:
        """Wait for what must be stored before the next superstep.

        Raises:
            StoreUnavailable: it could not be.
        """

    async def finish(self, *, raise_errors: bool) -> None:
        """The run is over: wait until all of it is stored.

        Raises:
            StoreUnavailable: something could not be, if `raise_errors`.
        """


class AsyncWriter(Writer):
    """`async`: everything is on its way at once, and the run goes on."""

    def __init__(self, saver: BaseCheckpointSaver, process: Process, namespace: Namespace) -> None:
        self._put = partial(saver.put, process, namespace)
        self._put_writes = partial(saver.put_writes, process, namespace)
        self._background = Background(process)

    def put_writes(self, done: TaskWrites) -> None:
        self._background.beside(partial(self._put_writes, done))

    def put(self, over: Superstep) -> None:
        self._background.in_order(partial(self._put, over))

    async def finish(self, *, raise_errors: bool) -> None:
        await self._background.settle(raise_errors=raise_errors)


class SyncWriter(AsyncWriter):
    """`sync`: the next superstep waits for the checkpoint. Pending writes are behind it even so."""

    _last: asyncio.Future[Any]

    def put(self, over: Superstep) -> None:
        self._last = self._background.in_order(partial(self._put, over))

    async def before_superstep(self) -> None:
        await self._last


class ExitWriter(AsyncWriter):
    """`exit`: the last checkpoint, if the run made any, and the writes of the tasks that finished or paused on it."""

    def __init__(self, saver: BaseCheckpointSaver, process: Process, namespace: Namespace) -> None:
        super().__init__(saver, process, namespace)
        self._last: Superstep | None = None
        self._whole: list[str] = []
        """The recovery units of whole supersteps."""
        self._done: list[str] = []
        """Those of the present one, as they finish."""
        self._beside: dict[str, TaskWrites] = {}
        """By task id, of the present superstep."""
        self._failed = False
        """Whether a node has raised: what a slower sibling writes after that is lost."""

    def put_writes(self, done: TaskWrites) -> None:
        self._done += done.commits
        if done.task_id != NO_TASK and not self._failed:
            self._beside[done.task_id] = done
        self._failed = self._failed or any(channel == ERROR for channel, _ in done.writes)

    def put(self, over: Superstep) -> None:
        self._last = over
        self._whole += self._done
        self._done, self._beside = [], {}

    async def finish(self, *, raise_errors: bool) -> None:
        if self._last is not None:
            super().put(self._last._replace(name="exit", commits=self._whole))
        for done in self._beside.values():
            super().put_writes(done._replace(name="exit", commits=()))
        await super().finish(raise_errors=raise_errors)


def writer_for(
    durability: Durability | None,
    saver: BaseCheckpointSaver | None,
    process: Process,
    namespace: Namespace,
) -> Writer:
    """The writer of a run; `async` by default, as the engine's."""
    if saver is None:
        return Writer()
    kinds = {"sync": SyncWriter, "async": AsyncWriter, "exit": ExitWriter}
    return kinds.get(durability or "async", AsyncWriter)(saver, process, namespace)
