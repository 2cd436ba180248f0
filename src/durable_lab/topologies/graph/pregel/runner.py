"""The tasks of a superstep, side by side: each node from its first line, then what it writes and where it goes."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from durable_lab.kernel.machine.blocking import call_any, is_async
from durable_lab.kernel.machine.loop import LOOP
from durable_lab.kernel.machine.process import Process
from durable_lab.kernel.outside.client import INSIDE_ENGINE
from durable_lab.kernel.outside.world import UNIT
from durable_lab.kernel.trace import without_addresses
from durable_lab.topologies.graph.errors import GraphInterrupt, NodeCancelledError
from durable_lab.topologies.graph.pregel.channels import Channels, written
from durable_lab.topologies.graph.pregel.checkpoint import TaskWrites
from durable_lab.topologies.graph.pregel.durability import Writer
from durable_lab.topologies.graph.pregel.namespaces import Namespace
from durable_lab.topologies.graph.pregel.observer import Observer
from durable_lab.topologies.graph.pregel.resuming import Resumption
from durable_lab.topologies.graph.pregel.tasks import PregelExecutableTask
from durable_lab.topologies.graph.pregel.writes import NO_WRITES, Pending
from durable_lab.topologies.graph.types import ANSWERS, ERROR, INTERRUPT, RESUME, Answers


class Invocation(NamedTuple):
    """What belongs to one `invoke` from its beginning to its end."""

    process: Process
    namespace: Namespace
    writer: Writer
    observer: Observer
    synchronous: bool
    """Called by `invoke`, which has no loop for a coroutine."""
    config: Mapping[str, Any]
    """What the client gave, for the nodes."""
    in_node: bool
    """Called by a node of another graph."""


@dataclass
class Attempt:
    """One attempt at a task: what its function and its branches have at hand."""

    task: PregelExecutableTask
    invocation: Invocation
    channels: Channels
    """As they were when the superstep began."""
    writes: list[Pending] = field(default_factory=list)

    async def run(self) -> list[Pending]:
        """Call the function, write what it gave, then where to go; all that was written."""
        node = self.task.node
        extra = {"config": self.invocation.config} if node.takes_config else {}
        result = await self.call(node.name, node.function, self.task.given(self.channels), **extra)
        self.writes = [*node.writes(result), *node.edges]
        for branch in node.branches:
            self.writes += await branch(self)
        return self.writes or [NO_WRITES]

    def read(self) -> Channels:
        """The channels, with what it has written so far."""
        return written(self.channels, self.writes)

    async def call(self, name: str, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Call the program's function; `name` is what an error calls it.

        Raises:
            TypeError: a coroutine function in a synchronous run.
        """
        if self.invocation.synchronous and inspect.iscoroutinefunction(function):
            raise TypeError(
                f'No synchronous function provided to "{name}".\n'
                "Either initialize with a synchronous function or invoke via the async API "
                "(ainvoke, astream, etc.)"
            )
        call = call_any(function, *args, **kwargs)
        if is_async(function) or LOOP.get() is None:
            return await call
        return await self.invocation.process.start_thread(call)  # as `ainvoke` does with a `def`


class Runner:
    """Runs the tasks of one superstep. Their outcome goes into the tasks and to the store."""

    def __init__(
        self, invocation: Invocation, checkpoint_id: str, channels: Channels, resumption: Resumption
    ) -> None:
        """`checkpoint_id`: of the checkpoint that the superstep runs on; `channels` are as it has them."""
        self._invocation = invocation
        self._checkpoint_id = checkpoint_id
        self._channels = channels
        self._resumption = resumption

    async def run(self, tasks: Sequence[PregelExecutableTask]) -> None:
        """Run tasks until each has finished, paused or raised. Cancelled, it cancels them, and waits for them."""
        process = self._invocation.process
        start = process.start if LOOP.get() is None else process.start_task
        running = [start(self._begun(task)) for task in tasks]
        for task, over in zip(tasks, running, strict=True):
            try:
                await over
            except BaseException as error:
                if not process.alive:
                    raise
                if not isinstance(error, asyncio.CancelledError) or _is_cancelled():
                    await _end(running)
                    raise
                self._fail(task, NodeCancelledError(task.name))

    def _begun(self, task: PregelExecutableTask) -> Coroutine[Any, Any, None]:
        attempt = Attempt(task, self._invocation, self._channels)
        if task.node.hidden:
            return self._run_hidden(attempt)
        return self._run_node(attempt, self._resumption.answers_for(task))

    async def _run_hidden(self, attempt: Attempt) -> None:
        task = attempt.task
        task.writes = await attempt.run()
        self._put_writes(task, task.name.strip("_"))

    async def _run_node(self, attempt: Attempt, answers: Answers) -> None:
        task, process, observer = attempt.task, self._invocation.process, self._invocation.observer
        started = observer.started(task)
        INSIDE_ENGINE.set(True)
        UNIT.set((task.unit, started.attempt))
        ANSWERS.set(answers)
        phase = "finished"
        try:
            task.writes = await attempt.run()
        except GraphInterrupt as pause:
            phase = "paused"
            task.writes = [(INTERRUPT, pause.args[0]), *_answered(answers)]
            observer.asked(started, pause.args[0])
        except Exception as error:
            phase = "raised"
            task.error = error
            task.writes = [(ERROR, without_addresses(repr(error))), *_answered(answers)]
        except BaseException:
            if process.alive:
                observer.over(started, "raised")
            raise
        await process.machine.alive(process)
        observer.over(started, phase)
        if not _is_cancelled():  # whoever was to take its writes has gone
            self._put_writes(task, task.name, [task.unit] if phase == "finished" else [])

    def _fail(self, task: PregelExecutableTask, error: Exception) -> None:
        task.error = error
        task.writes = [(ERROR, repr(error))]
        self._put_writes(task, task.name)

    def _put_writes(self, task: PregelExecutableTask, name: str, commits: Sequence[str] = ()) -> None:
        writes = TaskWrites(self._checkpoint_id, task.id, name, task.writes, commits)
        self._invocation.writer.put_writes(writes)


async def _end(running: Sequence[asyncio.Future[Any]]) -> None:
    """The run is over before its tasks: those on its event loop are cancelled, threads go on to their end."""
    for task in running:
        if isinstance(task, asyncio.Task):
            task.cancel()
    await asyncio.wait(running)
    for task in running:
        if not task.cancelled():
            task.exception()  # fetched: it is not what the run raises


def _is_cancelled() -> bool:
    """Whether whoever waits for this run was cancelled, and not a node by itself."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def _answered(answers: Answers) -> list[Pending]:
    """The answers that the node has taken: they stay its own, even if it then raises."""
    return [(RESUME, list(answers.given))] if answers.given and answers.asked else []
