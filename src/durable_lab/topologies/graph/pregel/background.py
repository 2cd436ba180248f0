"""Writes on their way to the store while the run goes on."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

from durable_lab.kernel.machine.loop import LOOP
from durable_lab.kernel.machine.process import Process


class Background:
    """Writes on their way to the store while the run goes on, in the order in which they were handed over.

    Checkpoints form a chain: after one failed, the next fails too. Pending writes don't.
    """

    def __init__(self, process: Process) -> None:
        self._process = process
        self._last: asyncio.Future[Any] | None = None
        self._last_checkpoint: asyncio.Future[Any] | None = None
        self._all: list[asyncio.Future[Any]] = []

    def in_order(self, put: Callable[[], Awaitable[None]]) -> asyncio.Future[Any]:
        """Store a checkpoint after the previous one, if that succeeded."""
        self._last_checkpoint = self._start(put, self._last_checkpoint)
        return self._last_checkpoint

    def beside(self, put: Callable[[], Awaitable[None]]) -> None:
        """Store pending writes."""
        self._start(put, None)

    def _start(
        self, put: Callable[[], Awaitable[None]], needed: asyncio.Future[Any] | None
    ) -> asyncio.Future[Any]:
        previous = self._last

        async def go() -> None:
            if previous is not None and not previous.done():
                await over(previous)
            if needed is not None:
                await needed
            await put()

        self._last = self._process.start(go())
        self._all.append(self._last)
        return self._last

    async def settle(self, *, raise_errors: bool) -> None:
        """Wait for every write: when the last is over, all are. The first that failed fails the run."""
        if self._last is not None:
            await over(self._last)
        errors = [error for write in self._all if (error := _error_of(write)) is not None]
        if errors and raise_errors:
            raise errors[0]


async def over(write: asyncio.Future[Any]) -> None:
    """Wait until a write is over, well or not. Whoever is cancelled while waiting leaves it alone."""
    if LOOP.get() is None:
        with contextlib.suppress(Exception):
            await write
    else:
        await asyncio.wait([write])


def _error_of(write: asyncio.Future[Any]) -> BaseException | None:
    return None if write.cancelled() else write.exception()
