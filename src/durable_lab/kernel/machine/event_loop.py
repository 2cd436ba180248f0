"""An event loop as a process's code knows it: one thread, on which nothing else runs while a coroutine blocks.

The machine drives every process by one loop of its own (`loop.VirtualLoop`). In reality a process has loops itself:
the one of `asyncio.run`, or of its engine. A blocking call in a coroutine (`time.sleep`, a synchronous client) holds up
the whole of it: no other task of that loop, no timer, no renewal of a lease runs until the call returns. What is in a
thread of its own (`asyncio.to_thread`, a `def` that an engine hands to its pool) goes on meanwhile, and so does time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

from durable_lab.kernel.machine.flow import Flow
from durable_lab.kernel.machine.loop import LOOP, Handle, Timer

if TYPE_CHECKING:
    from durable_lab.kernel.machine.process import Process

T = TypeVar("T")


class EventLoop:
    """What belongs to it carries it in its context (`LOOP`)."""

    __slots__ = ("_held", "_main", "_process", "_since", "_turn", "blocked")

    def __init__(self, process: Process) -> None:
        self.blocked = False
        """Whether a blocking call is in progress on it."""
        self._process = process
        self._main: asyncio.Task[Any] | None = None
        self._held: list[Handle] = []
        self._since = 0.0
        """When it last ran anything else, in virtual seconds."""
        self._turn = 0
        """The machine's turn in which the last blocking call returned."""

    async def wait_for(self, call: Coroutine[Any, Any, T]) -> T:
        """Carry out a blocking call that a coroutine of this loop makes, and run nothing else meanwhile."""
        LOOP.set(None)  # the call itself, and what it begins, is held up by nothing
        self._block()
        try:
            return await call
        except asyncio.CancelledError:
            if self._process.stopping:  # the signal's handler runs at once, in the midst of the call
                raise SystemExit(0) from None
            raise
        finally:
            LOOP.set(self)
            self._release()

    def hold(self, handle: Handle) -> None:
        """Keep a callback that has become due until the blocking call returns."""
        self._held.append(handle)

    # -- asyncio.run ---------------------------------------------------------------------------------

    async def run(self, main: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine to its end; then cancel whatever else is left of the loop, and wait for that."""
        task: asyncio.Task[T] = self._process.start_task(main, self._process.on(self))
        self._main = task
        try:
            return await task
        finally:
            if self._process.alive:
                await self._close()

    async def _close(self) -> None:
        left = self._process.flows(self)
        for flow in left:
            flow.cancel()
        if left:
            await asyncio.wait([flow if isinstance(flow, asyncio.Task) else flow.result for flow in left])

    def cancel(self, task: asyncio.Task[Any]) -> None:
        """Cancel a task of it, from outside: at once, or when the loop runs again."""
        if self.blocked:
            machine_loop = self._process.machine.loop
            machine_loop.call_at(machine_loop.now, task.cancel, context=self._process.on(self))
        else:
            task.cancel()

    def abort(self, error: BaseException) -> None:
        """A task of it raised what no loop survives: `run` raises it, whatever the main coroutine does."""
        for flow in self._process.flows():
            if isinstance(flow, Flow) and self._main is not None and flow.awaits(self._main):
                flow.throw(error)

    # -- blocking ------------------------------------------------------------------------------------

    def _block(self) -> None:
        machine_loop = self._process.machine.loop
        if self._turn != machine_loop.turns:  # else no turn of it came between two calls: it is one long one
            self._since = machine_loop.now
        self.blocked = True
        self._process.blocked(self, True)

    def _release(self) -> None:
        """Let it run again, in asyncio's order: what was ready before comes first."""
        machine_loop = self._process.machine.loop
        self._turn = machine_loop.turns
        self.blocked = False
        self._process.blocked(self, False)
        if self._held:
            held, self._held = self._held, []
            for handle in held:
                if isinstance(handle, Timer) or handle.when() > self._since:
                    self._held.append(handle)
                else:
                    machine_loop.readmit(handle)
            self._soon(self._look_around)

    def _look_around(self) -> None:
        """A turn of the loop begins, after what its last one has made ready: timers that are over run in it; what
        came from outside is received in it, and whoever waits for that goes on in the next."""
        if self.blocked:
            return
        held, self._held = self._held, []
        came = [handle for handle in held if not isinstance(handle, Timer)]
        self._soon(self._receive, came)
        for handle in held:
            if isinstance(handle, Timer):
                self._process.machine.loop.readmit(handle)

    def _receive(self, came: list[Handle]) -> None:
        for handle in came:
            self._process.machine.loop.readmit(handle)

    def _soon(self, callback: Callable[..., None], *args: Any) -> None:
        self._process.machine.loop.call_soon(callback, *args, context=self._process.on(None))
