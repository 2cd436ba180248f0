"""The algorithm of Pregel: which tasks a checkpoint makes, and what their writes make of it. No store, no clock."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from durable_lab.topologies.graph.pregel.channels import MISSING, BaseChannel, Channels, by_channel
from durable_lab.topologies.graph.pregel.checkpoint import Checkpoint
from durable_lab.topologies.graph.pregel.namespaces import Namespace
from durable_lab.topologies.graph.pregel.tasks import PULL, PUSH, PregelExecutableTask, PregelNode, task_id
from durable_lab.topologies.graph.pregel.writes import SENDS, Pending
from durable_lab.topologies.graph.types import Send


class Graph(Protocol):
    """What the algorithm needs of a graph."""

    nodes: Mapping[str, PregelNode]
    trigger_to_nodes: Mapping[str, Sequence[str]]
    """Which nodes a channel may trigger."""


def prepare_next_tasks(
    namespace: Namespace,
    checkpoint: Checkpoint,
    channels: Channels,
    graph: Graph,
    pending: Mapping[str, list[Pending]],
) -> list[PregelExecutableTask]:
    """The tasks of the superstep after a checkpoint, in the order in which their writes will be applied.

    `pending`: what is known of their writes, by task id. What a checkpoint wants of a node that only another
    version of the file had is dropped without a word, as the library does.
    """
    wanted: list[tuple[PregelNode, tuple[Any, ...], str, tuple[str, ...], Any]] = []
    for name in sorted(_triggered(checkpoint.updated_channels, graph)):
        node = graph.nodes[name]
        if _has_news(node, checkpoint, channels):
            wanted.append((node, (PULL, name), name, node.triggers, None))
    for i, send in _sends(graph, channels):
        wanted.append((graph.nodes[send.node], (PUSH, i, False), f"{send.node}/{i}", (), send.arg))
    tasks = []
    for node, path, label, triggers, arg in wanted:
        unit = namespace.unit(checkpoint.step + 1, label)
        identity = task_id(checkpoint.id, unit)
        writes = list(pending.get(identity, ()))
        tasks.append(PregelExecutableTask(identity, node, path, unit, triggers, arg, writes))
    return tasks


def _triggered(updated: Iterable[str], graph: Graph) -> Iterable[str]:
    """The nodes that channels may trigger, in the order of these."""
    found: dict[str, None] = {}
    for channel in updated:
        for node in graph.trigger_to_nodes.get(channel, ()):
            found[node] = None
    return found


def _has_news(node: PregelNode, checkpoint: Checkpoint, channels: Channels) -> bool:
    """Whether one of its triggers has a value of a version that the node has not run on."""
    seen, versions = checkpoint.versions_seen.get(node.name, {}), checkpoint.channel_versions
    for name in node.triggers:
        if versions.get(name, 0) > seen.get(name, 0) and channels[name].value is not MISSING:
            return True
    return False


def _sends(graph: Graph, channels: Channels) -> list[tuple[int, Send]]:
    """The `Send`s to nodes that there are, and their places among all."""
    sends = channels[SENDS].value
    return [] if sends is MISSING else [(i, send) for i, send in enumerate(sends) if send.node in graph.nodes]


def following(updated: Iterable[str], channels: Channels, graph: Graph) -> list[str]:
    """The nodes that run next, in the order in which that was written: the trace shows it with a checkpoint."""
    return [*_triggered(updated, graph), *[send.node for _, send in _sends(graph, channels)]]


class Applied(NamedTuple):
    """What writes make of a checkpoint: the fields of the next one that tell of channels."""

    channel_values: Mapping[str, Any]
    channel_versions: Mapping[str, int]
    versions_seen: Mapping[str, Mapping[str, int]]
    updated_channels: tuple[str, ...]


def apply_writes(
    checkpoint: Checkpoint,
    channels: Channels,
    tasks: Sequence[PregelExecutableTask],
    writes: Iterable[Pending],
) -> tuple[Channels, Applied]:
    """What writes make of the channels, and of the checkpoint.

    `tasks` have had their turn: they have seen their triggers. Without any, the superstep is not over: what lasts
    for one superstep stays.

    Raises:
        InvalidUpdateError: several writes to a channel that takes one.
    """
    now, told, updated = dict(channels), by_channel(channels, writes), []
    values, versions = dict(checkpoint.channel_values), dict(checkpoint.channel_versions)
    version = max(versions.values()) + 1 if versions else 1
    if tasks:  # what was written for this superstep is told that it is over
        told |= {name: [] for name in checkpoint.updated_channels if name in channels and name not in told}
    consumed = [name for task in tasks for name in task.triggers]
    for name, written in told.items():
        before = channels[name].consume() if name in consumed else channels[name]
        channel = before.update(written)
        if channel is not channels[name]:
            now[name], versions[name] = channel, version
            _store(values, channel)
            if channel.value is not MISSING:
                updated.append(name)
    if not tasks:
        updated = [*dict.fromkeys([*checkpoint.updated_channels, *updated])]
    return now, Applied(values, versions, _seen(checkpoint, tasks), tuple(updated))


def _store(values: dict[str, Any], channel: BaseChannel) -> None:
    stored = channel.checkpoint()
    if stored is MISSING:
        values.pop(channel.key, None)
    else:
        values[channel.key] = stored


def _seen(checkpoint: Checkpoint, tasks: Iterable[PregelExecutableTask]) -> dict[str, Mapping[str, int]]:
    versions, seen = checkpoint.channel_versions, dict(checkpoint.versions_seen)
    for task in tasks:
        if task.triggers:
            seen[task.node.name] = {name: versions[name] for name in task.triggers if name in versions}
    return seen
