"""The state of a graph: which keys it has, the channel of each, and the class that nodes are given."""

from __future__ import annotations

import dataclasses
import inspect
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from durable_lab.topologies.graph.errors import InvalidUpdateError, with_help
from durable_lab.topologies.graph.pregel.channels import (
    BaseChannel,
    BinaryOperatorAggregate,
    Channels,
    LastValue,
    read,
)
from durable_lab.topologies.graph.pregel.writes import Pending
from durable_lab.words.messages import LabError


@dataclass(frozen=True)
class Schema:
    """The keys of a state."""

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
            raise LabError("not-modelled", what=f"StateGraph({declared!r})", available="TypedDict, dataclass")
        hints = typing.get_type_hints(declared, include_extras=True)
        made = declared if dataclasses.is_dataclass(declared) else None
        return Schema({key: _channel(key, hint) for key, hint in hints.items()}, made)

    def shown(self, channels: Channels) -> Any:
        """The state as a node gets it."""
        present = read(channels, self.channels)
        return present if self.made is None else self.made(**present)

    def writes_of_command(self, update: Any) -> list[Pending]:
        """The writes of a `Command`'s update, which may also be pairs of key and value."""
        if update and _is_pairs(update):
            return [(key, value) for key, value in update if key in self.channels]
        return self.writes(update)

    def writes(self, update: Any) -> list[Pending]:
        """The writes of an update that a node returned; unknown keys are dropped, as the engine does.

        Raises:
            InvalidUpdateError: the update is no mapping.
        """
        if update is None:
            return []
        if self.made is not None and isinstance(update, typing.cast("type", self.made)):
            update = vars(update)
        if not isinstance(update, Mapping):
            raise InvalidUpdateError(
                with_help(f"Expected dict, got {update}", "INVALID_GRAPH_NODE_RETURN_VALUE")
            )
        return [(key, update[key]) for key in self.channels if key in update]


def _is_pairs(update: Any) -> bool:
    """Whether a `Command` updates by pairs of key and value."""
    return isinstance(update, (list, tuple)) and all(
        isinstance(one, tuple) and len(one) == 2 and isinstance(one[0], str) for one in update
    )


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
