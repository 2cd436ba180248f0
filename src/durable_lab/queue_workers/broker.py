"""The broker of one queue: messages, leases, delivery counts, dead letters. Outside of every process.

Its profile is that of a lease table in PostgreSQL, measured there: messages are taken in the order of their
ids among the visible ones, so that an abandoned one keeps its place; a lease is a token and a time, and to
settle or renew takes both; a message delivered as often as allowed is not delivered again but set aside.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from durable_lab.kernel.loop import outside
from durable_lab.kernel.process import Process
from durable_lab.kernel.store import from_bytes
from durable_lab.kernel.trace import step_name

if TYPE_CHECKING:
    from durable_lab.kernel.machine import Machine

LATENCY = 0.005
"""Virtual seconds to the broker, and back."""

MAX_DELIVERIES = "max deliveries exceeded"
"""The reason of a dead letter that the broker set aside by itself: all that it knows."""

_ON_OFFER = 4 * LATENCY
"""Virtual seconds in which a worker that was told of a message comes for it; then another is told."""


@dataclass(slots=True)
class Entry:
    """A message at the broker."""

    place: int
    """Its place in the queue, which it keeps."""
    id: str
    body: bytes
    visible_at: float = 0.0
    """Virtual seconds; while it is leased, the end of the lease."""
    offered_until: float = 0.0
    deliveries: int = 0
    token: int = 0
    """Of its latest lease."""
    leased: bool = False


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """A message that was set aside."""

    id: str
    body: Any
    reason: str
    """What a worker said; of a message that was delivered too often only that."""
    delivery_count: int


class Broker:
    """One queue. What its methods do is done at the broker, at one moment; requests to it travel elsewhere."""

    def __init__(self, machine: Machine, name: str, lease: float, max_deliveries: int) -> None:
        self.name = name
        self.lease = lease
        self.max_deliveries = max_deliveries
        self.workers: list[str] = []
        """The processes that receive from it."""
        self.dead_letters: list[DeadLetter] = []
        self._machine = machine
        self._entries: dict[int, Entry] = {}
        self._tokens = 0
        self._receiving: list[tuple[Process, asyncio.Future[None]]] = []
        self._until_idle: list[asyncio.Future[None]] = []

    # -- sending and receiving -------------------------------------------------------------------

    def put(self, message_id: str, body: bytes) -> None:
        """Take in a message. The same id twice is two messages: this broker does not look at ids."""
        place = self._machine.number("place", self.name)
        self._entries[place] = Entry(place, message_id, body, self._machine.loop.now)
        self._look()

    def take(self) -> Entry | None:
        """Lease the first visible message; None if there is none any more."""
        entry = next(iter(self._visible()), None)
        if entry is None:
            return None
        self._tokens += 1
        entry.deliveries, entry.token, entry.leased = entry.deliveries + 1, self._tokens, True
        self._hide(entry, self.lease)
        return replace(entry)

    def visible(self, process: Process) -> asyncio.Future[None]:
        """A future for `process`, which waits for a message: done when it should come for one."""
        told: asyncio.Future[None] = self._machine.loop.create_future()
        self._receiving.append((process, told))
        self._look()
        return told

    def idle(self) -> asyncio.Future[None]:
        """A future that is done when no message is left and every worker waits for one."""
        idle: asyncio.Future[None] = self._machine.loop.create_future()
        self._until_idle.append(idle)
        self._look()
        return idle

    def fail(self, error: Exception) -> None:
        """A worker can't start: whoever waits for the workers is told."""
        for waiting in self._until_idle:
            waiting.set_exception(error)
        self._until_idle.clear()

    # -- settling: each returns whether whoever asks still holds the lease ---------------------------

    def complete(self, place: int, token: int) -> bool:
        """Delete the message."""
        if self._held(place, token) is None:
            return False
        del self._entries[place]
        self._look()
        return True

    def abandon(self, place: int, token: int, delay: float) -> bool:
        """Make the message visible again, after `delay` virtual seconds."""
        entry = self._held(place, token)
        if entry is None:
            return False
        entry.leased = False
        self._hide(entry, delay)
        return True

    def renew(self, place: int, token: int) -> bool:
        """Begin the lease anew."""
        entry = self._held(place, token)
        if entry is None:
            return False
        self._hide(entry, self.lease)
        return True

    def dead_letter(self, place: int, token: int, reason: str) -> bool:
        """Set the message aside, with the worker's reason."""
        entry = self._held(place, token)
        if entry is None:
            return False
        self._set_aside(entry, reason)
        self._look()
        return True

    def _held(self, place: int, token: int) -> Entry | None:
        entry = self._entries.get(place)
        holds = entry is not None and entry.leased and entry.token == token
        return entry if entry and holds and self._machine.loop.now < entry.visible_at else None

    # -- time -------------------------------------------------------------------------------------

    def _hide(self, entry: Entry, seconds: float) -> None:
        entry.visible_at = self._machine.loop.now + seconds
        entry.offered_until = 0.0
        self._machine.loop.call_at(
            entry.visible_at, self._show, entry.place, entry.visible_at, context=outside()
        )

    def _show(self, place: int, due: float) -> None:
        """The time of a message has come, unless it was settled or its lease renewed meanwhile."""
        entry = self._entries.get(place)
        if entry is None or entry.visible_at != due:
            return
        if entry.leased:
            entry.leased = False
            self._say("", "lease", "ended", entry, delivery=entry.deliveries)
        if entry.deliveries >= self.max_deliveries:
            self._set_aside(entry, MAX_DELIVERIES)
            self._say("dead_letter", "dead_letter", "exceeded", entry, reason=MAX_DELIVERIES)
        self._look()

    def _set_aside(self, entry: Entry, reason: str) -> None:
        del self._entries[entry.place]
        self.dead_letters.append(DeadLetter(entry.id, from_bytes(entry.body), reason, entry.deliveries))

    def _say(self, edge: str, kind: str, phase: str, entry: Entry, **shown: Any) -> None:
        name = step_name(self.name)
        n = self._machine.number(kind, name)
        self._machine.emit(None, edge, kind, name, n, phase, business=entry.id, **shown)

    # -- who is told -------------------------------------------------------------------------------

    def _visible(self) -> list[Entry]:
        """The messages that may be taken now, in the order of their places."""
        now, limit = self._machine.loop.now, self.max_deliveries
        entries = self._entries.values()
        return [e for e in entries if not e.leased and e.visible_at <= now and e.deliveries < limit]

    def _look(self) -> None:
        """Tell one waiting worker of each visible message that no other was just told of."""
        loop = self._machine.loop
        for entry in self._visible():
            self._receiving = [(process, told) for process, told in self._receiving if process.alive]
            if entry.offered_until <= loop.now and self._receiving:
                entry.offered_until = loop.now + _ON_OFFER
                loop.call_at(entry.offered_until, self._look, context=outside())
                self._receiving.pop(0)[1].set_result(None)
        waiting = {process.name for process, _ in self._receiving if process.alive}
        if not self._entries and waiting.issuperset(self.workers):
            for idle in self._until_idle:
                idle.set_result(None)
            self._until_idle.clear()
