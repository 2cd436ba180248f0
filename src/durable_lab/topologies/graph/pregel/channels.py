"""Channels: what the tasks of one superstep write, and those of the next read. Named as LangGraph names them.

A channel is a value: what changes it gives another one. So a graph's declared channels are those of every new
thread, a task may try what its writes would make of them, and writes that are refused leave nothing half done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Self, TypeVar

from durable_lab.topologies.graph.errors import InvalidUpdateError, with_help

Reducer = Callable[[Any, Any], Any]
Channels = Mapping[str, "BaseChannel"]

MISSING: Any = object()
"""The value of a channel that holds nothing."""


class BaseChannel:
    """One channel."""

    __slots__ = ("key", "value")

    def __init__(self, key: str, value: Any = MISSING) -> None:
        self.key = key
        self.value = value
        """What whoever reads it gets; `MISSING` while there is nothing to read."""

    def fresh(self) -> Self:
        """This channel for a run of its own, before anything is written to it."""
        return self

    def from_checkpoint(self, stored: Any) -> Self:
        """This channel, holding what `checkpoint` gave."""
        return type(self)(self.key, stored)

    def checkpoint(self) -> Any:
        """What is stored of it; `MISSING` for nothing."""
        return self.value

    def update(self, values: Sequence[Any]) -> Self:
        """This channel after a superstep that wrote `values` to it, in the order of the tasks: possibly none.

        Raises:
            InvalidUpdateError: it takes no more than one.
        """
        raise NotImplementedError

    def consume(self) -> Self:
        """This channel after a node that it triggered has run."""
        return self

    def collects_as(self, declared: BaseChannel) -> bool:
        """Whether it may stand for another declaration of its key: one that does not say how to collect may differ."""
        return type(declared) is LastValue or type(declared) is type(self)


class LastValue(BaseChannel):
    """A key of the state: the last value, and one writer a superstep."""

    __slots__ = ()

    def update(self, values: Sequence[Any]) -> Self:
        if len(values) > 1:
            raise InvalidUpdateError(
                with_help(
                    f"At key '{self.key}': Can receive only one value per step. "
                    "Use an Annotated key to handle multiple values.",
                    "INVALID_CONCURRENT_GRAPH_UPDATE",
                )
            )
        return type(self)(self.key, values[0]) if values else self


class BinaryOperatorAggregate(BaseChannel):
    """A key of the state that a reducer collects, from the empty value of its type if there is one."""

    __slots__ = ("operator", "type")

    def __init__(self, key: str, type_: Callable[[], Any], operator: Reducer, value: Any = MISSING) -> None:
        self.key, self.value = key, value
        self.type, self.operator = type_, operator

    def fresh(self) -> Self:
        try:
            return self.from_checkpoint(self.type())
        except Exception:  # a union, a class that wants arguments
            return self  # what is written first is its first value

    def from_checkpoint(self, stored: Any) -> Self:
        return type(self)(self.key, self.type, self.operator, stored)

    def collects_as(self, declared: BaseChannel) -> bool:
        if not isinstance(declared, BinaryOperatorAggregate):
            return super().collects_as(declared)
        is_lambda = "<lambda>" in (_name(self.operator), _name(declared.operator))
        return is_lambda or self.operator is declared.operator

    def update(self, values: Sequence[Any]) -> Self:
        if not values:
            return self
        result = self.value
        for value in values:
            result = value if result is MISSING else self.operator(result, value)
        return self.from_checkpoint(result)


def _name(function: Reducer) -> str:
    return getattr(function, "__name__", "")


class EphemeralValue(BaseChannel):
    """A trigger, or the input: there for the superstep after it was written, then gone."""

    __slots__ = ()

    def update(self, values: Sequence[Any]) -> Self:
        return type(self)(self.key, values[-1]) if values else _emptied(self)


class Topic(BaseChannel):
    """What was published in one superstep, for the next: the `Send`s."""

    __slots__ = ()

    def update(self, values: Sequence[Any]) -> Self:
        return type(self)(self.key, tuple(values)) if values else _emptied(self)


class NamedBarrierValue(BaseChannel):
    """An edge that joins: there is something to read once every one of `names` was written, until the node after
    it has run."""

    __slots__ = ("names", "seen")

    def __init__(self, key: str, names: Iterable[str], seen: Iterable[str] = ()) -> None:
        self.names = frozenset(names)
        self.seen = frozenset(seen)
        super().__init__(key, None if self.names <= self.seen else MISSING)

    def from_checkpoint(self, stored: Any) -> Self:
        return type(self)(self.key, self.names, stored)

    def checkpoint(self) -> Any:
        return tuple(sorted(self.seen)) if self.seen else MISSING

    def update(self, values: Sequence[Any]) -> Self:
        return self if self.seen.issuperset(values) else self.from_checkpoint(self.seen.union(values))

    def consume(self) -> Self:
        return self if self.value is MISSING else self.from_checkpoint(())


C = TypeVar("C", bound=BaseChannel)


def _emptied(channel: C) -> C:
    return channel if channel.value is MISSING else type(channel)(channel.key)


def read(channels: Channels, keys: Iterable[str]) -> dict[str, Any]:
    """The values of those of `keys` that have one."""
    return {key: channels[key].value for key in keys if channels[key].value is not MISSING}


def by_channel(channels: Channels, writes: Iterable[tuple[str, Any]]) -> dict[str, list[Any]]:
    """The values written to each channel; those to channels that a graph doesn't have are left out, without a word."""
    found: dict[str, list[Any]] = {}
    for name, value in writes:
        if name in channels:
            found.setdefault(name, []).append(value)
    return found


def written(channels: Channels, writes: Iterable[tuple[str, Any]]) -> Channels:
    """The channels as these writes would make them.

    Raises:
        InvalidUpdateError: several writes to a channel that takes one.
    """
    changed = {name: channels[name].update(values) for name, values in by_channel(channels, writes).items()}
    return {**channels, **changed}
