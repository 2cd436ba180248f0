"""Arguments and results as the server keeps them: JSON text, read back by the type hints of whoever gets them."""

from __future__ import annotations

import dataclasses
import datetime
import enum
import inspect
import json
import types
import typing
import uuid
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from durable_lab.topologies.workflow.wire.values import Payload


def to_payload(value: Any) -> Payload:
    """`value` as it is stored.

    Raises:
        TypeError: JSON can't hold it (a lock, a function, a connection).
    """
    return json.dumps(value, default=_plain, separators=(",", ":"), ensure_ascii=False)


def _plain(value: Any) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return dataclasses.asdict(value)
    if isinstance(value, (datetime.datetime, datetime.date)):
        return value.isoformat()
    if isinstance(value, uuid.UUID):
        return str(value)
    if isinstance(value, (set, frozenset)):
        return sorted(value)  # not in hash order, so that a run is the same everywhere
    if isinstance(value, Iterable):
        return list(value)
    raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")


def from_payload(text: Payload, hint: Any = None) -> Any:
    """The value of a payload, as the type that `hint` asks for, if any.

    Raises:
        TypeError: the value does not fit the hint.
    """
    return _typed(json.loads(text), hint)


def hints_of(function: Callable[..., Any], skip: int = 0) -> tuple[list[Any], Any]:
    """The type hints of a function's positional parameters (from `skip` on) and of its result; None if unknown."""
    try:
        named = typing.get_type_hints(function)
    except (NameError, TypeError):
        named = {}
    names = list(inspect.signature(function).parameters)[skip:]
    return [named.get(name) for name in names], named.get("return")


def from_payloads(texts: Iterable[Payload], hints: list[Any]) -> list[Any]:
    """The values of several payloads, each by its hint."""
    return [from_payload(text, hints[i] if i < len(hints) else None) for i, text in enumerate(texts)]


def _typed(value: Any, hint: Any) -> Any:
    if hint is None or hint is Any or value is None:
        return value
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return _first_that_fits(value, inner)
    if origin is not None:
        return _typed_container(value, origin, inner)
    return _typed_plain(value, hint)


def _first_that_fits(value: Any, hints: tuple[Any, ...]) -> Any:
    for hint in hints:
        if hint is type(None):
            continue
        try:
            return _typed(value, hint)
        except (TypeError, ValueError):
            continue
    raise TypeError(f"Failed converting to {hints} from {value}")


def _typed_container(value: Any, origin: Any, inner: tuple[Any, ...]) -> Any:
    if isinstance(origin, type) and issubclass(origin, Mapping):
        kinds = inner if len(inner) == 2 else (None, None)
        return {_typed(k, kinds[0]): _typed(v, kinds[1]) for k, v in value.items()}
    if origin is tuple and inner and inner[-1] is not Ellipsis:
        return tuple(_typed(v, kind) for v, kind in zip(value, inner, strict=True))
    if isinstance(origin, type) and issubclass(origin, (list, tuple, set, frozenset)):
        return origin(_typed(v, inner[0] if inner else None) for v in value)
    return value


def _typed_plain(value: Any, hint: Any) -> Any:
    if not isinstance(hint, type):
        return value
    if dataclasses.is_dataclass(hint):
        if not isinstance(value, Mapping):
            raise TypeError(f"Cannot convert to dataclass {hint}, value is {type(value)} not dict")
        fields = typing.get_type_hints(hint)
        return hint(**{name: _typed(v, fields.get(name)) for name, v in value.items()})
    if issubclass(hint, (datetime.datetime, datetime.date)):
        return hint.fromisoformat(value)
    if issubclass(hint, (enum.Enum, uuid.UUID)):
        return hint(value)
    if hint is float and isinstance(value, int):
        return float(value)
    if hint in (str, int, float, bool) and not isinstance(value, hint):
        raise TypeError(f"Expected value to be {hint.__name__}, was {type(value).__name__}")
    return hint(value) if issubclass(hint, (set, frozenset, tuple)) else value
