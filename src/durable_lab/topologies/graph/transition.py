"""From one checkpoint to the next: what the writes of a superstep make of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from durable_lab.topologies.graph.checkpointers import Checkpoint, Pending
from durable_lab.topologies.graph.types import END, START, Command, Send

if TYPE_CHECKING:
    from durable_lab.topologies.graph.graph import StateGraph

TRIGGER = "branch:to:"
JOIN = "join:"
SENDS = "__pregel_tasks"
NOTHING = "__no_writes__"
"""Channels beside the keys of the state: a node to run next, a start of an edge that joins, the sends; and the
write of a node that wrote nothing."""


def after(
    builder: StateGraph, before: Checkpoint, writes: list[Pending], *, keep_triggers: bool = False
) -> Checkpoint:
    """The checkpoint that writes make of another: its values, and what runs next.

    `keep_triggers`: what was to run next still is.
    """
    schema = builder.schema
    values = schema.apply(before.values, [w for w in writes if w[0] in schema.keys])
    triggers = list(before.triggers) if keep_triggers else []
    triggers += [c.removeprefix(TRIGGER) for c, _ in writes if c.startswith(TRIGGER)]
    joins, complete = _joined(builder, before.joins, writes)
    sends = tuple(value for channel, value in writes if channel == SENDS)
    kept = before.sends if keep_triggers else ()
    known = builder.nodes.keys() | {START}  # to others the engine goes without a word
    sends = tuple(send for send in sends if send.node in known)
    order = tuple(name for name in dict.fromkeys([*triggers, *complete]) if name in known)
    return before._replace(values=values, triggers=order, sends=(*kept, *sends), joins=joins)


def _joined(
    builder: StateGraph, before: Mapping[str, tuple[str, ...]], writes: list[Pending]
) -> tuple[dict[str, tuple[str, ...]], list[str]]:
    """Which starts of each joining edge have finished, and the ends for which that is all of them."""
    joins = {end: set(starts) for end, starts in before.items()}
    for channel, start in writes:
        if channel.startswith(JOIN):
            joins.setdefault(channel.removeprefix(JOIN), set()).add(start)
    complete = [end for starts, end in builder.joins if joins.get(end, set()) >= set(starts)]
    return {e: tuple(sorted(s)) for e, s in joins.items() if e not in complete}, complete


def writes_of(builder: StateGraph, command: Command[Any]) -> list[Pending]:
    """What a `Command` writes: its update, and where to go."""
    one = isinstance(command.goto, (str, Send))
    goto = cast("Sequence[str | Send]", [command.goto] if one else command.goto)
    targets = [to(target) for target in goto if target != END]
    return [*builder.schema.writes(command.update), *targets]


def to(target: str | Send) -> Pending:
    """The write that makes a node run next."""
    return (SENDS, target) if isinstance(target, Send) else (TRIGGER + target, None)
