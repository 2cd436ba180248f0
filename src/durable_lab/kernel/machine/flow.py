"""A flow of code that runs in a process: a coroutine driven from plain callbacks, in a context of its own."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
from collections.abc import Callable, Coroutine
from typing import Any

from durable_lab.kernel.machine.blocking import claim
from durable_lab.kernel.machine.loop import LOOP, VirtualLoop
from durable_lab.kernel.machine.readers_code import raised_in_program


class Flow:
    """One flow of blocking code. On an event loop of its process it is cancelled as a task is; a thread never is."""

    __slots__ = ("_awaited", "_context", "_coroutine", "_ended", "_loop", "_thrown", "result")

    def __init__(
        self,
        coroutine: Coroutine[Any, Any, Any],
        loop: VirtualLoop,
        context: contextvars.Context,
        ended: Callable[[Flow], object],
    ) -> None:
        """`ended` is told when nothing is left to close."""
        self._coroutine = coroutine
        self._loop = loop
        self._context = context
        self._ended = ended
        self._awaited: asyncio.Future[Any] | None = None
        self._thrown: BaseException | None = None
        self.result = Outcome(loop=loop)
        """Done with what the coroutine returned or raised; never, if its process dies first."""
        self.result.flow = self
        loop.call_soon(self._go_on, context=context)

    def _go_on(self) -> None:
        """Run it until it waits. What it waited for gives it its result, or raises, by itself."""
        error, self._thrown = self._thrown, None
        try:
            awaited = self._coroutine.send(None) if error is None else self._coroutine.throw(error)
        except StopIteration as stop:
            self._end()
            if not self.result.done():
                self.result.set_result(stop.value)
        except asyncio.CancelledError as cancelled:
            self._end()
            self.result.give_up(*cancelled.args[:1])
        except BaseException as failure:
            if isinstance(failure, KeyboardInterrupt) and not raised_in_program(failure):
                raise
            self._end()
            if not self.result.done():
                self.result.set_exception(failure)
                self.result.exception()  # fetched, so that asyncio does not report it later
        else:
            self._wait_for(awaited)

    def _end(self) -> None:
        self.result.flow = None
        self._ended(self)

    def _wait_for(self, awaited: asyncio.Future[Any] | None) -> None:
        if awaited is None:  # a bare yield, as of asyncio.sleep(0)
            self._loop.call_soon(self._go_on, context=self._context)
            return
        claim(awaited)
        if self._thrown is not None and not self._cancels(awaited):
            self._loop.call_soon(self._go_on, context=self._context)
            return
        self._awaited = awaited
        awaited.add_done_callback(self._wake, context=self._context)

    def _wake(self, awaited: asyncio.Future[Any]) -> None:
        self._awaited = None
        self._go_on()

    # -- ending it before its time -----------------------------------------------------------------

    def throw(self, error: BaseException) -> None:
        """Raise `error` where it waits; if it does not wait now, where it next does."""
        self._thrown = error
        if self._awaited is not None and not self._awaited.done():
            self._awaited.remove_done_callback(self._wake)
            self._awaited = None
            self._loop.call_soon(self._go_on, context=self._context)

    def cancel(self, message: Any = None) -> bool:
        """Cancel it, as `Task.cancel`: what it waits for first. Of a thread, only whoever waits for it is told."""
        if self._context.get(LOOP) is None:
            return self.result.give_up(message)
        self._thrown = asyncio.CancelledError() if message is None else asyncio.CancelledError(message)
        if self._awaited is not None:
            self._cancels(self._awaited)
        return True

    def _cancels(self, awaited: asyncio.Future[Any]) -> bool:
        """Whether what it waits for can be cancelled in its place."""
        if isinstance(self._thrown, asyncio.CancelledError) and awaited.cancel(*self._thrown.args[:1]):
            self._thrown = None
            return True
        return False

    # -- what a task can be asked too --------------------------------------------------------------

    def awaits(self, future: object) -> bool:
        """Whether it waits for `future` now."""
        return self._awaited is future

    def done(self) -> bool:
        """Whether it has ended."""
        return self.result.done()

    def get_loop(self) -> VirtualLoop:
        """The loop that drives it."""
        return self._loop

    def close(self) -> None:
        """Let go of the coroutine, in its own context: that its process is dead ends it (`living`)."""
        self._context.run(close_mute, self._coroutine)


class Outcome(asyncio.Future[Any]):
    """What comes of a flow. Whoever is cancelled while waiting for it cancels the flow."""

    __slots__ = ("flow",)

    flow: Flow | None
    """Until it has ended."""

    def cancel(self, msg: Any = None) -> bool:
        """Cancel the flow; what has ended can't be."""
        return self.flow is not None and not self.done() and self.flow.cancel(msg)

    def give_up(self, message: Any = None) -> bool:
        """Nobody learns any more how the flow ends, or it has ended so."""
        return super().cancel(message)


def close_mute(coroutine: Any) -> None:
    """Close a coroutine of a dead process; whether it refuses to end is no matter."""
    with contextlib.suppress(BaseException):
        coroutine.close()
