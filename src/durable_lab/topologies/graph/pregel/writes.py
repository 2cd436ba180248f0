"""What tasks write: a channel and a value. Beside a graph's own channels some are the engine's."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, cast

from durable_lab.topologies.graph.types import END, ERROR, INTERRUPT, RESUME, Command, Send

Pending = tuple[str, Any]
"""A channel (a key of the state, `__interrupt__`, `__resume__`, a trigger) and a value."""

NO_TASK = "00000000-0000-0000-0000-000000000000"
"""The task id of writes that belong to the thread: an answer that names no question."""

ONCE_WRITTEN = {ERROR: -1, INTERRUPT: -3, RESUME: -4}
"""Channels of which a task holds one write, and their place before its other writes."""

TRIGGER = "branch:to:"
"""With a node's name the channel that makes it run next."""
SENDS = "__pregel_tasks"
"""The channel of the `Send`s."""
NO_WRITES: Pending = ("__no_writes__", None)
"""The write of a task that wrote nothing: it has finished all the same."""


def is_finished(writes: Sequence[Pending]) -> bool:
    """Whether a task that wrote this need not run again: it neither paused nor failed, nor is yet to run.

    The last write tells: those of `ONCE_WRITTEN` come first.
    """
    return bool(writes) and writes[-1][0] not in ONCE_WRITTEN


def goto(targets: str | Send | Iterable[str | Send]) -> list[Pending]:
    """The writes that make nodes run next; none for the end."""
    several = [targets] if isinstance(targets, (str, Send)) else targets
    return [
        (SENDS, target) if isinstance(target, Send) else (TRIGGER + target, None)
        for target in several
        if target != END
    ]


def map_command(command: Command[Any], updates: Callable[[Any], Sequence[Pending]]) -> list[Pending]:
    """What a `Command` writes: its update, as `updates` has it, and where to go."""
    return [*updates(command.update), *goto(cast("Sequence[str | Send]", command.goto))]
