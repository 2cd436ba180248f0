"""Where asyncio itself goes through a set of tasks, which is in the order of their places in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from typing import Any


class TaskGroup(asyncio.TaskGroup):
    """`asyncio.TaskGroup` that cancels its tasks in the order in which they began."""

    def __init__(self) -> None:
        super().__init__()
        self._tasks = _InOrder()  # type: ignore[assignment]  # what a group asks of a set, no more


class _InOrder:
    """A set in the order in which things came into it."""

    def __init__(self) -> None:
        self._elements: dict[Any, None] = {}

    def add(self, element: Any) -> None:
        self._elements[element] = None

    def discard(self, element: Any) -> None:
        self._elements.pop(element, None)

    def __iter__(self) -> Iterator[Any]:
        return iter(list(self._elements))

    def __len__(self) -> int:
        return len(self._elements)


def as_completed(fs: Iterable[Any], *, timeout: float | None = None) -> Any:
    """`asyncio.as_completed` that begins what it is given in the order in which it is given."""
    if not (asyncio.isfuture(fs) or asyncio.iscoroutine(fs)):
        fs = [asyncio.ensure_future(one) for one in fs]
    return asyncio.as_completed(fs, timeout=timeout)
