"""The state of a graph: which keys it has, the channel of each, and the class that nodes are given."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from durable_lab.topologies.graph.errors import InvalidUpdateError
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
            raise InvalidUpdateError(f"Expected dict, got {update}")
        return [(key, update[key]) for key in self.channels if key in update]


def _channel(key: str, hint: Any) -> BaseChannel:
    """A key collects if the last of its annotations can be called: that is its reducer."""
    annotated = getattr(hint, "__metadata__", ())
    if not annotated or not callable(annotated[-1]):
        return LastValue(key)
    declared = hint.__origin__
    return BinaryOperatorAggregate(key, typing.get_origin(declared) or declared, annotated[-1])
