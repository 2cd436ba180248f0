"""The tasks of a superstep: which nodes run on a checkpoint, under which ids."""

from __future__ import annotations

import hashlib
from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from typing import Any

from durable_lab.topologies.graph.checkpointers import ONCE_WRITTEN, Checkpoint, Pending
from durable_lab.topologies.graph.types import START


@dataclass
class Task:
    """One node in one superstep. It keeps its id as long as its checkpoint is the latest."""

    id: str
    name: str
    unit: str
    """The recovery unit: thread, superstep, node. The same for the same work done again."""
    arg: Any = None
    pushed: bool = False
    writes: list[Pending] = field(default_factory=list)
    """What it wrote when it finished, in this run or, stored, in an earlier one."""
    error: Exception | None = None

    @property
    def finished(self) -> bool:
        """Whether it need not run again."""
        return not ONCE_WRITTEN.keys() >= {channel for channel, _ in self.writes}


def tasks_of(
    thread: str, checkpoint: Checkpoint, pending: Mapping[str, list[Pending]], nodes: Container[str]
) -> list[Task]:
    """The tasks of the superstep after a checkpoint, in the order in which their writes will be applied.

    `pending`: what is known of their writes, by task id. `nodes`: those that the graph has now; what a checkpoint
    wants of one that another version of the file had is dropped without a word, as the library does.
    """
    named = [(name, None, False, "") for name in sorted(checkpoint.triggers)]
    pushed = [(s.node, s.arg, True, f"/{i}") for i, s in enumerate(checkpoint.sends)]
    tasks = []
    for name, arg, is_pushed, path in [*named, *pushed]:
        if name != START and name not in nodes:
            continue
        unit = f"{thread}/{checkpoint.step + 1}/{name}{path}"
        task = Task(_task_id(f"{checkpoint.id}/{unit}"), name, unit, arg, is_pushed)
        task.writes = list(pending.get(task.id, []))
        tasks.append(task)
    return tasks


def _task_id(text: str) -> str:
    digest = hashlib.sha256(text.encode()).hexdigest()
    return "-".join((digest[:8], digest[8:12], digest[12:16], digest[16:20], digest[20:32]))
