"""The state of a graph: which keys it has, and how the updates of one superstep become its next value."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from durable_lab.topologies.graph.errors import InvalidUpdateError
from durable_lab.words.messages import LabError

Reducer = Callable[[Any, Any], Any]
Write = tuple[str, Any]
"""A key of the state and the value that a node gave it."""


@dataclass(frozen=True)
class Schema:
    """The keys of a state, the reducers of those that collect, and the class that nodes are given."""

    keys: tuple[str, ...]
    reducers: Mapping[str, Reducer]
    first: Mapping[str, Callable[[], Any]]
    """What a collecting key begins with."""
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
        reducers = {key: hint.__metadata__[-1] for key, hint in hints.items() if _collects(hint)}
        first = {key: _empty(hints[key]) for key in reducers}
        made = declared if dataclasses.is_dataclass(declared) else None
        return Schema(tuple(hints), reducers, first, made)

    def initial(self) -> dict[str, Any]:
        """The state of which nothing is known yet: collecting keys are empty, others absent."""
        return {key: make() for key, make in self.first.items()}

    def shown(self, values: Mapping[str, Any]) -> Any:
        """The state as a node gets it."""
        present = {key: values[key] for key in self.keys if key in values}
        return present if self.made is None else self.made(**present)

    def writes(self, update: Any) -> list[Write]:
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
        return [(key, update[key]) for key in self.keys if key in update]

    def apply(self, values: Mapping[str, Any], writes: Iterable[Write]) -> dict[str, Any]:
        """The next state: each key's writes in the order of the tasks.

        Raises:
            InvalidUpdateError: two writes to a key that has no reducer.
        """
        result = dict(values)
        written: set[str] = set()
        for key, value in writes:
            if key in self.reducers:
                result[key] = self.reducers[key](result[key], value) if key in result else value
            elif key in written:
                raise InvalidUpdateError(
                    f"At key '{key}': Can receive only one value per step. "
                    "Use an Annotated key to handle multiple values."
                )
            else:
                result[key] = value
            written.add(key)
        return result


def _collects(hint: Any) -> bool:
    return bool(getattr(hint, "__metadata__", ())) and callable(hint.__metadata__[-1])


def _empty(hint: Any) -> Callable[[], Any]:
    declared = hint.__origin__
    return typing.cast("Callable[[], Any]", typing.get_origin(declared) or declared)
