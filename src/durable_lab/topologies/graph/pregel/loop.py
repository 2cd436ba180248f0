"""The loop: one `invoke`, from its input, superstep after superstep, to a pause or the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from durable_lab.kernel.machine.refusal import refusal
from durable_lab.topologies.graph.errors import EmptyInputError, GraphRecursionError, with_help
from durable_lab.topologies.graph.pregel.algorithm import apply_writes, following, prepare_next_tasks
from durable_lab.topologies.graph.pregel.channels import Channels, read, written
from durable_lab.topologies.graph.pregel.checkpoint import (
    Checkpoint,
    Saved,
    Superstep,
    TaskWrites,
    channels_of,
    first,
    open_questions,
)
from durable_lab.topologies.graph.pregel.resuming import Resumption
from durable_lab.topologies.graph.pregel.runner import Invocation, Runner
from durable_lab.topologies.graph.pregel.tasks import PregelExecutableTask
from durable_lab.topologies.graph.pregel.writes import NO_TASK, Pending, map_command
from durable_lab.topologies.graph.types import INTERRUPT, RESUME, START, Command

if TYPE_CHECKING:
    from durable_lab.topologies.graph.pregel.main import Pregel


class PregelLoop:
    """One `invoke`."""

    def __init__(self, graph: Pregel, invocation: Invocation) -> None:
        self._graph = graph
        self._invocation = invocation
        self._checkpoint: Checkpoint
        self._channels: Channels
        """As they are after the checkpoint."""
        self._pending: dict[str, list[Pending]] = {}
        """What is stored of the tasks on the checkpoint that the run began on, by task id."""
        self._resumption = Resumption()
        self._took_input = False

    async def run(self, given: Any, limit: int) -> dict[str, Any]:
        """Run until nothing is left to do or a person is asked; what the client gets.

        Raises:
            GraphRecursionError: more than `limit` supersteps.
        """
        await self._begin(given)
        failure: BaseException | None = None
        paused: list[PregelExecutableTask] = []
        try:
            paused = await self._supersteps(limit)
        except BaseException as error:
            if not self._invocation.process.alive:
                raise
            failure = error
        await self._invocation.writer.finish(raise_errors=failure is None)
        if failure is not None:
            raise failure
        return self._output(paused)

    # -- beginning -------------------------------------------------------------------------------

    async def _begin(self, given: Any) -> None:
        saver, invocation = self._graph.checkpointer, self._invocation
        saved = await saver.load(invocation.process, invocation.namespace) if saver is not None else None
        if isinstance(given, Command) and given.resume is not None and saver is None:
            raise RuntimeError("Cannot use Command(resume=...) without checkpointer")
        if saved is None and given is None:
            raise EmptyInputError(f"Received no input for {START}")
        stored = saved.checkpoint if saved is not None else None
        self._channels = channels_of(self._graph.channels, stored)
        self._checkpoint = stored or first(self._channels)
        if saved is None or (given is not None and not isinstance(given, Command)):
            self._take_input(given)
            return
        self._pending = dict(saved.pending)
        if isinstance(given, Command):
            self._take_command(given, saved)
        self._take_loose_writes()

    def _take_input(self, given: Any) -> None:
        """New input begins at START, on the values that there are; tasks that were to run have had their turn."""
        self._took_input = True
        self._close("input", "input", self._next_tasks(), [(START, given)])

    def _take_command(self, command: Command[Any], saved: Saved) -> None:
        writes = map_command(command, self._graph.updates)
        if command.resume is not None:
            writes = [*self._resumption.bring(command.resume, open_questions(saved.pending)), *writes]
        if not writes and not self._resumption.by_id:
            raise EmptyInputError("Received empty Command input")
        if writes:
            self._invocation.writer.put_writes(TaskWrites(self._checkpoint.id, NO_TASK, "resume", writes))
            kept = [write for write in saved.pending.get(NO_TASK, []) if write[0] != RESUME]
            self._pending[NO_TASK] = [*kept, *writes]

    def _take_loose_writes(self) -> None:
        """What a `Command` wrote to the thread: updates and gotos change the state that this run goes on
        from; its answer waits for the first question that asks."""
        loose = self._pending.pop(NO_TASK, [])
        self._resumption.loose = [value for channel, value in loose if channel == RESUME]
        changes = [write for write in loose if write[0] != RESUME]
        if changes:
            self._channels, applied = apply_writes(self._checkpoint, self._channels, [], changes)
            self._checkpoint = self._checkpoint._replace(**applied._asdict())

    # -- supersteps ------------------------------------------------------------------------------

    async def _supersteps(self, limit: int) -> list[PregelExecutableTask]:
        """Run supersteps; return the tasks of the one that paused, or none at the end."""
        left = limit + 1 if self._took_input else limit + 2  # taking it in is a superstep
        while True:
            if not left:  # the engine asks this first, even where nothing is left to do
                raise GraphRecursionError(_limit_reached(limit))
            tasks = self._next_tasks()
            if not tasks:
                return []
            runner = Runner(self._invocation, self._checkpoint.id, self._channels, self._resumption)
            await runner.run([task for task in tasks if not task.finished])
            unfinished = [task for task in tasks if not task.finished]
            for task in unfinished:
                if task.error is not None:
                    raise task.error
            if unfinished:
                return tasks
            await self._after(tasks)
            left -= 1

    def _next_tasks(self) -> list[PregelExecutableTask]:
        place, graph = self._invocation.namespace, self._graph
        return prepare_next_tasks(place, self._checkpoint, self._channels, graph, self._pending)

    async def _after(self, tasks: list[PregelExecutableTask]) -> None:
        """All tasks of a superstep have finished: it is over."""
        name = "+".join(task.name.strip("_") for task in tasks)
        writes = [write for task in tasks for write in task.writes]
        self._close(name, "loop", tasks, writes)
        self._pending = {}
        self._resumption.superstep_over()
        await self._invocation.writer.before_superstep()

    def _close(
        self, name: str, source: str, tasks: list[PregelExecutableTask], writes: list[Pending]
    ) -> None:
        """Make the next checkpoint of what was written, and hand it over to the store."""
        before, graph = self._checkpoint, self._graph
        self._channels, applied = apply_writes(before, self._channels, tasks, writes)
        machine, lineage = self._invocation.process.machine, self._invocation.namespace.lineage
        number = f"{machine.number('checkpoint id', lineage):06d}"
        self._checkpoint = Checkpoint(number, before.step + 1, source, *applied, before.id or None)
        values = {
            key: value for key, value in applied.channel_values.items() if key in graph.output_keys.state
        }
        then = following(applied.updated_channels, self._channels, graph)
        self._invocation.writer.put(Superstep(name, self._checkpoint, values, then))

    # -- ending ----------------------------------------------------------------------------------

    def _output(self, paused: list[PregelExecutableTask]) -> dict[str, Any]:
        """The state, with the writes of siblings that finished beside a pause, and the questions."""
        writes = [write for task in paused if task.finished for write in task.writes]
        output = read(written(self._channels, writes), self._graph.output_keys.result)
        asking = [write for task in paused if not task.finished for write in task.writes]
        questions = [q for channel, value in asking if channel == INTERRUPT for q in value]
        if questions and self._invocation.in_node:
            raise refusal(
                "not-modelled",
                what="interrupt() in a graph that a node invokes",
                available="interrupt() in a node of the outer graph",
            )
        self._invocation.observer.ended(output, paused=bool(questions))
        return {**output, INTERRUPT: questions} if questions else output


def _limit_reached(limit: int) -> str:
    return with_help(
        f"Recursion limit of {limit} reached without hitting a stop condition. You can "
        "increase the limit by setting the `recursion_limit` config key.",
        "GRAPH_RECURSION_LIMIT",
    )
