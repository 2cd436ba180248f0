"""A node, and a task: one node in one superstep."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from durable_lab.topologies.graph.pregel.channels import Channels
from durable_lab.topologies.graph.pregel.writes import Pending, is_finished

if TYPE_CHECKING:
    from durable_lab.topologies.graph.pregel.runner import Attempt

PULL = "__pregel_pull"
PUSH = "__pregel_push"
"""How a path begins: of a task whose node was triggered, of one that a `Send` made."""


class PregelNode(NamedTuple):
    """What triggers a function, what it is given, and what is written when it has returned."""

    name: str
    function: Callable[..., Any]
    triggers: tuple[str, ...]
    reads: Callable[[Channels], Any]
    """What the function gets, unless a `Send` brings it an argument."""
    writes: Callable[[Any], Sequence[Pending]]
    """What its result writes."""
    edges: Sequence[Pending] = ()
    """What is written after that, always: where to go."""
    branches: Sequence[Callable[[Attempt], Awaitable[Sequence[Pending]]]] = ()
    """What is written after that, once the program has been asked."""
    takes_config: bool = False
    hidden: bool = False
    """Whether it is the engine's own: no node that the program knows, and no recovery unit."""


@dataclass
class PregelExecutableTask:
    """One node in one superstep. It keeps its id as long as its checkpoint is the latest."""

    id: str
    node: PregelNode
    path: tuple[Any, ...]
    unit: str
    """The recovery unit. The same for the same work done again."""
    triggers: tuple[str, ...]
    """The channels that it has seen when it is over; none, if a `Send` made it."""
    arg: Any = None
    """What a `Send` brought."""
    writes: list[Pending] = field(default_factory=list)
    """What it wrote when it finished, in this run or, stored, in an earlier one."""
    error: Exception | None = None

    @property
    def name(self) -> str:
        """The node's name."""
        return self.node.name

    @property
    def finished(self) -> bool:
        """Whether it need not run again."""
        return is_finished(self.writes)

    def given(self, channels: Channels) -> Any:
        """What its function gets."""
        return self.node.reads(channels) if self.path[0] == PULL else self.arg


def task_id(checkpoint_id: str, unit: str) -> str:
    """The id of a task on a checkpoint, in the form of a UUID."""
    digest = hashlib.sha256(f"{checkpoint_id}/{unit}".encode()).hexdigest()
    return "-".join((digest[:8], digest[8:12], digest[12:16], digest[16:20], digest[20:32]))
