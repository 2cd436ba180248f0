"""A thread as `get_state` shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from durable_lab.topologies.graph.pregel.algorithm import prepare_next_tasks
from durable_lab.topologies.graph.pregel.channels import read, written
from durable_lab.topologies.graph.pregel.checkpoint import Saved, channels_of
from durable_lab.topologies.graph.pregel.namespaces import Namespace
from durable_lab.topologies.graph.pregel.tasks import PregelExecutableTask
from durable_lab.topologies.graph.types import ERROR, INTERRUPT, PregelTask, StateSnapshot

if TYPE_CHECKING:
    from durable_lab.topologies.graph.pregel.main import Pregel


def snapshot(graph: Pregel, namespace: Namespace, saved: Saved | None) -> StateSnapshot:
    """A stored thread, with what is beside its checkpoint; an unknown one is empty, not an error."""
    if saved is None:
        return StateSnapshot({}, (), namespace.config(), None, None, None, (), ())
    checkpoint = saved.checkpoint
    channels = channels_of(graph.channels, checkpoint)
    tasks = prepare_next_tasks(namespace, checkpoint, channels, graph, saved.pending)
    for task in tasks:
        if task.finished:
            channels = written(channels, task.writes)
    shown = tuple(_shown(task) for task in tasks)
    return StateSnapshot(
        values=read(channels, graph.output_keys.state),
        next=tuple(task.name for task in tasks if not task.finished),
        config=namespace.config(checkpoint.id),
        metadata={"source": checkpoint.source, "step": checkpoint.step},
        created_at=None,
        parent_config=namespace.config(checkpoint.parent) if checkpoint.parent else None,
        tasks=shown,
        interrupts=tuple(question for task in shown for question in task.interrupts),
    )


def _shown(task: PregelExecutableTask) -> PregelTask:
    asking = () if task.finished else task.writes
    questions = tuple(q for channel, value in asking if channel == INTERRUPT for q in value)
    error = next((text for channel, text in asking if channel == ERROR), None)
    return PregelTask(task.id, task.name, task.path, error, questions)
