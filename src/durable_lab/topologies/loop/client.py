"""The client of a loop: it sends a whole request, and all it ever learns is whether a reply came."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from durable_lab.kernel.machine.blocking import blocking, call_any, is_async
from durable_lab.kernel.machine.event_loop import EventLoop
from durable_lab.kernel.machine.process import Process, current
from durable_lab.kernel.machine.refusal import refusal
from durable_lab.kernel.outside.client import INSIDE_ENGINE, client_call
from durable_lab.kernel.outside.store import from_bytes, to_bytes
from durable_lab.kernel.outside.world import UNIT
from durable_lab.words.messages import LabError


class RequestTimedOut(LabError):
    """No reply in any of the tries. What the agent had done by then stays done."""


class Client:
    """Sends requests to an agent, again as a whole when no reply comes.

    Our own model of an HTTP client and its server, not a library's. The client is outside of the process: it
    remembers which requests were answered, and counts its tries, over every crash.
    """

    def __init__(self, deadline: float = 60.0, tries: int = 3) -> None:
        """How patient it is.

        Args:
            deadline: virtual seconds for one try; then the server cancels it, wherever it waits.
            tries: how often a request is sent at most, after a crash or a deadline alike.
        """
        self.deadline = deadline
        self.tries = tries

    async def asend(self, agent: Callable[[Any], Any], request: Any = None) -> Any:
        """Send a request and wait for its reply.

        Args:
            agent: a function of the request, plain or `async def`; it begins anew at each try.
            request: what is asked; data, of which each try gets a copy.

        Returns:
            What the agent returned.

        Raises:
            RequestTimedOut: no reply in `tries` tries.
            LabError: `not-durable`, for a request that is more than data; `not-modelled`, inside an agent.
            Exception: what the agent raised; an error is a reply too.
        """
        process = current("client.send")
        if INSIDE_ENGINE.get():
            available = "agent(request)"
            raise refusal("not-modelled", what="client.send() inside an agent", available=available)
        asked = _Request(process, str(process.role.calls.total() + 1), agent, to_bytes(request))

        async def until_replied() -> Any:
            while (attempt := process.machine.number("request", asked.name)) <= self.tries:
                served, again = await asked.try_once(attempt, self.deadline)
                if not again:
                    return await served
            raise RequestTimedOut("request-timed-out", request=asked.name, tries=self.tries)

        return await client_call(process, until_replied, lambda _: until_replied())

    send = blocking(asend)


@dataclass(slots=True)
class _Try:
    """One sending of a request."""

    attempt: int
    lost: bool
    """Whether its reply gets lost."""
    over: bool = False
    """Whether its deadline has passed: nobody listens any more."""


@dataclass(frozen=True, slots=True)
class _Request:
    """One request of the client, the same at each try: the recovery unit of this topology."""

    process: Process
    name: str
    """Its number among the client's calls."""
    agent: Callable[[Any], Any]
    content: bytes

    async def try_once(self, attempt: int, deadline: float) -> tuple[asyncio.Task[Any], bool]:
        """Have the agent serve it, until `deadline` seconds have passed: then its task is cancelled.

        Also returns whether there is no reply, or it is lost, so that the client sends it again.
        """
        lost = await self._say("request" if attempt == 1 else "retry", attempt, "called", unit=self._unit)
        tried = _Try(attempt, lost)
        loop = self._server()
        served = self.process.start_task(self._serve(tried), self.process.on(loop))
        await asyncio.wait({served}, timeout=deadline)
        if served.done():
            return served, lost
        tried.over = True
        if loop is None:
            served.cancel()
        else:
            loop.cancel(served)
        await self._say("", attempt, "cancelled", deadline=deadline)
        return served, True

    def _server(self) -> EventLoop | None:
        """The server's event loop, which serves whatever is `async def`; anything else is in a thread of its own."""
        if not is_async(self.agent):
            return None
        if self.process.event_loop is None:
            self.process.event_loop = EventLoop(self.process)
        return self.process.event_loop

    async def _serve(self, tried: _Try) -> Any:
        INSIDE_ENGINE.set(True)
        UNIT.set((self._unit, tried.attempt))
        try:
            reply = await call_any(self.agent, from_bytes(self.content))
        except Exception as error:
            if not tried.over:
                await self._say("reply", tried.attempt, "raised", error=repr(error), unit=self._unit)
            raise
        if not tried.over:
            commits = [] if tried.lost else [self._unit]
            await self._say("reply", tried.attempt, "replied", reply=reply, commits=commits)
        return reply

    @property
    def _unit(self) -> str:
        return f"request/{self.name}"

    async def _say(self, edge: str, attempt: int, phase: str, **shown: Any) -> bool:
        machine = self.process.machine
        await machine.alive(self.process)
        event = machine.emit(self.process, edge, "request", self.name, attempt, phase, **shown)
        again = phase == "called" and machine.faults.sent_again(event)
        await machine.alive(self.process)
        return again
