"""Durable stores: what survives a crash. They hold bytes, never live objects; each write is a step."""

from __future__ import annotations

import asyncio
import importlib
import io
import pickle
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from durable_lab.kernel.machine.process import Process
from durable_lab.kernel.outside.exchange import CallFailed, Route, Served, exchange
from durable_lab.kernel.trace import without_addresses
from durable_lab.words.messages import LabError

if TYPE_CHECKING:
    from durable_lab.kernel.machine.machine import Machine

T = TypeVar("T")
Records = dict[str, bytes]

LATENCY = 0.005
"""Virtual seconds to the store, and back."""

PROGRAM_MODULE = "__main__"
"""The name under which the reader's file is a module: stored objects of its classes find them by it."""


class StoreUnavailable(CallFailed):
    """The store refused a write or a read."""


class Store:
    """Records by key. Written in one piece or not at all; read as they are at that moment."""

    def __init__(self, machine: Machine, name: str) -> None:
        self.name = name
        self._machine = machine
        self._records: Records = {}
        self._down_until = 0.0
        self._refusals = 0

    async def write(
        self,
        process: Process,
        kind: str,
        name: str,
        edge: str,
        change: Callable[[Records], T],
        **payload: Any,
    ) -> T:
        """Carry out `change` on the records at the store, as one atomic step `kind:name`.

        `change` runs at the moment at which the write is *stored*; it must not keep the records. It refuses by
        raising a `CallFailed`, before it changed anything. `payload` is what the trace shows of the write when it
        is *sent*.

        Raises:
            StoreUnavailable: the store is down; nothing was changed.
            CallFailed: what `change` refused with.
        """

        def serve() -> Served:
            if self.refuses():
                return Served("refused", {"store": self.name}, error=self._unavailable())
            try:
                return Served("stored", {"store": self.name}, result=change(self._records))
            except CallFailed as refusal:
                return Served("refused", {"store": self.name}, error=refusal)

        route = Route(kind, edge, edge, "sent", None, LATENCY, self.name)
        result: T = await exchange(process, route, name, serve, store=self.name, **payload)
        return result

    async def read(self, process: Process, edge: str, look: Callable[[Records], T], **payload: Any) -> T:
        """What `look` finds in the records. Changes nothing, so it is an event but no step to crash at.

        Raises:
            StoreUnavailable: the store is down.
        """
        machine = self._machine
        await machine.alive(process)
        while machine.cuts and (seconds := machine.cut_for(process, self.name)) > 0:
            await asyncio.sleep(seconds)
        if self.refuses():
            raise self._unavailable()
        found = look(self._records)
        n = machine.number("read", self.name)
        machine.emit(process, edge, "read", self.name, n, "read", **payload)
        await machine.alive(process)
        return found

    def peek(self) -> Records:
        """The records, for whoever only looks: no event, and it never fails."""
        return self._records

    def take_down(self, seconds: float | None, count: int | None) -> None:
        """Refuse from now on: for so many virtual seconds, or so many reads and writes."""
        if seconds is not None:
            self._down_until = self._machine.loop.now + seconds
        self._refusals += count or 0

    def refuses(self) -> bool:
        """Whether it refuses what it is asked now."""
        if self._machine.loop.now < self._down_until:
            return True
        if self._refusals > 0:
            self._refusals -= 1
            return True
        return False

    def _unavailable(self) -> StoreUnavailable:
        return StoreUnavailable("store-unavailable", store=self.name)


# -- bytes ----------------------------------------------------------------------------------------


class _Reader(pickle.Unpickler):
    """Finds the reader's classes in the file as it is loaded now, not as it was when they were stored."""

    def find_class(self, module: str, name: str) -> Any:
        owner = sys.modules.get(module) or importlib.import_module(module)
        found: Any = owner
        for part in name.split("."):
            found = getattr(found, part)
        return found


def to_bytes(value: Any) -> bytes:
    """`value` as it is stored.

    Raises:
        LabError: `not-durable`, for what lives only in a process (a function, a lock, a connection).
    """
    try:
        return pickle.dumps(value, protocol=5)
    except (pickle.PicklingError, TypeError, AttributeError) as error:
        raise LabError("not-durable", what=type(value).__name__, why=without_addresses(str(error))) from error


def from_bytes(data: bytes) -> Any:
    """The value that `to_bytes` stored, as a new object."""
    return _Reader(io.BytesIO(data)).load()
