"""The broker of one queue: messages, leases, delivery counts, dead letters. Outside of every process.

Its profile is that of a lease table in PostgreSQL, measured there: messages are taken in the order of their
ids among the visible ones, so that an abandoned one keeps its place; a lease is a token and a time, and to
settle or renew takes both; a message delivered as often as allowed is not delivered again but set aside.
"""

from __future__ import annotations

import asyncio
import heapq
import json
from collections import deque
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from durable_lab.kernel.loop import outside
from durable_lab.kernel.process import Process
from durable_lab.kernel.store import from_bytes
from durable_lab.kernel.trace import plain, step_name

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
        self._free: list[int] = []
        """Heap: the places of visible messages of which no worker was told."""
        self._offered: dict[int, float] = {}
        """Place of a visible message that a worker was told of → until when it is his."""
        self._delayed: list[tuple[float, int]] = []
        """Heap: when an abandoned message is visible again, and its place."""
        self._tokens = 0
        self._receiving: deque[tuple[Process, asyncio.Future[None]]] = deque()
        self._until_idle: list[asyncio.Future[None]] = []

    # -- sending and receiving -------------------------------------------------------------------

    def put(self, message_id: str, body: bytes) -> None:
        """Take in a message. The same id twice is two messages: this broker does not look at ids."""
        place = self._machine.number("place", self.name)
        self._entries[place] = Entry(place, message_id, body, self._machine.loop.now)
        heapq.heappush(self._free, place)
        self._look()

    def take(self) -> Entry | None:
        """Lease the first visible message; None if there is none any more."""
        self._sort()
        places = [*self._offered, *self._free[:1]]
        if not places:
            return None
        entry = self._entries[min(places)]
        if self._offered.pop(entry.place, None) is None:
            heapq.heappop(self._free)
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

    def leave(self, process: Process) -> None:
        """A worker is told to end: if it waits for a message, it need not wait any more."""
        for waiting in [waiting for waiting in self._receiving if waiting[0] is process]:
            self._receiving.remove(waiting)
            waiting[1].set_result(None)

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
        heapq.heappush(self._delayed, (entry.visible_at, place))
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
            heapq.heappush(self._free, place)
            self._say("", "lease", "ended", entry, delivery=entry.deliveries)
        if entry.deliveries >= self.max_deliveries:
            self._set_aside(entry, MAX_DELIVERIES)
            unit = unit_of(self.name, from_bytes(entry.body))
            self._say("dead_letter", "dead_letter", "exceeded", entry, reason=MAX_DELIVERIES, unit=unit)
        self._look()

    def _set_aside(self, entry: Entry, reason: str) -> None:
        del self._entries[entry.place]
        self.dead_letters.append(DeadLetter(entry.id, from_bytes(entry.body), reason, entry.deliveries))

    def _say(self, edge: str, kind: str, phase: str, entry: Entry, **shown: Any) -> None:
        name = step_name(self.name)
        n = self._machine.number(kind, name)
        self._machine.emit(None, edge, kind, name, n, phase, business=entry.id, **shown)

    # -- who is told -------------------------------------------------------------------------------

    def _sort(self) -> None:
        """Free what has become visible and what was offered in vain; forget what was set aside."""
        now = self._machine.loop.now
        while self._delayed and self._delayed[0][0] <= now:
            heapq.heappush(self._free, heapq.heappop(self._delayed)[1])
        for place in [place for place, until in self._offered.items() if until <= now]:
            del self._offered[place]
            heapq.heappush(self._free, place)
        while self._free and not self._may_go(self._free[0]):
            heapq.heappop(self._free)

    def _may_go(self, place: int) -> bool:
        entry = self._entries.get(place)
        return entry is not None and entry.deliveries < self.max_deliveries

    def _look(self) -> None:
        """Tell one waiting worker of each visible message that no other was just told of."""
        loop = self._machine.loop
        self._sort()
        while self._free and (told := self._next_worker()):
            until = self._offered[heapq.heappop(self._free)] = loop.now + _ON_OFFER
            loop.call_at(until, self._look, context=outside())
            told.set_result(None)
            self._sort()
        if self._until_idle and not self._entries and self._all_wait():
            for idle in self._until_idle:
                idle.set_result(None)
            self._until_idle.clear()

    def _next_worker(self) -> asyncio.Future[None] | None:
        """The worker that has waited longest and still lives."""
        while self._receiving:
            process, told = self._receiving.popleft()
            if process.alive:
                return told
        return None

    def _all_wait(self) -> bool:
        return {process.name for process, _ in self._receiving if process.alive}.issuperset(self.workers)


def unit_of(queue: str, body: Any) -> str:
    """The recovery unit of a message: what it says, for a second sending of it has another id."""
    return f"message/{queue}/{json.dumps(plain(body), sort_keys=True, ensure_ascii=False)}"
