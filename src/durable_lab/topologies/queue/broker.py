"""The broker of one queue: messages, leases, delivery counts, dead letters. Outside of every process.

Messages are taken in the order of their places among the visible ones. A lease is a token and a time. What comes of
a settle without a valid one, where an abandoned message comes again and how deliveries are counted is the profile's.
"""

from __future__ import annotations

import asyncio
import heapq
import math
from collections import deque
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from durable_lab.kernel.machine.loop import outside, settle
from durable_lab.kernel.machine.process import Process
from durable_lab.kernel.outside.store import from_bytes
from durable_lab.kernel.trace import canonical, plain, step_name
from durable_lab.topologies.queue.profiles import HEARTBEAT, Profile

if TYPE_CHECKING:
    from durable_lab.kernel.machine.machine import Machine

LATENCY = 0.005
"""Virtual seconds to the broker, and back."""

MAX_DELIVERIES = "max deliveries exceeded"
"""The reason of a dead letter that the broker set aside by itself: all that it knows."""

Outcome: TypeAlias = Literal["stored", "stale", "ignored", "refused", "closed"]
"""What comes of a settle: done; done though the lease was over; said to be done and not done; an error; an error, and
the worker's channel is closed."""

ADVISORY = "max deliveries: an advisory; the message stays in the stream"
"""What a broker says that has no dead letters."""

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
    holder: Process | None = None
    """The worker that has it under the latest lease."""


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

    def __init__(
        self, machine: Machine, name: str, lease: float, max_deliveries: int, profile: Profile
    ) -> None:
        self.name = name
        self.profile = profile
        self.lease = lease
        self.max_deliveries: float = max_deliveries + (profile.counts == "redeliveries")
        """Deliveries after which a message is not delivered again."""
        if profile.counts == "nothing":
            self.max_deliveries = math.inf
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

    def take(self, process: Process) -> Entry | None:
        """Lease to `process` the first visible message; None if there is none any more."""
        self._sort()
        places = [*self._offered, *self._free[:1]]
        if not places:
            return None
        entry = self._entries[min(places)]
        if self._offered.pop(entry.place, None) is None:
            heapq.heappop(self._free)
        self._tokens += 1
        entry.deliveries, entry.token, entry.leased = entry.deliveries + 1, self._tokens, True
        entry.holder = process
        if self.profile.held_by == "connection":
            process.presence.watch(self._look_after)
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
            settle(waiting[1])

    def idle(self) -> asyncio.Future[None]:
        """A future that is done when no message is left and every worker waits for one."""
        idle: asyncio.Future[None] = self._machine.loop.create_future()
        self._until_idle.append(idle)
        self._look()
        return idle

    def fail(self, error: Exception) -> None:
        """A worker can't start: whoever waits for the workers is told."""
        for waiting in self._until_idle:
            if not waiting.done():
                waiting.set_exception(error)
        self._until_idle.clear()

    # -- settling ----------------------------------------------------------------------------------

    def complete(self, place: int, token: int) -> Outcome:
        """Delete the message."""
        entry, outcome = self._of_holder(place, token)
        if entry is not None:
            del self._entries[place]
            self._look()
        return outcome

    def abandon(self, place: int, token: int, delay: float) -> Outcome:
        """Make the message visible again, after `delay` virtual seconds."""
        entry, outcome = self._of_holder(place, token)
        if entry is not None and self.profile.abandoned != "lease":
            entry.leased = False
            if self.profile.abandoned == "end":
                del self._entries[place]
                entry.place = self._machine.number("place", self.name)
                self._entries[entry.place] = entry
            self._hide(entry, delay)
            heapq.heappush(self._delayed, (entry.visible_at, entry.place))
        return outcome

    def renew(self, place: int, token: int) -> Outcome:
        """Begin the lease anew."""
        entry, outcome = self._of_holder(place, token)
        if entry is not None and self.profile.held_by == "lease":
            entry.leased = True
            self._hide(entry, self.lease)
        return outcome

    def dead_letter(self, place: int, token: int, reason: str) -> Outcome:
        """Set the message aside, with the worker's reason."""
        entry, outcome = self._of_holder(place, token)
        if entry is not None:
            self._set_aside(entry, reason)
            self._look()
        return outcome

    def _of_holder(self, place: int, token: int) -> tuple[Entry | None, Outcome]:
        """The message, if whoever shows this token may settle it, and what comes of it."""
        entry = self._entries.get(place)
        if entry is not None and entry.token == token:
            if entry.leased and self._machine.loop.now < entry.visible_at:
                return entry, "stored"
            if (
                self.profile.stale == "ignored"
            ):  # nobody else has received it: the latest receipt still counts
                return entry, "stale"
        match self.profile.stale:
            case "accepted":
                return (entry, "stale") if entry is not None else (None, "ignored")
            case "ignored":
                return None, "ignored"
            case "channel closed":
                return None, "closed"
            case "refused":
                return None, "refused"

    # -- connections -------------------------------------------------------------------------------

    def _look_after(self, process: Process) -> None:
        """Something happened to a worker that holds messages by its connection."""
        loop = self._machine.loop
        if not process.alive:
            loop.call_later(LATENCY, self._disconnect, process, context=outside())
        elif self._silent(process):
            loop.call_later(HEARTBEAT, self._miss_heartbeats, process, loop.now, context=outside())

    def _silent(self, process: Process) -> bool:
        return not process.runs or self._machine.cut_for(process, self.name) > 0

    def _miss_heartbeats(self, process: Process, since: float) -> None:
        if process.alive and self._silent(process) and process.presence.silent_since <= since:
            self._disconnect(process)

    def _disconnect(self, process: Process) -> None:
        """The connection of a worker is closed: what it holds is visible again."""
        for entry in [e for e in self._entries.values() if e.leased and e.holder is process]:
            self._give_back(entry, "connection closed")
        self._look()

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
            self._give_back(entry, "")
        elif entry.deliveries >= self.max_deliveries:
            self._exceed(entry)
        self._look()

    def _give_back(self, entry: Entry, why: str) -> None:
        """A lease is over, unsettled."""
        entry.leased = False
        entry.visible_at = self._machine.loop.now
        heapq.heappush(self._free, entry.place)
        shown = {"why": why} if why else {}
        self._say("", "lease", "ended", entry, delivery=entry.deliveries, **shown)
        if entry.deliveries >= self.max_deliveries:
            self._exceed(entry)

    def _exceed(self, entry: Entry) -> None:
        """It was delivered too often: the broker sets it aside, or says only that it is delivered no more."""
        unit = unit_of(self.name, from_bytes(entry.body))
        if self.profile.sets_aside == "nothing":
            del self._entries[entry.place]
            self._say("", "dead_letter", "exceeded", entry, reason=ADVISORY, unit=unit)
        else:
            self._set_aside(entry, MAX_DELIVERIES)
            self._say("dead_letter", "dead_letter", "exceeded", entry, reason=MAX_DELIVERIES, unit=unit)

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
        for place in [p for p, until in self._offered.items() if until <= now or not self._may_go(p)]:
            del self._offered[place]
            heapq.heappush(self._free, place)
        while self._free and not self._may_go(self._free[0]):
            heapq.heappop(self._free)

    def _may_go(self, place: int) -> bool:
        entry = self._entries.get(place)
        return entry is not None and not entry.leased and entry.deliveries < self.max_deliveries

    def _look(self) -> None:
        """Tell one waiting worker of each visible message that no other was just told of."""
        loop = self._machine.loop
        self._sort()
        while self._free and (told := self._next_worker()):
            until = self._offered[heapq.heappop(self._free)] = loop.now + _ON_OFFER
            loop.call_at(until, self._look, context=outside())
            settle(told)
            self._sort()
        if self._until_idle and not self._entries and self._all_wait():
            for idle in self._until_idle:
                settle(idle)
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
    return f"message/{queue}/{canonical(plain(body))}"
