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

import ast
import asyncio
import builtins
import contextlib
import contextvars
import functools
from collections.abc import Awaitable, Callable, Coroutine
from types import CodeType, MethodType
from typing import Any, ParamSpec, TypeVar, cast

from durable_lab.kernel.machine.loop import OWNER, VirtualLoop
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
    """Make a coroutine function callable from synchronous code; messages call it `name`, if not by its own.

    Rewritten code awaits the coroutine itself; any other caller gets the result after the loop ran, nested.
    """

    named = name or steps.__qualname__

    @functools.wraps(steps)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        return _run_nested(steps(*args, **kwargs), named)

    return call


_CALL = cast("Any", blocking(asyncio.sleep)).__code__
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


def enter(function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Awaitable[Any]:
    """What a rewritten call awaits: the coroutine of a blocking function, else the plain result."""
    coroutine = coroutine_of(function, args, kwargs)
    return _there(function(*args, **kwargs)) if coroutine is None else cast("Awaitable[Any]", coroutine)


async def call_any(function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    """Call a reader's function, whether plain, blocking or `async def`, and wait for its result.

    An `async def` runs in a task, as `asyncio.timeout` and `TaskGroup` demand.
    """
    result = await enter(function, *args, **kwargs)
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
    wake: tuple[Any, BaseException | None] = (None, None)
    while True:
        if owner is not None and not owner.alive:  # type: ignore[attr-defined]
            coroutine.close()
            raise ProcessKilled
        try:
            awaited = coroutine.throw(wake[1]) if wake[1] is not None else coroutine.send(wake[0])
        except StopIteration as stop:
            return cast("T", stop.value)
        if owner is None:
            coroutine.close()
            raise LabError("no-machine", what=name)
        wake = _wait_nested(awaited, owner.machine.loop, name)  # type: ignore[attr-defined]


def _wait_nested(
    awaited: asyncio.Future[Any] | None, loop: VirtualLoop, name: str
) -> tuple[Any, BaseException | None]:
    """Run the loop until `awaited` is done or the process that waits is dead."""
    if asyncio.current_task(loop) is not None:
        raise LabError("blocking-in-task", what=name)
    if awaited is None:
        return None, None
    _claim(awaited)
    owner: Any = OWNER.get()
    if loop.run_while(lambda: not (awaited.done() and owner.runs) and owner.alive) or awaited.done():
        return _outcome(awaited) if awaited.done() else (None, ProcessKilled())
    return None, LabError("would-wait-forever", what=name)


def _claim(future: asyncio.Future[Any]) -> None:
    """Tell asyncio's own future that whoever awaits it got it (what `Task` does)."""
    future._asyncio_future_blocking = False


def _outcome(future: asyncio.Future[Any]) -> tuple[Any, BaseException | None]:
    try:
        return future.result(), None
    except BaseException as error:
        return None, error


# -- driving it -----------------------------------------------------------------------------------


class Thread:
    """One flow of blocking code: a coroutine driven from plain callbacks, in a context of its own."""

    __slots__ = ("_awaited", "_context", "_coroutine", "_ended", "_loop", "_thrown", "result")

    def __init__(
        self,
        coroutine: Coroutine[Any, Any, Any],
        loop: VirtualLoop,
        context: contextvars.Context,
        ended: Callable[[Thread], object],
    ) -> None:
        """`ended` is told when nothing is left to close."""
        self._coroutine = coroutine
        self._loop = loop
        self._context = context
        self._ended = ended
        self._awaited: asyncio.Future[Any] | None = None
        self._thrown: BaseException | None = None
        self.result: asyncio.Future[Any] = loop.create_future()
        """Done with what the coroutine returned or raised; never, if its process dies first."""
        loop.call_soon(self._resume, None, None, context=context)

    def _resume(self, value: Any, error: BaseException | None) -> None:
        try:
            awaited = self._coroutine.send(value) if error is None else self._coroutine.throw(error)
        except StopIteration as stop:
            self._ended(self)
            self.result.set_result(stop.value)
        except KeyboardInterrupt:
            raise
        except BaseException as failure:
            self._ended(self)
            self.result.set_exception(failure)
            self.result.exception()  # fetched, so that asyncio does not report it later
        else:
            self._wait_for(awaited)

    def _wait_for(self, awaited: asyncio.Future[Any] | None) -> None:
        if awaited is None:  # a bare yield, as of asyncio.sleep(0)
            self._loop.call_soon(self._resume, None, self._take_thrown(), context=self._context)
            return
        _claim(awaited)
        if self._thrown is not None:
            self._loop.call_soon(self._resume, None, self._take_thrown(), context=self._context)
            return
        self._awaited = awaited
        awaited.add_done_callback(self._wake, context=self._context)

    def _wake(self, awaited: asyncio.Future[Any]) -> None:
        self._awaited = None
        try:
            value = awaited.result()
        except BaseException as error:
            self._resume(None, error)
        else:
            self._resume(value, None)

    def throw(self, error: BaseException) -> None:
        """Raise `error` where it waits; if it does not wait now, where it next does."""
        self._thrown = error
        if self._awaited is not None and not self._awaited.done():
            self._awaited.remove_done_callback(self._wake)
            self._awaited = None
            self._loop.call_soon(self._resume, None, self._take_thrown(), context=self._context)

    def _take_thrown(self) -> BaseException | None:
        error, self._thrown = self._thrown, None
        return error

    def done(self) -> bool:
        """Whether it has ended."""
        return self.result.done()

    def get_loop(self) -> VirtualLoop:
        """The loop that drives it."""
        return self._loop

    def close(self) -> None:
        """Let go of the coroutine, in its own context: that its process is dead ends it (`living`)."""
        self._context.run(close_mute, self._coroutine)


def close_mute(coroutine: Any) -> None:
    """Close a coroutine of a dead process; whether it refuses to end is no matter."""
    with contextlib.suppress(BaseException):
        coroutine.close()


# -- rewriting a file -----------------------------------------------------------------------------

# Calls of these never block: left alone, unless the file itself defines the name.
_PLAIN_BUILTINS = frozenset(
    name for name in vars(builtins) if name not in {"map", "filter", "sorted", "min", "max", "next", "iter"}
)
_PLAIN_METHODS = frozenset(
    {"append", "extend", "items", "keys", "values", "join", "split", "strip", "startswith", "endswith"}
    | {"format", "lower", "upper", "replace", "setdefault", "encode", "decode", "hexdigest"}
)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


def compile_blocking(source: str, filename: str, defined: frozenset[str] = frozenset()) -> CodeType:
    """Compile a reader's file so that every `def` that calls something can be suspended.

    The module's own body becomes a coroutine too, if it calls anything: `eval` of the code returns it. `defined` are
    names that other files of the program define.

    Raises:
        SyntaxError: as `compile` does.
    """
    tree = ast.parse(source, filename)
    rewritten = ast.fix_missing_locations(_Suspend(names_defined_in(tree) | defined).visit(tree))
    code = compile(rewritten, filename, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
    return cast("CodeType", code)


def names_defined_in(tree: ast.Module) -> frozenset[str]:
    """The names that a file gives to something: what it calls by one of them may block."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.alias):
            names.add(node.asname or node.name)
    return frozenset(names)


class _Suspend(ast.NodeTransformer):
    """Rewrites calls into awaited ones wherever `await` is allowed."""

    def __init__(self, defined: frozenset[str]) -> None:
        self._defined = defined
        self._may_await = True
        self._rewrote = False

    def _within(self, may_await: bool, nodes: list[Any]) -> list[Any]:
        """Visit nodes of an inner scope, where `await` is or is not allowed."""
        outer, self._may_await = self._may_await, may_await
        visited = [self.visit(node) for node in nodes]
        self._may_await = outer
        return visited

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """A class's `__module__` comes from `__name__`, so the guard reads another name."""
        if node.id == "__name__" and isinstance(node.ctx, ast.Load):
            return ast.copy_location(ast.Name("__run_name__", ast.Load()), node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if not self._may_await or self._is_plain(node.func):
            return node
        self._rewrote = True
        call = ast.Call(ast.Name("__enter__", ast.Load()), [node.func, *node.args], node.keywords)
        return ast.copy_location(ast.Await(ast.copy_location(call, node)), node)

    def _is_plain(self, function: ast.expr) -> bool:
        if isinstance(function, ast.Name):
            return function.id in _PLAIN_BUILTINS and function.id not in self._defined
        return (
            isinstance(function, ast.Attribute)
            and function.attr in _PLAIN_METHODS
            and function.attr not in self._defined
        )

    def visit_Await(self, node: ast.Await) -> ast.AST:
        """`await f(x)` awaits what `f` returns; only its arguments are looked into."""
        if isinstance(node.value, ast.Call):
            node.value.func = self.visit(node.value.func)
            node.value.args = [self.visit(a) for a in node.value.args]
            node.value.keywords = [self.visit(k) for k in node.value.keywords]
            return node
        return self.generic_visit(node)

    def visit_Try(self, node: ast.Try | ast.TryStar) -> ast.AST:
        self.generic_visit(node)
        for body in [*(handler.body for handler in node.handlers), node.finalbody]:
            if body:
                check = ast.Expr(ast.Call(ast.Name("__living__", ast.Load()), [], []))
                body.insert(0, ast.copy_location(check, body[0]))
        return node

    visit_TryStar = visit_Try

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        if not _can_suspend(node):
            node.body = self._within(False, node.body)
            if node.name == "__del__":  # may be called long after its process
                node.body.insert(0, ast.copy_location(_unless_gone(), node.body[0]))
            return node
        outer, self._rewrote = self._rewrote, False
        node.body = self._within(True, node.body)
        blocks, self._rewrote = self._rewrote, outer
        if not blocks:
            return node
        decorators = [*node.decorator_list, ast.Name("__blocking__", ast.Load())]
        fields: dict[str, Any] = {f: getattr(node, f, None) for f in node._fields}
        fields["decorator_list"] = decorators
        return ast.copy_location(ast.AsyncFunctionDef(**fields), node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        node.body = self._within(True, node.body)
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.body = self._within(False, node.body)
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        node.body = self._within(False, [node.body])[0]
        return node

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.AST:
        """Its first iterable belongs to the enclosing scope; the rest would turn it asynchronous."""
        first = node.generators[0]
        first.iter = self.visit(first.iter)
        iterable, first.iter = first.iter, ast.Constant(None)
        outer, self._may_await = self._may_await, False
        self.generic_visit(node)
        self._may_await = outer
        first.iter = iterable
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is not None:
            node.value = self.visit(node.value)
        return node


def _unless_gone() -> ast.If:
    gone = ast.Call(ast.Name("__gone__", ast.Load()), [], [])
    return ast.If(gone, [ast.Return(None)], [])


def _can_suspend(function: ast.FunctionDef) -> bool:
    """Whether a coroutine can take the place of this `def`."""
    if function.name.startswith("__") and function.name.endswith("__"):
        return False  # called by the language itself, which would not await it
    if any("property" in ast.dump(d) or "setter" in ast.dump(d) for d in function.decorator_list):
        return False
    return not any(isinstance(n, (ast.Yield, ast.YieldFrom)) for n in _own_nodes(function))


def _own_nodes(function: ast.FunctionDef) -> list[ast.AST]:
    """The nodes of a function's body without those of the functions and classes inside it."""
    found: list[ast.AST] = []
    todo: list[ast.AST] = list(function.body)
    while todo:
        node = todo.pop()
        found.append(node)
        if not isinstance(node, _SCOPES):
            todo.extend(ast.iter_child_nodes(node))
    return found
