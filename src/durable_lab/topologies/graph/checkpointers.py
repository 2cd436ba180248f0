"""Checkpointers: where a thread's checkpoints and pending writes are kept.

`SqliteSaver` keeps them in a durable store of the machine; `InMemorySaver` in its own process, with which
they die. Both write the two kinds of record that the engine writes: the *checkpoint* of a superstep, and the
*pending writes* of each task that finished in it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from durable_lab.kernel.machine.process import Process
from durable_lab.kernel.machine.stdlib import Connection
from durable_lab.kernel.outside.store import Records, Store, from_bytes, to_bytes
from durable_lab.kernel.trace import step_name
from durable_lab.topologies.graph.types import ERROR, INTERRUPT, RESUME, Send
from durable_lab.words.messages import LabError

T = TypeVar("T")
Pending = tuple[str, Any]
"""A channel (a key of the state, `__interrupt__`, `__resume__`, a trigger) and a value."""

NO_TASK = "00000000-0000-0000-0000-000000000000"
"""The task id of writes that belong to the thread: an answer that names no question."""

ONCE_WRITTEN = {ERROR: -1, INTERRUPT: -3, RESUME: -4}
"""Channels of which a task holds one write, and their place before its other writes."""


class Checkpoint(NamedTuple):
    """The state after a superstep, and what is to run next."""

    id: str
    step: int
    """-1 for the input, 0 after it was taken in, then one more for each superstep."""
    source: str
    values: dict[str, Any]
    joins: dict[str, tuple[str, ...]]
    """Of an edge from several nodes: which have finished."""
    triggers: tuple[str, ...] = ()
    """Nodes to run next."""
    sends: tuple[Send, ...] = ()
    given: Any = None
    """The input, until it is taken in."""
    parent: str | None = None


@dataclass(frozen=True, slots=True)
class Saved:
    """A thread as it is stored: its latest checkpoint and the writes of tasks since."""

    checkpoint: Checkpoint
    pending: dict[str, list[Pending]]
    """By task id."""


class BaseCheckpointSaver:
    """What both savers share: the layout of the records.

    Under a thread the id of its latest checkpoint; under a thread and an id the checkpoint; under these and
    a number one list of pending writes, under these and nothing how many lists there are.
    """

    async def load(self, process: Process, thread: str) -> Saved | None:
        """The thread as stored; None if it has no checkpoint.

        Raises:
            StoreUnavailable: the store is down.
        """
        return await self._read(process, lambda records: _latest(records, thread), thread_id=thread)

    def peek(self, process: Process, thread: str) -> Saved | None:
        """`load` for whoever only looks (a recovering client): no event, and it never fails."""
        return _latest(self._records(process), thread)

    async def put(
        self, process: Process, thread: str, name: str, checkpoint: Checkpoint, commits: Sequence[str] = ()
    ) -> None:
        """Store the checkpoint of a superstep; `commits` are the recovery units that it makes durable.

        Raises:
            StoreUnavailable: the store is down.
            LabError: `not-durable`, for a state that holds more than data.
        """
        data = to_bytes(checkpoint)

        def change(records: Records) -> None:
            records[_key(thread, checkpoint.id)] = data
            records[thread] = max(records.get(thread, b""), checkpoint.id.encode())

        shown = {"thread_id": thread, "step": checkpoint.step, "values": checkpoint.values}
        following = [*checkpoint.triggers, *(send.node for send in checkpoint.sends)]
        shown |= {"id": checkpoint.id, "next": following, "commits": list(commits)}
        await self._write(process, "checkpoint", step_name(name), change, **shown)

    async def put_writes(
        self,
        process: Process,
        thread: str,
        checkpoint_id: str,
        task_id: str,
        name: str,
        writes: list[Pending],
        commits: Sequence[str] = (),
    ) -> None:
        """Store the writes of a task that finished or paused, beside the checkpoint that it ran on; `commits` is
        its recovery unit, if it finished.

        Raises:
            StoreUnavailable: the store is down.
            LabError: `not-durable`, for a write that is more than data.
        """
        data = to_bytes((task_id, writes))
        count = _key(thread, checkpoint_id, "")

        def change(records: Records) -> None:
            n = int(records.get(count, b"0"))
            records[_key(thread, checkpoint_id, str(n))] = data
            records[count] = str(n + 1).encode()

        shown = {"thread_id": thread, "writes": [[channel, value] for channel, value in writes]}
        shown |= {"on": checkpoint_id, "commits": list(commits)}
        await self._write(process, "writes", step_name(name), change, **shown)

    def _records(self, process: Process) -> Records:
        raise NotImplementedError

    async def _read(self, process: Process, look: Callable[[Records], T], **shown: Any) -> T:
        raise NotImplementedError

    async def _write(
        self, process: Process, kind: str, name: str, change: Callable[[Records], None], **shown: Any
    ) -> None:
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

    def __init__(self, conn: Connection) -> None:
        if not isinstance(conn, Connection):
            raise LabError("not-modelled", what="SqliteSaver(conn)", available="sqlite3.connect(…)")
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

    async def _read(self, process: Process, look: Callable[[Records], T], **shown: Any) -> T:
        if self._held:
            return await self._held._read(process, look)
        return await self._store(process).read(process, "load", look, **shown)

    async def _write(
        self, process: Process, kind: str, name: str, change: Callable[[Records], None], **shown: Any
    ) -> None:
        if self._held:
            await self._held._write(process, kind, name, change)
        else:
            await self._store(process).write(process, kind, name, "save", change, **shown)


def _key(*parts: str) -> str:
    return "\x1f".join(parts)  # a separator that no thread id contains


def _latest(records: Records, thread: str) -> Saved | None:
    if thread not in records:
        return None
    on = records[thread].decode()
    checkpoint: Checkpoint = from_bytes(records[_key(thread, on)])
    pending: dict[str, dict[int, Pending]] = {}
    for n in range(int(records.get(_key(thread, on, ""), b"0"))):
        task, writes = from_bytes(records[_key(thread, on, str(n))])
        pending[task] = _merged(pending.get(task, {}), writes)
    return Saved(checkpoint, {task: [w for _, w in sorted(slots.items())] for task, slots in pending.items()})


def _merged(kept: dict[int, Pending], writes: list[Pending]) -> dict[int, Pending]:
    """Add a task's writes to those it has, as SqliteSaver does: only a list of nothing but once-written
    channels replaces what is there."""
    added = {ONCE_WRITTEN.get(channel, i): (channel, value) for i, (channel, value) in enumerate(writes)}
    replaces = all(channel in ONCE_WRITTEN for channel, _ in writes)
    return {**kept, **added} if replaces else {**added, **kept}
