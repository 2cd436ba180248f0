"""The values of `langgraph.types`: how a person is asked, how a node says where to go."""

from __future__ import annotations

import contextvars
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from durable_lab.topologies.graph.errors import GraphInterrupt

N = TypeVar("N")

START = "__start__"
END = "__end__"
INTERRUPT = "__interrupt__"
RESUME = "__resume__"
ERROR = "__error__"

Durability: TypeAlias = Literal["sync", "async", "exit"]
"""When checkpoints are written: before the next superstep, behind it, or once at the end."""


@dataclass(frozen=True, slots=True)
class Interrupt:
    """A question that a node waits on. Each has an id of its own."""

    value: Any
    id: str
    response_schema: None = None
    """What an answer must look like. Always None: `interrupt` refuses one."""


@dataclass(frozen=True, slots=True)
class Send:
    """Run a node in the next superstep with an argument of its own instead of the state."""

    node: str
    arg: Any


@dataclass(frozen=True, slots=True)
class Command(Generic[N]):
    """To a graph: `resume=` answers a pause, `update=` changes the state. From a node: `update=`, `goto=`."""

    graph: str | None = None
    update: Any | None = None
    resume: Any | None = None
    goto: Send | Sequence[Send | str] | str = ()

    def __repr__(self) -> str:
        given = ((name, getattr(self, name)) for name in ("graph", "update", "resume", "goto"))
        return f"Command({', '.join(f'{name}={value!r}' for name, value in given if value)})"


class PregelTask(NamedTuple):
    """A node that is to run, or waits, in a `StateSnapshot`."""

    id: str
    name: str
    path: tuple[str, ...]
    error: str | None
    """Its `repr`: what an exception is stored as."""
    interrupts: tuple[Interrupt, ...]


class StateSnapshot(NamedTuple):
    """What `get_state` says of a thread."""

    values: dict[str, Any]
    next: tuple[str, ...]
    config: dict[str, Any]
    metadata: dict[str, Any] | None
    created_at: str | None
    parent_config: dict[str, Any] | None
    tasks: tuple[PregelTask, ...]
    interrupts: tuple[Interrupt, ...]


@dataclass(slots=True)
class Answers:
    """The answers that one attempt at a node has at hand, by position of its `interrupt()` calls."""

    task_id: str
    given: list[Any] = field(default_factory=list)
    """Answers of this task, in the order of its questions."""
    loose: list[Any] = field(default_factory=list)
    """An answer sent to the thread without naming a question; shared by its tasks: the first takes it."""
    asked: int = 0


ANSWERS: contextvars.ContextVar[Answers | None] = contextvars.ContextVar("ANSWERS", default=None)


def interrupt(value: Any) -> Any:
    """Ask a person: pause the run, or return the answer if the node runs again with one.

    The node begins again at its first line when it is resumed; questions are matched by their order.

    Raises:
        GraphInterrupt: no answer yet. Must reach the engine.
        RuntimeError: called outside of a node.
    """
    answers = ANSWERS.get()
    if answers is None:
        raise RuntimeError("Called get_config outside of a runnable context")
    position = answers.asked
    answers.asked += 1
    if position < len(answers.given):
        return answers.given[position]
    if answers.loose:
        answers.given.append(answers.loose.pop())
        return answers.given[position]
    raise GraphInterrupt((Interrupt(value, interrupt_id(answers.task_id, len(answers.given))),))


def interrupt_id(task_id: str, answered: int) -> str:
    """The id of the question that a task asks once it has `answered` answers: 32 hexadecimal digits.

    Source: LangGraph 1.2.24, `types._interrupt_id`.
    """
    place = f"{task_id}|{answered}" if answered else task_id
    return hashlib.sha256(place.encode()).hexdigest()[:32]


def is_interrupt_id(text: object) -> bool:
    """Whether a key of `Command(resume={…})` can be the id of a question."""
    return isinstance(text, str) and len(text) == 32 and all(c in "0123456789abcdef" for c in text)
