"""A message as its worker holds it: under a lease, to be settled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from durable_lab.kernel.machine.blocking import blocking
from durable_lab.kernel.machine.clock import EPOCH
from durable_lab.kernel.machine.process import Process
from durable_lab.kernel.outside.exchange import CallFailed, Route, Served, exchange
from durable_lab.kernel.outside.store import from_bytes
from durable_lab.kernel.trace import step_name
from durable_lab.topologies.queue.broker import LATENCY, Broker, Entry, Outcome, unit_of
from durable_lab.words.messages import LabError

TIMEOUT = 10.0
"""Virtual seconds that a request to the broker waits for its reply."""


class LockLost(CallFailed):
    """The lease is over: perhaps another worker holds the message, or has settled it. Nothing was done.

    PostgreSQL with a token that is checked refuses so (measured), Azure Service Bus too (documented:
    `MessageLockLost`). Other brokers ignore or accept such a stale settle (`Profile.stale`).
    """


class ChannelClosed(LockLost):
    """The same on RabbitMQ, which closes the worker's channel as well."""


class Message:
    """What a handler gets. It stays at the broker until it is settled; unsettled, it is delivered again.

    Every method comes twice: plain, and with an `a` before its name for asynchronous code. Each raises `CallTimedOut`
    without a reply in `TIMEOUT` seconds and, after the end of the lease, what the broker's profile says.
    """

    def __init__(self, process: Process, broker: Broker, entry: Entry) -> None:
        self.id = entry.id
        """The message's own id, which a second sending does not share."""
        self.body: Any = from_bytes(entry.body)
        self.delivery_count = entry.deliveries
        """Which delivery this is, from 1."""
        self.token = entry.token
        """A number that is higher at each lease of the queue: a fencing token."""
        self.locked_until = EPOCH + entry.visible_at
        """The end of the lease when it was received or last renewed, by the broker's clock: Unix time, seconds."""
        self.settled = False
        """Whether this worker completed, abandoned or dead-lettered it."""
        self.unit = unit_of(broker.name, self.body)
        """The recovery unit, for the trace."""
        self._process = process
        self._broker = broker
        self._place = entry.place

    @property
    def shown(self) -> dict[str, Any]:
        """What the trace says of it: the delivery, its unit, and in which lineage (a second sending opens another)."""
        delivery = {"business": self.id, "delivery": self.delivery_count}
        return {**delivery, "unit": self.unit, "lineage": self._place}

    async def acomplete(self) -> None:
        """It is done: delete it."""
        await self._settle("complete", self._broker.complete, commits=[self.unit])

    async def aabandon(self, delay: float = 0.0) -> None:
        """Let it be delivered again, `delay` virtual seconds from now; that is the back-off.

        Raises:
            LabError: `no-delay`, on a broker that has none.
        """
        if delay and not self._broker.profile.delays:
            raise LabError("no-delay", broker=self._broker.profile.name)
        await self._settle("abandon", lambda p, t: self._broker.abandon(p, t, delay), delay=delay)

    async def adead_letter(self, reason: str) -> None:
        """Set it aside, for a person to look at; `reason` is kept with it."""
        await self._settle("dead_letter", lambda p, t: self._broker.dead_letter(p, t, reason), reason=reason)

    async def arenew(self) -> None:
        """Begin the lease anew: its full length, from now."""
        await self._ask("renew", self._renew)

    def _renew(self, place: int, token: int) -> Outcome:
        outcome = self._broker.renew(place, token)
        if outcome == "stored":
            self.locked_until = EPOCH + self._process.machine.loop.now + self._broker.lease
        return outcome

    complete = blocking(acomplete)
    abandon = blocking(aabandon)
    dead_letter = blocking(adead_letter)
    renew = blocking(arenew)

    async def _settle(self, kind: str, act: Callable[[int, int], Outcome], **shown: Any) -> None:
        await self._ask(kind, act, **shown)
        self.settled = True

    async def _ask(self, kind: str, act: Callable[[int, int], Outcome], **shown: Any) -> None:
        """Ask the broker for something that only the holder of the lease should have."""

        def serve() -> Served:
            outcome, who = act(self._place, self.token), {"id": self.id, "queue": self._broker.name}
            match outcome:
                case "stored":
                    return Served("stored", {})
                case "stale":
                    return Served("stored", {"stale": True})
                case "ignored":
                    return Served("answered", {"ignored": True})
                case "closed":
                    return Served("refused", {"closed": True}, error=ChannelClosed("channel-closed", **who))
                case "refused":
                    return Served("refused", {}, error=LockLost("lock-lost", **who))

        await exchange(
            self._process,
            Route(kind, kind, kind, "sent", None, LATENCY),
            step_name(self._broker.name),
            serve,
            timeout=TIMEOUT,
            **self.shown,
            **shown,
        )
