"""Checkpointers: where a thread's checkpoints and pending writes are kept.

`SqliteSaver` keeps them in a durable store of the machine; `InMemorySaver` in its own process, with which
they die. Both write the two kinds of record that the engine writes: the *checkpoint* of a superstep, and the
*pending writes* of each task that finished in it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, TypeVar

from durable_lab.kernel.machine.process import Process
from durable_lab.kernel.machine.refusal import refusal
from durable_lab.kernel.machine.stdlib import Connection
from durable_lab.kernel.outside.store import Records, Store, from_bytes, to_bytes
from durable_lab.kernel.trace import step_name
from durable_lab.topologies.graph.pregel.checkpoint import (
    Checkpoint,
    Noted,
    Saved,
    Superstep,
    TaskWrites,
    open_questions,
)
from durable_lab.topologies.graph.pregel.namespaces import Namespace
from durable_lab.topologies.graph.pregel.writes import ONCE_WRITTEN, Pending
from durable_lab.topologies.graph.serde import Warned, pack_apart, pack_within, unpack

T = TypeVar("T")


class BaseCheckpointSaver:
    """What both savers share: the layout of the records.

    Under a namespace the id of its latest checkpoint; under a namespace and an id the checkpoint; under these and
    a number one list of pending writes, under these and nothing how many lists there are.
    """

    async def load(self, process: Process, namespace: Namespace) -> Saved | None:
        """The thread as stored; None if it has no checkpoint.

        Raises:
            StoreUnavailable: the store is down.
        """
        return await self._read(
            process, lambda records: _latest(records, namespace, process.warned), thread_id=namespace.thread
        )

    def peek(self, process: Process, namespace: Namespace) -> Noted:
        """What there is of a thread, for whoever only looks (a client, before it calls): no event, and it never
        fails."""
        records = self._records(process)
        latest = records.get(namespace.key())
        if latest is None:
            return None, []
        on = latest.decode()
        return on, open_questions(_pending(records, namespace, on, None))

    async def put(self, process: Process, namespace: Namespace, over: Superstep) -> None:
        """Store the checkpoint of a superstep.

        Raises:
            StoreUnavailable: the store is down.
            TypeError: the state holds something that can't be stored.
        """
        checkpoint, latest = over.checkpoint, namespace.key()
        values = {name: self._packed(value) for name, value in checkpoint.channel_values.items()}
        data, key = to_bytes(checkpoint._replace(channel_values=values)), namespace.key(checkpoint.id)

        def change(records: Records) -> None:
            records[key] = data
            records[latest] = max(records.get(latest, b""), checkpoint.id.encode())

        shown = {"thread_id": namespace.thread, "step": checkpoint.step, "values": over.values}
        shown |= {"id": checkpoint.id, "next": over.following, "commits": over.commits}
        await self._write(process, "checkpoint", step_name(over.name), change, **shown)

    async def put_writes(self, process: Process, namespace: Namespace, done: TaskWrites) -> None:
        """Store the writes of a task beside the checkpoint that it ran on.

        Raises:
            StoreUnavailable: the store is down.
            TypeError: something that was written can't be stored.
        """
        writes = [(channel, pack_apart(value)) for channel, value in done.writes]
        data, on = to_bytes((done.task_id, writes)), done.checkpoint_id
        count = namespace.key(on, "")

        def change(records: Records) -> None:
            n = int(records.get(count, b"0"))
            records[namespace.key(on, str(n))] = data
            records[count] = str(n + 1).encode()

        shown = {"thread_id": namespace.thread, "writes": done.writes, "on": on, "commits": done.commits}
        await self._write(process, "writes", step_name(done.name), change, **shown)

    _packed = staticmethod(pack_apart)
    """How a channel's value is stored: each by itself."""

    def _records(self, process: Process) -> Records:
        raise NotImplementedError

    def _read(self, process: Process, look: Callable[[Records], T], **shown: Any) -> Awaitable[T]:
        raise NotImplementedError

    def _write(
        self, process: Process, kind: str, name: str, change: Callable[[Records], None], **shown: Any
    ) -> Awaitable[None]:
        raise NotImplementedError


class InMemorySaver(BaseCheckpointSaver):
    """Checkpoints in the process: they die with it."""

    def __init__(self) -> None:
        self._held: Records = {}

    def _records(self, process: Process) -> Records:
        return self._held

    async def _read(self, process: Process, look: Callable[[Records], T], **shown: Any) -> T:
        return look(self._held)

    async def _write(
        self, process: Process, kind: str, name: str, change: Callable[[Records], None], **shown: Any
    ) -> None:
        change(self._held)


MemorySaver = InMemorySaver


class SqliteSaver(BaseCheckpointSaver):
    """Checkpoints in a database file: they survive. `:memory:` does not."""

    _packed = staticmethod(pack_within)

    def __init__(self, conn: Connection) -> None:
        if not isinstance(conn, Connection):
            raise refusal("not-modelled", what="SqliteSaver(conn)", available="sqlite3.connect(…)")
        self._path = conn.path
        self._held = InMemorySaver() if conn.path == ":memory:" else None

    @classmethod
    @contextlib.contextmanager
    def from_conn_string(cls, conn_string: str) -> Iterator[SqliteSaver]:
        """A saver on a database file, as a context manager."""
        yield cls(Connection(conn_string))

    def setup(self) -> None:
        """Nothing to do: the store makes itself."""

    def _store(self, process: Process) -> Store:
        return process.machine.store(self._path)

    def _records(self, process: Process) -> Records:
        return self._held._held if self._held else self._store(process).peek()

    def _read(self, process: Process, look: Callable[[Records], T], **shown: Any) -> Awaitable[T]:
        if self._held:
            return self._held._read(process, look)
        return self._store(process).read(process, "load", look, **shown)

    def _write(
        self, process: Process, kind: str, name: str, change: Callable[[Records], None], **shown: Any
    ) -> Awaitable[None]:
        if self._held:
            return self._held._write(process, kind, name, change)
        return self._store(process).write(process, kind, name, "save", change, **shown)


def _latest(records: Records, namespace: Namespace, warned: Warned) -> Saved | None:
    latest = records.get(namespace.key())
    if latest is None:
        return None
    on = latest.decode()
    checkpoint: Checkpoint = from_bytes(records[namespace.key(on)])
    values = {name: unpack(data, warned) for name, data in checkpoint.channel_values.items()}
    return Saved(checkpoint._replace(channel_values=values), _pending(records, namespace, on, warned))


def _pending(records: Records, namespace: Namespace, on: str, warned: Warned) -> dict[str, list[Pending]]:
    """What tasks have written beside a checkpoint, by their ids."""
    pending: dict[str, dict[int, Pending]] = {}
    for n in range(int(records.get(namespace.key(on, ""), b"0"))):
        task, packed = from_bytes(records[namespace.key(on, str(n))])
        writes = [(channel, unpack(data, warned)) for channel, data in packed]
        pending[task] = _merged(pending.get(task, {}), writes)
    return {task: [write for _, write in sorted(slots.items())] for task, slots in pending.items()}


def _merged(kept: dict[int, Pending], writes: list[Pending]) -> dict[int, Pending]:
    """Add a task's writes to those it has, as SqliteSaver does: only a list of nothing but once-written
    channels replaces what is there."""
    added = {ONCE_WRITTEN.get(channel, i): (channel, value) for i, (channel, value) in enumerate(writes)}
    replaces = all(channel in ONCE_WRITTEN for channel, _ in writes)
    return {**kept, **added} if replaces else {**added, **kept}
