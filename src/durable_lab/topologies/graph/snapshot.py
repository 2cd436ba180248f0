"""A thread as it is stored, for whoever looks: its open questions, and what `get_state` shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from durable_lab.topologies.graph.checkpointers import ONCE_WRITTEN, Saved
from durable_lab.topologies.graph.task import tasks_of
from durable_lab.topologies.graph.types import INTERRUPT, Interrupt, PregelTask, StateSnapshot

if TYPE_CHECKING:
    from durable_lab.topologies.graph.graph import CompiledStateGraph


def pending_questions(saved: Saved) -> list[Interrupt]:
    """The open questions of a stored thread, in the order of their tasks."""
    found: list[Interrupt] = []
    for writes in saved.pending.values():
        if all(channel in ONCE_WRITTEN for channel, _ in writes):
            found += [q for channel, value in writes if channel == INTERRUPT for q in value]
    return found


def snapshot(graph: CompiledStateGraph, thread: str, saved: Saved | None) -> StateSnapshot:
    """A stored thread as `get_state` shows it; an unknown one is empty, not an error."""
    config = {"configurable": {"thread_id": thread}}
    if saved is None:
        return StateSnapshot({}, (), config, None, None, None, (), ())
    schema, checkpoint = graph.builder.schema, saved.checkpoint
    tasks, following, values = [], [], checkpoint.values
    for task in tasks_of(thread, checkpoint, saved.pending, graph.builder.nodes):
        regular = [w for w in task.writes if w[0] not in ONCE_WRITTEN]
        if task.finished:
            values = schema.apply(values, [w for w in regular if w[0] in schema.keys])
        else:
            following.append(task.name)
        questions = tuple(q for c, v in task.writes if c == INTERRUPT and not regular for q in v)
        tasks.append(PregelTask(task.id, task.name, ("__pregel_pull", task.name), None, questions))
    config["configurable"]["checkpoint_id"] = checkpoint.id
    return StateSnapshot(
        {key: values[key] for key in schema.keys if key in values},
        tuple(following),
        config,
        {"source": checkpoint.source, "step": checkpoint.step},
        None,
        {"configurable": {"thread_id": thread, "checkpoint_id": checkpoint.parent}}
        if checkpoint.parent
        else None,
        tuple(tasks),
        tuple(q for task in tasks for q in task.interrupts),
    )
