"""Blocking code on virtual time: synchronous functions that can be suspended, and so can be killed.

A reader writes plain `def`s that call `time.sleep`, `world.call` or `graph.invoke`. To wait in them without
a thread, each `def` of the reader's file that calls anything is rewritten into a coroutine function (line
numbers kept): a call `f(x)` becomes `await enter(f, x)`. The coroutine is driven from plain callbacks of
the loop, so many of them may sleep at once and wake on time, and a crash is *not resuming* it: no
`finally`, no `except BaseException` of a dead process ever runs.

What can't be rewritten (a lambda, a generator, `__init__`, a sort key) may still call such a function: the
wrapper then runs the loop, nested, until the result is there. A process that dies there is ended by an
exception, which no handler of the file can hold up: each begins with a check (`living`).
"""

from __future__ import annotations

import asyncio
import contextvars
import functools
import inspect
from collections.abc import Awaitable, Callable, Coroutine
from types import MethodType
from typing import Any, ParamSpec, TypeVar, cast

from durable_lab.kernel.machine.loop import LOOP, OWNER, VirtualLoop
from durable_lab.kernel.machine.refusal import refusal
from durable_lab.words.messages import LabError

P = ParamSpec("P")
T = TypeVar("T")


class ProcessKilled(GeneratorExit):
    """Ends code of a dead process where it could not simply be left suspended."""


def living(process: Any) -> None:
    """What every handler and `finally` of a rewritten file begins with: a dead process has none.

    Raises:
        ProcessKilled: the process that it is of is dead.
    """
    if not process.alive:
        raise ProcessKilled


# -- calling a function that may block ------------------------------------------------------------


def blocking(steps: Callable[P, Coroutine[Any, Any, T]], name: str | None = None) -> Callable[P, T]:
    """Make a call that waits out of a coroutine function; messages call it `name`, if not by its own.

    On an event loop of a process it holds up the whole loop until it returns.
    """

    @functools.wraps(steps)
    def wait(*args: P.args, **kwargs: P.kwargs) -> Coroutine[Any, Any, T]:
        loop, call = LOOP.get(), steps(*args, **kwargs)
        return call if loop is None else loop.wait_for(call)

    return suspendable(wait, name)


def suspendable(steps: Callable[P, Coroutine[Any, Any, T]], name: str | None = None) -> Callable[P, T]:
    """Make a coroutine function callable from synchronous code: what becomes of a reader's `def`.

    Rewritten code awaits the coroutine itself; any other caller gets the result after the loop ran, nested.
    """

    named = name or steps.__qualname__

    @functools.wraps(steps)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        return cast("T", leave(_run_nested(steps(*args, **kwargs), named)))

    return call


_CALL = cast("Any", suspendable(asyncio.sleep)).__code__
_STEPS = _CALL.co_freevars.index("steps")


def coroutine_of(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The coroutine of a call of a blocking function; None if `function` does not block.

    The steps are in the closure of `call`: an attribute would be copied by a reader's `functools.wraps`.
    """
    code = getattr(function, "__code__", None)
    if code is not _CALL:
        return _through_cache(function, args, kwargs) if code is None and _is_cache(function) else None
    steps = cast("Any", function).__closure__[_STEPS].cell_contents
    if isinstance(function, MethodType):
        return steps(function.__self__, *args, **kwargs)
    return steps(*args, **kwargs)


_CACHE = type(functools.cache(len))


def _is_cache(function: Any) -> bool:
    """Whether it is `functools.cache` or `lru_cache` over a blocking function, or a method that is."""
    cache = function.__func__ if isinstance(function, MethodType) else function
    return type(cache) is _CACHE and getattr(cache.__wrapped__, "__code__", None) is _CALL


async def _through_cache(cache: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Ask a cache; what it does not know is awaited outside of it, and then handed in."""
    missed = _Miss()
    try:
        return missed.ask(cache, args, kwargs)
    except _Miss:
        missed.value = (await missed.coroutine,)
        return missed.ask(cache, args, kwargs)


class _Miss(BaseException):
    """Leaves a cache that wants the value of a blocking function."""

    coroutine: Any = None
    value: tuple[Any, ...] = ()

    def ask(self, cache: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        before = _MISS.set(self)
        try:
            return cache(*args, **kwargs)
        finally:
            _MISS.reset(before)

    def answer(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        """The value, if it is there; else raise this, with the coroutine that gives it."""
        if self.value:
            coroutine.close()
            return self.value[0]
        self.coroutine = coroutine
        raise self


_MISS: contextvars.ContextVar[_Miss | None] = contextvars.ContextVar("_MISS", default=None)
"""The question to a cache, while the cache is asked it."""


async def _there(value: Any) -> Any:
    """What is there already, as an awaitable."""
    return value


class Stopped:
    """What a rewritten `def` returns in place of a `StopIteration` that leaves it: a coroutine can't raise one."""

    def __init__(self, error: StopIteration) -> None:
        self.error = error


def leave(value: Any) -> Any:
    """What a call gave, or the `StopIteration` that left it."""
    if type(value) is Stopped:
        raise value.error
    return value


def enter(function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Awaitable[Any]:
    """What a rewritten call awaits: the coroutine of a blocking function, else the plain result."""
    coroutine = coroutine_of(function, args, kwargs)
    return _there(function(*args, **kwargs)) if coroutine is None else cast("Awaitable[Any]", coroutine)


def is_async(function: Callable[..., Any]) -> bool:
    """Whether a call of it gives a coroutine: a function, a method, a partial, or an object that is called."""
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(type(function).__call__)


async def call_any(function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    """Call a reader's function, whether plain, blocking or `async def`, and wait for its result.

    An `async def` runs in a task, as `asyncio.timeout` and `TaskGroup` demand, on the loop of whoever calls it.
    """
    result = await enter(function, *args, **kwargs)
    if type(result) is Stopped:
        raise RuntimeError("coroutine raised StopIteration") from result.error
    if not asyncio.iscoroutine(result):
        return result
    owner: Any = OWNER.get()
    if owner is None or asyncio.current_task() is not None:
        return await result
    return await owner.start_task(result)


def _run_nested(coroutine: Coroutine[Any, Any, T], name: str) -> T:
    missed = _MISS.get()
    if missed is not None:
        return cast("T", missed.answer(coroutine))
    owner = OWNER.get()
    error: BaseException | None = None
    while True:
        if owner is not None and not owner.alive:  # type: ignore[attr-defined]
            coroutine.close()
            raise ProcessKilled
        try:
            awaited = coroutine.send(None) if error is None else coroutine.throw(error)
        except StopIteration as stop:
            return cast("T", stop.value)
        if owner is None:
            coroutine.close()
            raise LabError("no-machine", what=name)
        error = _wait_nested(awaited, owner.machine.loop, name)  # type: ignore[attr-defined]


def _wait_nested(awaited: asyncio.Future[Any] | None, loop: VirtualLoop, name: str) -> BaseException | None:
    """Run the loop until `awaited` is done or the process that waits is dead; what to raise, if it never will be."""
    if asyncio.current_task(loop) is not None:
        raise refusal("blocking-in-task", what=name)
    if awaited is None:
        return None
    claim(awaited)
    owner: Any = OWNER.get()
    if loop.run_while(lambda: not (awaited.done() and owner.runs) and owner.alive) or awaited.done():
        return None if awaited.done() else ProcessKilled()
    return LabError("would-wait-forever", what=name)


def claim(future: asyncio.Future[Any]) -> None:
    """Tell asyncio's own future that whoever awaits it got it (what `Task` does)."""
    future._asyncio_future_blocking = False
