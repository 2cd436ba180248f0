"""The order of a set, which differs from one life of a process to the next.

Python gives each process another seed for the hashes of strings (and with them of whatever is made of strings), and
objects other places in memory: a set has another order after a restart, or in another worker. An interpreter has one
seed only, so a reader's file asks here wherever it goes through a set (`set_rewriting`). The order is the same in all
of one life, the same in every run under one seed, and never that of the life before.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from durable_lab.kernel.machine.loop import OWNER
from durable_lab.kernel.machine.process import Process
from durable_lab.kernel.machine.readers_code import readers_frames
from durable_lab.kernel.trace import canonical, plain

_SETS = frozenset({set, frozenset})
_NUMBERS = frozenset({int, float, bool, complex})
"""Their hashes are the same in every process."""

_NUMBERED = re.compile(r"Task-(\d+)")
_DEPTH = 4
"""How deep in lists and dicts a set is looked for where they become text."""


# -- where a program goes through a set ---------------------------------------------------------------


def in_order(values: Any) -> Any:
    """A set's elements as a list, in the order of this life; anything else as it is."""
    return _ordered(values) if type(values) in _SETS else values


def walk(values: Any) -> Any:
    """What a loop goes through: a set in the order of this life; anything else as it is."""
    return _walked(values, _ordered(values)) if type(values) in _SETS else values


def _walked(values: Any, order: list[Any]) -> Iterator[Any]:
    size = len(values)
    for value in order:
        if len(values) != size:
            raise RuntimeError("Set changed size during iteration")
        yield value


def pop(values: Any) -> Any:
    """`values.pop()`."""
    if type(values) is not set or not values:
        return values.pop()
    value = _ordered(values)[0]
    values.remove(value)
    return value


def shown(value: Any) -> Any:
    """What `print`, `str` or an f-string makes text of: sets in the order of this life, in lists and dicts too."""
    return _Shown(_text(value)) if _has_set(value, _DEPTH) else value


class _Shown:
    """A value whose text is known."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text

    def __format__(self, spec: str) -> str:
        return format(self._text, spec)


def _has_set(value: Any, depth: int) -> bool:
    kind = type(value)
    if kind in _SETS:
        return True
    if depth == 0 or kind not in (list, tuple, dict):
        return False
    return any(_has_set(one, depth - 1) for one in (value.values() if kind is dict else value))


def _text(value: Any) -> str:
    kind = type(value)
    if kind is dict:
        return "{" + ", ".join(f"{_text(key)}: {_text(one)}" for key, one in value.items()) + "}"
    if kind is list:
        return "[" + ", ".join(map(_text, value)) + "]"
    if kind is tuple:
        return "(" + ", ".join(map(_text, value)) + ("," if len(value) == 1 else "") + ")"
    if kind in _SETS and value:
        inner = "{" + ", ".join(map(_text, _ordered(value))) + "}"
        return inner if kind is set else f"frozenset({inner})"
    return repr(value)


def hash_of(value: Any, /) -> int:
    """`hash`: of a text, another number in each life."""
    if type(value) in (str, bytes):
        life = _life()
        return int.from_bytes(_digest(life, f"{life.odd} {_name(value)}"), "big", signed=True)
    if type(value) is tuple:
        return hash(tuple(map(hash_of, value)))
    if type(value) is frozenset:
        return hash(frozenset(map(hash_of, value)))
    return hash(value)


# -- the order -----------------------------------------------------------------------------------------


def _ordered(values: Iterable[Any]) -> list[Any]:
    elements = list(values)
    if len(elements) < 2 or all(type(value) in _NUMBERS for value in elements):
        return elements
    life, names = _life(), _names(elements)
    keyed = sorted(zip([(_digest(life, name), name) for name in names], range(len(elements)), strict=True))
    _notice()
    return [elements[place] for _, place in (reversed(keyed) if life.odd else keyed)]


def _names(elements: list[Any]) -> list[str]:
    """Texts that tell the elements apart and are the same in every run: of tasks, which of them began first."""
    numbers = {id(one): number for one in elements if (number := _number_of(one)) is not None}
    ranks = {key: f"task {rank}" for rank, key in enumerate(sorted(numbers, key=numbers.__getitem__))}
    return [ranks.get(id(one)) or _name(one) for one in elements]


def _number_of(task: Any) -> int | None:
    match = _NUMBERED.fullmatch(task.get_name()) if isinstance(task, asyncio.Task) else None
    return int(match[1]) if match else None


def _name(value: Any) -> str:
    shown, place = plain(value), f"<{type(value).__qualname__}>"
    if shown == place:  # where it is in memory, and no more: by what it holds, then
        shown = [shown, plain(getattr(value, "__dict__", {}))]
    return f"{type(value).__qualname__} {canonical(shown)}"


class _Life(NamedTuple):
    """What decides an order."""

    seed: str
    odd: bool
    """Whether it is the second of two lives that have the same hashes: it goes the other way."""


def _life() -> _Life:
    process = OWNER.get()
    if not isinstance(process, Process):
        return _Life("", odd=False)
    number = list(process.machine.supervisor.hosts).index(process.name) + process.life
    return _Life(f"{process.machine.seed}/{(number + 1) // 2}", odd=number % 2 == 0)


def _digest(life: _Life, name: str) -> bytes:
    text = f"{life.seed}/{name}"
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()


def _notice() -> None:
    """Note in the trace the line that goes through a set."""
    process, frame = OWNER.get(), next(readers_frames(sys._getframe(1)), None)
    if isinstance(process, Process) and frame is not None:
        lines = process.machine.trace.header.setdefault("set_order", [])
        if frame.f_lineno not in lines:
            lines.append(frame.f_lineno)


HELPERS: dict[str, Callable[[Any], Any]] = {
    "__in_order__": in_order,
    "__walk__": walk,
    "__pop__": pop,
    "__shown__": shown,
}
"""What rewritten code calls, by the names that it calls them."""
