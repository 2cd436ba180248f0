"""What is stored of a thread: the checkpoint of a superstep, and the writes of tasks beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from durable_lab.topologies.graph.pregel.channels import Channels, read
from durable_lab.topologies.graph.pregel.writes import Pending, is_finished
from durable_lab.topologies.graph.types import INTERRUPT, Interrupt


class Checkpoint(NamedTuple):
    """The channels after a superstep, and what each node has seen of them: from both follows what runs next.

    Nothing in it is changed once it is made: it may still be on its way to the store.
    """

    id: str
    step: int
    """-1 for the input, 0 after it was taken in, then one more for each superstep."""
    source: str
    channel_values: Mapping[str, Any]
    """Of those that hold something, in the order in which they first did."""
    channel_versions: Mapping[str, int]
    """When each changed last: a number that grows by one with each change of any."""
    versions_seen: Mapping[str, Mapping[str, int]]
    """By node, of its triggers: the version on which it ran last."""
    updated_channels: tuple[str, ...] = ()
    """Those written in the superstep that have something to read, in order: only they can trigger."""
    parent: str | None = None


class TaskWrites(NamedTuple):
    """What a task wrote when it finished, paused or failed: stored beside the checkpoint that it ran on."""

    checkpoint_id: str
    task_id: str
    name: str
    writes: list[Pending]
    commits: Sequence[str] = ()
    """Its recovery unit, if it finished."""


class Superstep(NamedTuple):
    """A superstep that is over: its checkpoint, and what the trace shows of it."""

    name: str
    checkpoint: Checkpoint
    values: Mapping[str, Any]
    """Of the state."""
    following: Sequence[str]
    """The nodes that run next."""
    commits: Sequence[str] = ()
    """The recovery units that the checkpoint makes durable."""


class Saved(NamedTuple):
    """A thread as it is stored: its latest checkpoint and the writes of tasks since."""

    checkpoint: Checkpoint
    pending: dict[str, list[Pending]]
    """By task id."""


Noted = tuple[str | None, list[Interrupt]]
"""What a client can know of a thread: the id of its latest checkpoint, and its open questions."""


def open_questions(pending: Mapping[str, list[Pending]]) -> list[Interrupt]:
    """What people have been asked and not answered, in the order of the tasks."""
    paused = (writes for writes in pending.values() if not is_finished(writes))
    return [q for writes in paused for channel, value in writes if channel == INTERRUPT for q in value]


def first(channels: Channels) -> Checkpoint:
    """The checkpoint of a thread of which nothing is known yet: before the first that is stored."""
    return Checkpoint("", -2, "", read(channels, channels), {}, {})


def channels_of(declared: Channels, checkpoint: Checkpoint | None) -> Channels:
    """A graph's channels as a checkpoint has them, or as they are before the first. What a checkpoint has of
    another version's channels stays in it, unread."""
    values = {} if checkpoint is None else checkpoint.channel_values
    return {
        name: channel.from_checkpoint(values[name]) if name in values else channel.fresh()
        for name, channel in declared.items()
    }
