"""A request and its reply: the one place where messages are lost, delayed, refused, or land too late.

An effect is an exchange with a callee, a record one with a store, a question one with a model. Each leaves
its process (an event), is served on the other side (an event there), and comes back (an event, for an effect).
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from durable_lab.kernel.faults.elements import Leg
from durable_lab.kernel.faults.fault import OfStep
from durable_lab.kernel.faults.places import Point
from durable_lab.kernel.machine.loop import outside
from durable_lab.kernel.machine.process import Process
from durable_lab.words.messages import LabError

if TYPE_CHECKING:
    from durable_lab.kernel.trace import Event


class CallFailed(LabError):
    """The other side answered with an error; it may or may not have done what it was asked."""


class CallTimedOut(LabError):
    """No answer in time: nobody knows whether it was done."""


class Unacknowledged(CallTimedOut):
    """It arrived, but the connection broke before the reply: its sender is to send it again."""


class Served(NamedTuple):
    """What the other side did: the phase to record, what the trace shows, and the reply."""

    phase: str
    payload: dict[str, Any]
    result: Any = None
    error: BaseException | None = None


class Later(NamedTuple):
    """The other side is at work, or thinks: it serves in so many virtual seconds, and then perhaps again later."""

    seconds: float
    serve: Callable[[], Served | Later | None]


class Route(NamedTuple):
    """How an exchange appears in the trace and how long it travels, each way, in virtual seconds."""

    kind: str
    edge_out: str
    edge_back: str
    asked: str
    """The phase when the request has left."""
    returned: str | None
    """The phase when the reply is there; None if that is no event of its own, but the other side's last."""
    latency: float
    target: str = ""
    """What is at the other end, as a cut of the network names it; "" for the name of the step."""


Serve: TypeAlias = Callable[[], Served | Later | None]
"""What the other side does when a request arrives; None: it never answers."""


async def exchange(
    process: Process,
    route: Route,
    name: str,
    serve: Serve,
    *,
    timeout: float | None = None,
    **payload: Any,
) -> Any:
    """Send a request from `process`, have it served, wait for the reply.

    Raises:
        CallTimedOut: after `timeout` virtual seconds without a reply.
        BaseException: what the other side answered as its error.
    """
    machine = process.machine
    if not process.runs:
        await machine.alive(process)
    request = Exchange(process, route, name, serve, payload)
    request.send(timeout)
    result = await request.reply  # never there in a process that is dead
    if route.returned is not None:
        machine.emit(process, route.edge_back, route.kind, name, request.n, route.returned, result=result)
        if not process.runs:
            await machine.alive(process)
    return result


class Exchange:
    """One request and its reply."""

    __slots__ = (
        "_being_served",
        "_client",
        "_faults",
        "_payload",
        "machine",
        "n",
        "name",
        "process",
        "reply",
        "route",
        "serve",
    )

    def __init__(
        self,
        process: Process,
        route: Route,
        name: str,
        serve: Serve,
        payload: dict[str, Any],
        *,
        client: bool = False,
    ) -> None:
        self.process = process
        self.machine = process.machine
        self.route = route
        self.name = name
        self.serve = serve
        self.reply: asyncio.Future[Any] = self.machine.loop.create_future()
        """Done when the reply is there."""
        self.n = self.machine.number(route.kind, name)
        self._payload = payload
        self._client = client
        """Whether it is the client's own: it survives the process that speaks for the client."""
        self._being_served = False
        self._faults: list[OfStep] = []

    def send(self, timeout: float | None = None) -> None:
        """Let the request leave; give up waiting for the reply after `timeout` virtual seconds."""
        machine, route = self.machine, self.route
        machine.in_flight[self] = None
        event = machine.emit(
            self.process, route.edge_out, route.kind, self.name, self.n, route.asked, **self._payload
        )
        self._faults = machine.faults.of_step(event)
        self._travel("request", self._arrive)
        if timeout is not None:
            context = outside() if self._client else None
            machine.loop.call_later(timeout, self.time_out, context=context)

    def dies_with(self, process: Process) -> bool:
        """Whether nothing more comes of it once `process` has died: it is of that process, or of one long dead.

        What is being served comes to its end.
        """
        if self._client or self._being_served:
            return False
        return self.process is process or not self.process.alive

    @property
    def key(self) -> str | None:
        """The idempotency key that it shows, if any."""
        key: str | None = self._payload.get("key")
        return key

    # -- the way there ---------------------------------------------------------------------------

    def _arrive(self) -> None:
        if self.machine.cuts and self._cut_off(self._arrive):
            return
        if self._client or not self.process.crashed:
            self.land()

    def land(self, _: Event | None = None) -> None:
        """The request reaches the other side, whether or not whoever sent it still lives."""
        if self not in self.machine.in_flight:
            return
        del self.machine.in_flight[self]
        if not self._faults or self._may_serve():
            self._serve(self.serve)

    def _may_serve(self) -> bool:
        """Whether the faults let the other side do what it is asked."""
        if not all(fault.HEARD for fault in self._faults):
            return False
        refused = next((served for fault in self._faults if (served := fault.refusal(self))), None)
        if refused is not None:
            self._answer(refused)
        return refused is None

    def failed(self, why: str) -> Served:
        """What the other side answers that has failed. Says so to a callee that remembers its failures."""
        code = "model-failed" if self.route.kind == "model" else "call-failed"
        error = CallFailed(code, name=self.name, why=why)
        if self.route.kind == "effect":
            self.machine.world.failed(self.name, self._payload["key"], self.machine.loop.now, error)
        return Served("failed", {}, error=error)

    def unacknowledged(self, served: Served) -> Served:
        """What was served, and whoever asked for it is to ask again."""
        return served._replace(error=Unacknowledged("call-timed-out", name=self.name))

    def _serve(self, serve: Serve) -> None:
        served = serve()
        if isinstance(served, Later):
            self._being_served = True
            self.machine.loop.call_later(served.seconds, self._serve, served.serve, context=outside())
        elif served is not None:
            self._being_served = False
            self._answer(self._struck(served) if self._faults else served)

    def _struck(self, served: Served) -> Served:
        """What was served, or what the faults make of it."""
        for fault in self._faults:
            struck = fault.reply(self, served)
            if struck is not served and struck.error is not None:
                return struck
            served = struck
        return served

    # -- the way back ----------------------------------------------------------------------------

    def _answer(self, served: Served) -> None:
        self.record(served)
        self._travel("reply", self._settle, served)

    def record(self, served: Served) -> None:
        """Say in the trace what was served."""
        route = self.route
        edge = route.edge_out if route.returned is not None else route.edge_back
        self.machine.emit(self.process, edge, route.kind, self.name, self.n, served.phase, **served.payload)

    def _settle(self, served: Served) -> None:
        if self.machine.cuts and self._cut_off(lambda: self._settle(served)):
            return
        if (self._client or self.process.alive) and not self.reply.done():
            if served.error is not None:
                self.reply.set_exception(served.error)
            else:
                self.reply.set_result(served.result)

    def time_out(self) -> None:
        """Give up waiting; the request may still be on its way, or done."""
        if not self.reply.done():
            code = "no-answer" if self.route.kind == "person" else "call-timed-out"
            self.reply.set_exception(CallTimedOut(code, name=self.name))

    # -- either way ------------------------------------------------------------------------------

    def _travel(self, leg: Leg, arrive: Callable[..., None], *what: Any) -> None:
        loop, latency = self.machine.loop, self.route.latency
        if not self._faults:
            loop.call_at(loop.now + latency, arrive, *what, context=outside())
            return
        struck = [until for fault in self._faults if (until := fault.travels(leg)) is not None]
        if math.inf in struck:
            if leg == "request":
                del self.machine.in_flight[self]
            return
        until = struck[0] if struck else latency
        if isinstance(until, Point):
            self.machine.faults.when(until, lambda _: arrive(*what))
        else:
            loop.call_later(until, arrive, *what, context=outside())

    def _cut_off(self, again: Callable[[], None]) -> bool:
        """Whether the network is cut now: `again` when it heals, unless its sender has given up by then."""
        seconds = self.machine.cut_for(self.process, self.route.target or self.name)
        if self._client or seconds <= 0:
            return False
        self.machine.loop.call_later(seconds, self._after_cut, again, context=outside())
        return True

    def _after_cut(self, again: Callable[[], None]) -> None:
        if self.reply.done():
            self.machine.in_flight.pop(self, None)
        else:
            again()
