"""What a `StateGraph` becomes: channels for its keys, edges and joins; nodes, what triggers them and what they write.

A node is triggered by a channel of its own, which whoever goes there writes, and by the joins that end at it. The
input is written to a channel too, which triggers the engine's own node START.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from durable_lab.topologies.graph.checkpointers import BaseCheckpointSaver
from durable_lab.topologies.graph.pregel.channels import BaseChannel, EphemeralValue, NamedBarrierValue
from durable_lab.topologies.graph.pregel.main import OutputKeys, Pregel
from durable_lab.topologies.graph.pregel.tasks import PregelNode
from durable_lab.topologies.graph.pregel.writes import TRIGGER, Pending, goto, map_command
from durable_lab.topologies.graph.schema import Schema, Schemas
from durable_lab.topologies.graph.types import END, START, Command, Send

if TYPE_CHECKING:
    from durable_lab.topologies.graph.pregel.runner import Attempt
    from durable_lab.topologies.graph.state_graph import StateGraph


@dataclass(frozen=True)
class Branch:
    """A conditional edge: a function of the state that says where to go, and what its answers mean."""

    path: Callable[..., Any]
    ends: Mapping[Hashable, str] | None
    reads: Schema | None = None
    """What its annotation says that it is given; None for what its node is."""

    def targets(self, answer: Any) -> list[str | Send]:
        """The nodes that an answer of `path` names."""
        several = answer if isinstance(answer, (list, tuple)) else [answer]
        return [a if isinstance(a, Send) else self.ends[a] if self.ends else a for a in several]


class Join(NamedTuple):
    """An edge from several nodes, and the channel in which they are awaited."""

    channel: str
    starts: tuple[str, ...]
    end: str


class CompiledStateGraph(Pregel):
    """A `StateGraph` that can be invoked."""

    def __init__(self, builder: StateGraph, checkpointer: BaseCheckpointSaver | None, name: str) -> None:
        self.builder = builder
        schemas, joins = builder.schemas, _joins(builder.joins)
        channels: dict[str, BaseChannel] = {**schemas.channels, START: EphemeralValue(START)}
        for node in builder.nodes:
            channels[TRIGGER + node] = EphemeralValue(TRIGGER + node)
        for join in joins:
            channels[join.channel] = NamedBarrierValue(join.channel, join.starts)
        nodes = [_start(builder, joins), *_nodes(builder, joins)]
        keys = OutputKeys(tuple(schemas.output.channels), tuple(schemas.channels))
        super().__init__(nodes, channels, keys, schemas.writes_of_command, checkpointer, name)


def _joins(edges: Iterable[tuple[tuple[str, ...], str]]) -> list[Join]:
    """The edges that join. Their channel is named by the end alone, unless another one ends there too."""
    joins: dict[str, Join] = {}
    for starts, end in edges:
        if end != END:
            name = f"join:{'+'.join(starts)}:{end}" if f"join:{end}" in joins else f"join:{end}"
            joins[name] = Join(name, starts, end)
    return list(joins.values())


def _start(builder: StateGraph, joins: Sequence[Join]) -> PregelNode:
    """The node that takes in the input."""
    return PregelNode(
        START,
        function=lambda given: given,
        triggers=(START,),
        reads=lambda channels: channels[START].value,
        writes=partial(_writes_of, builder.schemas, keys=tuple(builder.schemas.input.channels)),
        edges=_edges(builder, START, joins),
        branches=_branches(builder, START),
        hidden=True,
    )


def _nodes(builder: StateGraph, joins: Sequence[Join]) -> Iterator[PregelNode]:
    """The nodes that the program has added."""
    writes = partial(_writes_of_node, builder.schemas)
    for name, node in builder.nodes.items():
        triggers = (TRIGGER + name, *[join.channel for join in joins if join.end == name])
        edges, branches = _edges(builder, name, joins), _branches(builder, name)
        yield PregelNode(
            name, node.function, triggers, node.reads.shown, writes, edges, branches, node.takes_config
        )


def _writes_of(schemas: Schemas, update: Any, keys: Sequence[str] | None = None) -> Sequence[Pending]:
    """What an update of the state writes, or a `Command` that has one; of `keys` only, if the update is no `Command`."""
    if isinstance(update, Command):
        return map_command(update, schemas.writes_of_command)
    return schemas.writes(update, keys)


def _writes_of_node(schemas: Schemas, result: Any) -> Sequence[Pending]:
    if isinstance(result, (list, tuple)) and any(isinstance(one, Command) for one in result):
        return [write for one in result for write in _writes_of(schemas, one)]
    return _writes_of(schemas, result)


def _edges(builder: StateGraph, name: str, joins: Sequence[Join]) -> list[Pending]:
    """Where to go after a node in any case."""
    edges = goto(builder.edges.get(name, ()))
    edges += [(join.channel, name) for join in joins if name in join.starts]
    return edges


def _branches(builder: StateGraph, name: str) -> list[Callable[[Attempt], Awaitable[Sequence[Pending]]]]:
    """Where its conditional edges say, asked with its own writes applied."""
    node = builder.nodes.get(name)
    given = builder.schemas.state if node is None else node.reads
    return [partial(_follow, branch.reads or given, branch) for branch in builder.branches.get(name, ())]


async def _follow(schema: Schema, branch: Branch, attempt: Attempt) -> Sequence[Pending]:
    named = getattr(branch.path, "__name__", "")
    answer = await attempt.call(named, branch.path, schema.shown(attempt.read()))
    return goto(branch.targets(answer))
