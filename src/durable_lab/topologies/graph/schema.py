"""The state of a graph: which keys it has, the channel of each, and the class that nodes are given."""

from __future__ import annotations

import dataclasses
import inspect
import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from durable_lab.kernel.machine.refusal import refusal
from durable_lab.topologies.graph.errors import InvalidUpdateError, with_help
from durable_lab.topologies.graph.pregel.channels import (
    BaseChannel,
    BinaryOperatorAggregate,
    Channels,
    LastValue,
    read,
)
from durable_lab.topologies.graph.pregel.writes import Pending


@dataclass(frozen=True)
class Schema:
    """The keys of a state, or those that a node reads or the graph takes in or gives back."""

    channels: Mapping[str, BaseChannel]
    """By key, in the order in which they are declared."""
    made: Callable[..., Any] | None = field(default=None)
    """A dataclass that nodes get instead of a dict."""

    @staticmethod
    def of(declared: Any) -> Schema:
        """Read a TypedDict or a dataclass.

        Raises:
            LabError: `not-modelled` for any other kind of schema.
        """
        if not isinstance(declared, type) or not hasattr(declared, "__annotations__"):
            raise refusal("not-modelled", what=f"StateGraph({declared!r})", available="TypedDict, dataclass")
        hints = typing.get_type_hints(declared, include_extras=True)
        made = declared if dataclasses.is_dataclass(declared) else None
        return Schema({key: _channel(key, hint) for key, hint in hints.items()}, made)

    def shown(self, channels: Channels) -> Any:
        """The state as a node gets it."""
        present = read(channels, self.channels)
        return present if self.made is None else self.made(**present)


class Schemas:
    """All the schemas of a graph: its state's, and those that its nodes and paths read. Their keys are its channels.

    A key that the state's schema does not have is *private*: stored and readable like the others, but not in the
    result. Source: LangGraph 1.2.24, `StateGraph._add_schema`.
    """

    def __init__(self, state: Any, input: Any, output: Any) -> None:
        """Of classes; `input` and `output` are the state's own for None."""
        self._read: dict[Any, Schema] = {}
        self.channels: dict[str, BaseChannel] = {}
        """Of every schema, by key, in the order in which they were declared."""
        self.state = self.add(state)
        self.input = self.state if input is None else self.add(input)
        self.output = self.state if output is None else self.add(output)

    def add(self, declared: Any) -> Schema:
        """Read a class, once, and make its keys channels.

        Raises:
            ValueError: a key is there already, and collects in another way.
            LabError: `not-modelled`, for a class that is no TypedDict or dataclass.
        """
        if declared not in self._read:
            schema = self._read[declared] = Schema.of(declared)
            for key, channel in schema.channels.items():
                if not self.channels.setdefault(key, channel).collects_as(channel):
                    raise ValueError(f"Channel '{key}' already exists with a different type")
        return self._read[declared]

    def read_by(self, function: Callable[..., Any]) -> Schema | None:
        """The schema that the annotation of a function's first parameter is; None if it is none."""
        declared = annotation_of_first(function)
        return None if declared is None else self.add(declared)

    def writes_of_command(self, update: Any) -> list[Pending]:
        """The writes of a `Command`'s update, which may also be pairs of key and value."""
        if update and _is_pairs(update):
            return [(key, value) for key, value in update if key in self.channels]
        return self.writes(update)

    def writes(self, update: Any, keys: Iterable[str] | None = None) -> list[Pending]:
        """The writes of an update that a node returned; unknown keys are dropped, as the engine does.

        Raises:
            InvalidUpdateError: the update is no mapping, nor an object of a class with annotations.
        """
        if update is None:
            return []
        if not isinstance(update, Mapping):
            if not _is_annotated(type(update)):
                text = f"Expected dict, got {update}"
                raise InvalidUpdateError(with_help(text, "INVALID_GRAPH_NODE_RETURN_VALUE"))
            update = _Attributes(update)
        return [(key, update[key]) for key in keys or self.channels if key in update]


class _Attributes:
    """An object as an update: its attributes."""

    def __init__(self, of: Any) -> None:
        self._of = of

    def __contains__(self, key: str) -> bool:
        return hasattr(self._of, key)

    def __getitem__(self, key: str) -> Any:
        return getattr(self._of, key)


def _is_annotated(of: type) -> bool:
    return any(inspect.get_annotations(base) for base in of.__mro__)


def _is_pairs(update: Any) -> bool:
    """Whether a `Command` updates by pairs of key and value."""
    return isinstance(update, (list, tuple)) and all(
        isinstance(one, tuple) and len(one) == 2 and isinstance(one[0], str) for one in update
    )


# -- what a function's annotations say -----------------------------------------------------------


def annotation_of_first(function: Callable[..., Any]) -> type | None:
    """The class that a function's first parameter is annotated with, if it has annotations of its own."""
    hints = _hints(function)
    if not hints:
        return None
    try:
        hint = hints.get(next(iter(inspect.signature(function).parameters)))
        return hint if isinstance(hint, type) and typing.get_type_hints(hint) else None
    except (NameError, TypeError, StopIteration):
        return None


def literals_of_result(function: Callable[..., Any]) -> tuple[Any, ...]:
    """What a path says that it returns: the values of `-> Literal[…]`."""
    returned = _hints(function).get("return")
    return typing.get_args(returned) if typing.get_origin(returned) is typing.Literal else ()


def _hints(function: Callable[..., Any]) -> Mapping[str, Any]:
    """The annotations of a function, or of how an object is called; none, if they name what is not there."""
    called = function if hasattr(function, "__annotations__") else getattr(function, "__call__", None)  # noqa: B004
    if not getattr(called, "__annotations__", None):
        return {}
    try:
        return typing.get_type_hints(called)
    except (NameError, TypeError):
        return {}


# -- channels -------------------------------------------------------------------------------------


def _channel(key: str, hint: Any) -> BaseChannel:
    """A key collects if the last of its annotations can be called: that is its reducer."""
    annotated = getattr(hint, "__metadata__", ())
    if not annotated or not callable(annotated[-1]):
        return LastValue(key)
    _check_reducer(annotated[-1])
    declared = hint.__origin__
    return BinaryOperatorAggregate(key, typing.get_origin(declared) or declared, annotated[-1])


def _check_reducer(reducer: Callable[..., Any]) -> None:
    """A reducer takes two values.

    Raises:
        ValueError: it does not, as the engine words it.
    """
    code = getattr(inspect.unwrap(reducer), "__code__", None)
    if code is not None and code.co_argcount == 2:
        return  # what follows takes twenty times as long
    signature = inspect.signature(reducer)
    places = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    if sum(parameter.kind in places for parameter in signature.parameters.values()) != 2:
        raise ValueError(f"Invalid reducer signature. Expected (a, b) -> c. Got {signature}")
