"""Virtual time: a deterministic asyncio event loop.

Ready callbacks run in the order in which they became ready, timers by (time, sequence). Nothing here
reads a wall clock, so `asyncio.sleep(86400)` costs nothing and the same program gives the same order on
every Python. The loop may be run again from inside a callback: that is how a blocking call in a place
that can't be suspended (a lambda, a sort key) still waits.
"""

from __future__ import annotations

import asyncio
import contextvars
import heapq
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, TypeVarTuple

from durable_lab.kernel.machine.readers_code import passed_through_program, raised_in_program
from durable_lab.words.messages import Refusal

if TYPE_CHECKING:
    from durable_lab.kernel.machine.event_loop import EventLoop

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class Owner(Protocol):
    """Whoever a callback belongs to; asked before each callback runs."""

    def admits(self, handle: Handle) -> bool:
        """Whether `handle` may run now. A dead owner drops it, a paused one keeps it for later."""

    def refuse(self, error: Refusal) -> None:
        """Take note that its code uses what is not modelled."""

    def adopt(self, task: asyncio.Task[Any], loop: EventLoop | None) -> None:
        """Take charge of a task that was made in its code, and of which of its event loops it is."""


OWNER: contextvars.ContextVar[Owner | None] = contextvars.ContextVar("OWNER", default=None)
"""The process in which the current code runs; None for the outside world."""

LOOP: contextvars.ContextVar[EventLoop | None] = contextvars.ContextVar("LOOP", default=None)
"""The process's own event loop on which the current code runs; None for code in a thread of its own."""


def outside() -> contextvars.Context:
    """The context of what belongs to no process: a callee, a store, a supervisor, a person."""
    return contextvars.Context()


class Handle:
    """A scheduled callback; what `call_soon` and `call_at` return."""

    __slots__ = ("_when", "args", "callback", "context", "done")

    def __init__(
        self,
        callback: Callable[..., object],
        args: tuple[Any, ...],
        context: contextvars.Context | None,
        when: float,
    ) -> None:
        self.callback = callback
        self.args = args
        # an empty context is the outside's: only None stands for the present one
        self.context = contextvars.copy_context() if context is None else context
        self.done = False
        self._when = when

    def cancel(self) -> None:
        """Take the callback back; no effect once it has run."""
        self.done = True

    def cancelled(self) -> bool:
        """Whether it will not run any more."""
        return self.done

    def when(self) -> float:
        """The virtual time, in seconds, for which it was scheduled."""
        return self._when


class Timer(Handle):
    """A callback that was scheduled for a time."""

    __slots__ = ()


class VirtualLoop(asyncio.AbstractEventLoop):
    """An event loop whose clock moves only when nothing is left to do at the present instant."""

    def __init__(self) -> None:
        self.now = 0.0
        self._ready: deque[Handle] = deque()
        self._timers: list[tuple[float, int, Handle]] = []
        self._sequence = 0
        self.turns = 0
        """How many callbacks were run."""
        self._preempted: Callable[[], bool] | None = None
        self._closed = False
        self.failed: Callable[[dict[str, Any]], None] | None = None
        """Told what asyncio reports through `call_exception_handler`."""

    # -- scheduling: the part of AbstractEventLoop that asyncio's own classes use ------------------

    def time(self) -> float:
        """Virtual seconds since the run began."""
        return self.now

    def call_soon(  # type: ignore[override]
        self,
        callback: Callable[[*Ts], object],
        *args: *Ts,
        context: contextvars.Context | None = None,
    ) -> Handle:
        """Run `callback` at the present instant, after all that is ready already."""
        handle = Handle(callback, args, context, self.now)
        self._ready.append(handle)
        return handle

    def call_at(  # type: ignore[override]
        self,
        when: float,
        callback: Callable[[*Ts], object],
        *args: *Ts,
        context: contextvars.Context | None = None,
    ) -> Handle:
        """Run `callback` at virtual time `when` (seconds); ties in the order of the calls."""
        handle = Timer(callback, args, context, when)
        self._sequence += 1
        heapq.heappush(self._timers, (when, self._sequence, handle))
        return handle

    def call_later(  # type: ignore[override]
        self,
        delay: float,
        callback: Callable[[*Ts], object],
        *args: *Ts,
        context: contextvars.Context | None = None,
    ) -> Handle:
        """Run `callback` after `delay` virtual seconds."""
        return self.call_at(self.now + delay, callback, *args, context=context)

    def call_soon_threadsafe(  # type: ignore[override]
        self,
        callback: Callable[[*Ts], object],
        *args: *Ts,
        context: contextvars.Context | None = None,
    ) -> Handle:
        """The machine has one thread: the same as `call_soon`."""
        return self.call_soon(callback, *args, context=context)

    def readmit(self, handle: Handle) -> None:
        """Put back a callback that a paused owner had kept."""
        self._ready.append(handle)

    def scheduled(self) -> Iterator[tuple[float, Handle]]:
        """Everything that is to run yet, with its time, in no particular order."""
        yield from ((self.now, handle) for handle in self._ready)
        yield from ((when, handle) for when, _, handle in self._timers)

    def create_future(self) -> asyncio.Future[Any]:
        """A future of this loop."""
        return asyncio.Future(loop=self)

    def create_task(  # type: ignore[override]
        self,
        coro: Coroutine[Any, Any, T],
        *,
        name: str | None = None,
        context: contextvars.Context | None = None,
        **_: object,
    ) -> asyncio.Task[T]:
        """An asyncio task on virtual time; its owner keeps it until the end of the run."""
        task = asyncio.Task(coro, loop=self, name=name, context=context)
        owner = OWNER.get() if context is None else context.get(OWNER)
        if owner is not None:
            owner.adopt(task, LOOP.get() if context is None else context.get(LOOP))
        return task

    # -- running -----------------------------------------------------------------------------------

    def run_while(self, wanted: Callable[[], bool], until: float = float("inf")) -> bool:
        """Run callbacks in order as long as `wanted()`; also from inside a callback.

        Stops when nothing is scheduled any more or the next timer lies after `until` (seconds).
        Returns whether there may be more to do.
        """
        outer = asyncio._get_running_loop()
        asyncio._set_running_loop(self)
        ready = self._ready
        try:
            while wanted():
                if not ready and not self._wake_next_timer(until):
                    return False
                if self._preempted is not None:
                    self._let_another_go_first()
                self.turns += 1
                handle = ready.popleft()
                owner = handle.context.get(OWNER)
                if handle.done or not (owner is None or owner.admits(handle)):
                    continue
                handle.done = True
                try:  # noqa: SIM105  # `suppress` costs as much as the rest of the turn
                    handle.context.run(handle.callback, *handle.args)
                except (SystemExit, KeyboardInterrupt) as error:
                    _leave(handle, error)
                except Exception as error:
                    self._fail(handle, error)
            return True
        finally:
            asyncio._set_running_loop(outer)

    def _fail(self, handle: Handle, error: Exception) -> None:
        """A callback has raised: the reader's own is reported, as any loop does; one of ours must not."""
        if isinstance(error, Refusal):
            return  # the run is over
        if not passed_through_program(error):
            raise error
        name = getattr(handle.callback, "__qualname__", repr(handle.callback))
        self.call_exception_handler({"message": f"Exception in callback {name}()", "exception": error})

    def preempt(self, choose: Callable[[], bool]) -> None:
        """Once, now: of the callbacks that are due at the next instant, let another's go first.

        What belongs to one process keeps its order: only who goes first is a matter of chance. `choose` is asked if
        there is a choice; False leaves the order as it is.
        """
        self._preempted = choose

    def _let_another_go_first(self) -> None:
        choose, self._preempted = self._preempted, None
        due = sorted(timer for timer in self._timers if timer[0] <= self.now)
        waiting = [h for h in [*self._ready, *(handle for _, _, handle in due)] if not h.done]
        other = next((handle for handle in waiting if _whose(handle) is not _whose(waiting[0])), None)
        if other is None or choose is None or not choose():
            return
        if other in self._ready:
            self._ready.remove(other)
        else:
            self._timers.remove(next(timer for timer in due if timer[2] is other))
            heapq.heapify(self._timers)
        self._ready.appendleft(other)

    def _wake_next_timer(self, until: float) -> bool:
        timers = self._timers
        while timers:
            when, _, handle = timers[0]
            if when > until:
                return False
            heapq.heappop(timers)
            if not handle.done:
                if when > self.now:
                    self.now = when
                self._ready.append(handle)
                return True
        return False

    # -- what asyncio asks of any loop -------------------------------------------------------------

    def get_debug(self) -> bool:
        """Never: debug mode reads the wall clock."""
        return False

    def is_running(self) -> bool:
        """Whether this loop is the running one."""
        return asyncio._get_running_loop() is self

    def is_closed(self) -> bool:
        """Whether `close` was called."""
        return self._closed

    def close(self) -> None:
        """Forget everything scheduled."""
        self._closed = True
        self._ready.clear()
        self._timers.clear()

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        """Pass on asyncio's complaint (for instance a task's exception that nobody fetched)."""
        if self.failed is not None:
            self.failed(context)

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> Any:  # type: ignore[override]
        """Refused: the machine has one thread."""
        from durable_lab.kernel.machine.refusal import (
            refusal,  # it asks who owns the code: `OWNER`, of this file
        )

        raise refusal("not-modelled", what="loop.run_in_executor", available="asyncio.to_thread")

    async def shutdown_asyncgens(self) -> None:
        """Nothing to do: generators die with their process."""

    async def shutdown_default_executor(self, timeout: float | None = None) -> None:
        """Nothing to do: there is no executor."""


def settle(future: asyncio.Future[Any], result: Any = None) -> None:
    """Tell whoever waits for `future`; whoever was cancelled meanwhile waits no longer."""
    if not future.done():
        future.set_result(result)


def _leave(handle: Handle, error: BaseException) -> None:
    """A task raised what ends its event loop, whoever waits for it; the task keeps it as its own error as well."""
    if isinstance(error, KeyboardInterrupt) and not raised_in_program(error):
        raise error
    loop = handle.context.get(LOOP)
    if loop is not None:
        loop.abort(error)


def _whose(handle: Handle) -> object:
    """Who a callback belongs to: a process, or the request that travels."""
    owner = handle.context.get(OWNER)
    return getattr(handle.callback, "__self__", handle.callback) if owner is None else owner
