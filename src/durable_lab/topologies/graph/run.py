"""One `invoke`: supersteps, pending writes, checkpoints, and the node that begins again at its first line.

The order of reads and writes is the engine's (measured on LangGraph 1.2.24): a task's pending writes are
handed to the store when it finishes, the checkpoint when its superstep does. `sync` waits for the checkpoint
before the next superstep, `async` goes on behind it, `exit` writes once, at the end.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from durable_lab.kernel.machine.blocking import call_any
from durable_lab.kernel.machine.process import Process
from durable_lab.kernel.outside.client import INSIDE_ENGINE
from durable_lab.kernel.outside.world import UNIT
from durable_lab.kernel.trace import step_name, without_addresses
from durable_lab.topologies.graph.background import Background
from durable_lab.topologies.graph.checkpointers import NO_TASK, Checkpoint, Pending, Saved
from durable_lab.topologies.graph.errors import (
    EmptyInputError,
    GraphInterrupt,
    GraphRecursionError,
)
from durable_lab.topologies.graph.snapshot import pending_questions
from durable_lab.topologies.graph.task import Task, tasks_of
from durable_lab.topologies.graph.transition import JOIN, NOTHING, TRIGGER, after, to, writes_of
from durable_lab.topologies.graph.types import (
    ANSWERS,
    END,
    ERROR,
    INTERRUPT,
    RESUME,
    START,
    Answers,
    Command,
    Durability,
    interrupt_id,
    is_interrupt_id,
)

if TYPE_CHECKING:
    from durable_lab.topologies.graph.graph import CompiledStateGraph


class GraphRun:
    """The state of one `invoke`."""

    def __init__(
        self,
        graph: CompiledStateGraph,
        process: Process,
        thread: str,
        durability: Durability,
        limit: int,
        *,
        synchronous: bool,
    ) -> None:
        self.graph = graph
        self.builder = graph.builder
        self.process = process
        self.thread = thread
        self.durability = durability
        self.limit = limit
        self.synchronous = synchronous
        """Whether it was called by `invoke`, which has no loop for a coroutine."""
        self.pending: dict[str, list[Pending]] = {}
        self.made: set[str] = set()
        """The tasks that wrote in this run: `exit` stores their writes, not again what it had loaded."""
        self.done: list[str] = []
        """The recovery units that finished in this run: `exit` makes those of whole supersteps durable at its end."""
        self.checkpoint = Checkpoint("", -2, "", self.builder.schema.initial(), {})
        self.stored_id = ""
        self.resume_by_id: dict[str, Any] = {}
        self.loose_answer: list[Any] = []
        """An answer that names no question, or nothing. Taken from the run by the first that asks, not from
        the store: a later `invoke(None)` on the same checkpoint finds it again, as the engine does."""
        self.failed = False
        """Whether a node has raised. `exit` stores what had finished by then, not a slower sibling's writes."""
        self.unacknowledged = False
        """Whether the client does not learn its result and invokes with the same once more."""
        self.background = Background(process)

    async def invoke(self, given: Any) -> dict[str, Any]:
        """Run until nothing is left to do or a person is asked."""
        await self._begin(given)
        failure: BaseException | None = None
        tasks: list[Task] = []
        try:
            tasks = await self._supersteps()
        except Exception as error:
            failure = error
        if self.durability == "exit":
            self._write_at_exit()
        await self.background.settle(raise_errors=failure is None)
        if failure is not None:
            raise failure
        return self._output(tasks)

    # -- beginning -------------------------------------------------------------------------------

    async def _begin(self, given: Any) -> None:
        self._say_invoke(given)
        await self.process.machine.alive(self.process)
        saver = self.graph.checkpointer
        saved = await saver.load(self.process, self.thread) if saver is not None else None
        if isinstance(given, Command) and given.resume is not None and saver is None:
            raise RuntimeError("Cannot use Command(resume=...) without checkpointer")
        if saved is None:
            if given is None:
                raise EmptyInputError(f"Received no input for {START}")
            self._take_input(given, -1)
            return
        self.checkpoint, self.stored_id = saved.checkpoint, saved.checkpoint.id
        if given is not None and not isinstance(given, Command):
            self._take_input(given, saved.checkpoint.step + 1)
            return
        self.pending = {task: list(writes) for task, writes in saved.pending.items()}
        if isinstance(given, Command):
            self._take_command(given, saved)
        self._take_loose_writes()

    def _take_input(self, given: Any, step: int) -> None:
        """New input drops what was pending and begins at START, on the values that there are."""
        parent = self.checkpoint
        self.checkpoint = Checkpoint(
            self._new_id(), step, "input", parent.values, {}, (START,), given=given, parent=parent.id or None
        )
        self._put_checkpoint("input")

    def _take_command(self, command: Command[Any], saved: Saved) -> None:
        writes = writes_of(self.builder, command)
        questions = pending_questions(saved)
        if command.resume is not None:
            if isinstance(command.resume, dict) and all(is_interrupt_id(key) for key in command.resume):
                self.resume_by_id = command.resume
            elif len(questions) > 1:
                raise RuntimeError(
                    "When there are multiple pending interrupts, you must specify the interrupt id when "
                    "resuming. Docs: https://docs.langchain.com/oss/python/langgraph/interrupts"
                    "#handling-multiple-interrupts."
                )
            else:
                writes = [(RESUME, command.resume), *writes]
        if not writes and not self.resume_by_id:
            raise EmptyInputError("Received empty Command input")
        if writes:
            self._put_writes(NO_TASK, "resume", writes)
            kept = [w for w in saved.pending.get(NO_TASK, []) if w[0] != RESUME]
            self.pending[NO_TASK] = [*kept, *writes]

    def _say_invoke(self, given: Any) -> None:
        machine = self.process.machine
        answers = isinstance(given, Command) and given.resume is not None
        edge, shown = ("resume", given.resume) if answers else ("start", given)
        n = machine.number("invoke", step_name(self.thread))
        event = machine.emit(
            self.process,
            edge,
            "invoke",
            step_name(self.thread),
            n,
            "resumed" if answers else "called",
            given=shown,
        )
        self.unacknowledged = machine.faults.sent_again(event)

    def _take_loose_writes(self) -> None:
        """What a `Command` wrote to the thread: updates and gotos change the state that this run goes on
        from; its answer waits for the first question that asks."""
        loose = self.pending.pop(NO_TASK, [])
        self.loose_answer = [value for channel, value in loose if channel == RESUME]
        changes = [write for write in loose if write[0] != RESUME]
        if changes:
            self.checkpoint = after(self.builder, self.checkpoint, changes, keep_triggers=True)

    # -- supersteps ------------------------------------------------------------------------------

    async def _supersteps(self) -> list[Task]:
        """Run supersteps; return the tasks of the one that paused, or none at the end."""
        taken = 0
        while tasks := tasks_of(self.thread, self.checkpoint, self.pending, self.builder.nodes):
            if taken > self.limit:
                raise GraphRecursionError(
                    f"Recursion limit of {self.limit} reached without hitting a stop condition. You can "
                    "increase the limit by setting the `recursion_limit` config key."
                )
            await self._run_tasks([task for task in tasks if not task.finished])
            for task in tasks:
                if task.error is not None:
                    raise task.error
            if not all(task.finished for task in tasks):
                return tasks
            await self._close_superstep(tasks)
            taken += 1
        return []

    async def _run_tasks(self, tasks: list[Task]) -> None:
        running = [self.process.start(self._attempt(task)) for task in tasks]
        for finished in running:
            await finished

    async def _attempt(self, task: Task) -> None:
        """Run a node from its first line. Its outcome goes into the task and to the store."""
        machine = self.process.machine
        if task.name == START:
            task.writes = await self._taken_in()
            self._put_writes(task.id, "start", task.writes)
            return
        attempt = machine.number("attempt", task.unit)
        name = step_name(task.name)
        n = machine.number("node", name)
        shown = {"unit": task.unit, "attempt": attempt}
        machine.emit(self.process, "", "node", name, n, "started", **shown)
        INSIDE_ENGINE.set(True)
        UNIT.set((task.unit, attempt))
        answers = self._answers_for(task)
        ANSWERS.set(answers)
        phase = "finished"
        try:
            task.writes = await self._writes_of_node(task)
        except GraphInterrupt as pause:
            phase = "paused"
            task.writes = _paused(pause, answers)
            self._say_questions(task, pause)
        except Exception as error:
            phase = "raised"
            task.error, task.writes = error, [(ERROR, without_addresses(repr(error))), *_answered(answers)]
        await machine.alive(self.process)
        machine.emit(self.process, "", "node", name, n, phase, **shown)
        self._put_writes(task.id, task.name, task.writes, [task.unit] if phase == "finished" else [])

    async def _writes_of_node(self, task: Task) -> list[Pending]:
        node = self.builder.nodes[task.name]
        state = task.arg if task.pushed else self.builder.schema.shown(self.checkpoint.values)
        extra = {"config": {"configurable": {"thread_id": self.thread}}} if node.takes_config else {}
        result = await self._call(task.name, node.function, state, **extra)
        several = result if isinstance(result, (list, tuple)) else [result]
        writes: list[Pending] = []
        for one in several:
            writes += (
                writes_of(self.builder, one) if isinstance(one, Command) else self.builder.schema.writes(one)
            )
        return [*writes, *await self._edges_from(task.name, writes)] or [(NOTHING, None)]

    async def _call(self, name: str, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if self.synchronous and inspect.iscoroutinefunction(function):
            raise TypeError(
                f'No synchronous function provided to "{name}".\n'
                "Either initialize with a synchronous function or invoke via the async API "
                "(ainvoke, astream, etc.)"
            )
        return await call_any(function, *args, **kwargs)

    async def _taken_in(self) -> list[Pending]:
        given = self.checkpoint.given
        if isinstance(given, Command):
            writes = writes_of(self.builder, given)
        else:
            writes = list(self.builder.schema.writes(given))
        return [*writes, *await self._edges_from(START, writes)] or [(NOTHING, None)]

    async def _edges_from(self, name: str, writes: list[Pending]) -> list[Pending]:
        """Where to go after a node: its edges, and its conditional ones asked with its own writes applied."""
        found: list[Pending] = [
            (TRIGGER + end, None) for end in self.builder.edges.get(name, []) if end != END
        ]
        found += [(JOIN + end, name) for starts, end in self.builder.joins if name in starts]
        for branch in self.builder.branches.get(name, []):
            own = [w for w in writes if w[0] in self.builder.schema.keys]
            values = self.builder.schema.apply(self.checkpoint.values, own)
            answer = await self._call(
                getattr(branch.path, "__name__", ""), branch.path, self.builder.schema.shown(values)
            )
            found += [to(target) for target in branch.targets(answer) if target != END]
        return found

    def _answers_for(self, task: Task) -> Answers:
        stored = dict(self.pending.get(task.id, []))
        given = list(stored.get(RESUME, []))
        given += [self.resume_by_id[i] for i in [interrupt_id(task.id)] if i in self.resume_by_id]
        return Answers(task.id, given, self.loose_answer)

    def _say_questions(self, task: Task, pause: GraphInterrupt) -> None:
        machine, name = self.process.machine, step_name(task.name)
        for question in pause.args[0]:
            n = machine.number("question", name)
            shown = {"value": question.value, "id": question.id, "unit": task.unit}
            machine.emit(self.process, "pause", "question", name, n, "asked", **shown)

    async def _close_superstep(self, tasks: list[Task]) -> None:
        """Apply the writes of its tasks and store the checkpoint; the superstep is over."""
        writes = [write for task in tasks for write in task.writes]
        self.checkpoint = after(self.builder, self.checkpoint, writes)._replace(
            id=self._new_id(),
            step=self.checkpoint.step + 1,
            source="loop",
            given=None,
            parent=self.checkpoint.id,
        )
        self.pending, self.loose_answer = {}, []
        stored = self._put_checkpoint("+".join(t.name.strip("_") for t in tasks))
        if stored is not None and self.durability == "sync":
            await stored

    # -- the store -------------------------------------------------------------------------------

    def _new_id(self) -> str:
        return f"{self.process.machine.number('checkpoint id', self.thread):06d}"

    def _put_checkpoint(self, name: str) -> asyncio.Future[Any] | None:
        saver, checkpoint = self.graph.checkpointer, self.checkpoint
        if saver is None or self.durability == "exit":
            return None
        return self.background.in_order(lambda: saver.put(self.process, self.thread, name, checkpoint))

    def _put_writes(
        self, task_id: str, name: str, writes: list[Pending], commits: Sequence[str] = ()
    ) -> None:
        saver, on = self.graph.checkpointer, self.checkpoint.id
        if task_id != NO_TASK and not (self.failed and self.durability == "exit"):
            self.pending[task_id] = writes
            self.made.add(task_id)
        self.failed = self.failed or any(channel == ERROR for channel, _ in writes)
        self.done += commits
        if saver is not None and self.durability != "exit":
            self.background.beside(
                lambda: saver.put_writes(self.process, self.thread, on, task_id, name, list(writes), commits)
            )

    def _write_at_exit(self) -> None:
        """`durability="exit"`: the last checkpoint, unless it is the one that the run began on, and the
        writes of tasks that finished or paused on it."""
        saver, checkpoint = self.graph.checkpointer, self.checkpoint
        if saver is None:
            return
        if checkpoint.id != self.stored_id:
            done = [
                unit for unit in self.done if not unit.startswith(f"{self.thread}/{checkpoint.step + 1}/")
            ]
            self.background.in_order(lambda: saver.put(self.process, self.thread, "exit", checkpoint, done))
        for task_id, writes in self.pending.items():
            if task_id in self.made:
                self._put_at_exit(task_id, writes)

    def _put_at_exit(self, task_id: str, writes: list[Pending]) -> None:
        saver, on = self.graph.checkpointer, self.checkpoint.id
        assert saver is not None
        self.background.beside(
            lambda: saver.put_writes(self.process, self.thread, on, task_id, "exit", writes)
        )

    # -- ending ----------------------------------------------------------------------------------

    def _output(self, paused: list[Task]) -> dict[str, Any]:
        """The state, with the writes of siblings that finished beside a pause, and the questions."""
        schema = self.builder.schema
        writes = [w for task in paused if task.finished for w in task.writes]
        values = schema.apply(self.checkpoint.values, [w for w in writes if w[0] in schema.keys])
        output = {key: values[key] for key in schema.keys if key in values}
        questions = [
            q for task in paused if not task.finished for c, v in task.writes if c == INTERRUPT for q in v
        ]
        if questions:
            output[INTERRUPT] = questions
        machine = self.process.machine
        n = machine.number("result", step_name(self.thread))
        machine.emit(
            self.process,
            "result",
            "result",
            step_name(self.thread),
            n,
            "paused" if questions else "ended",
            values=values,
        )
        return output


def _paused(pause: GraphInterrupt, answers: Answers) -> list[Pending]:
    return [(INTERRUPT, pause.args[0]), *_answered(answers)]


def _answered(answers: Answers) -> list[Pending]:
    """The answers that the node has taken: they stay its own, even if it then raises."""
    return [(RESUME, list(answers.given))] if answers.given and answers.asked else []
