"""A reader's file, rewritten: so that each `def` of it can be suspended where it waits (`blocking`)."""

from __future__ import annotations

import ast
import builtins
import warnings
from types import CodeType
from typing import Any, cast

from durable_lab.kernel.machine.set_order import HELPERS
from durable_lab.kernel.machine.set_rewriting import order_sets

# Calls of these never block: left alone, unless the file itself defines the name.
_PLAIN_BUILTINS = frozenset(
    name for name in vars(builtins) if name not in {"map", "filter", "sorted", "min", "max", "next", "iter"}
)
_PLAIN_METHODS = frozenset(
    {"append", "extend", "items", "keys", "values", "join", "split", "strip", "startswith", "endswith"}
    | {"format", "lower", "upper", "replace", "setdefault", "encode", "decode", "hexdigest"}
    | {"_getframe", "currentframe", "stack"}  # what shows who calls shows the file's own frames
)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


def compile_blocking(source: str, filename: str, defined: frozenset[str] = frozenset()) -> CodeType:
    """Compile a reader's file so that every `def` that calls something can be suspended.

    The module's own body becomes a coroutine too, if it calls anything: `eval` of the code returns it. `defined` are
    names that other files of the program define.

    Raises:
        SyntaxError: as `compile` does.
        RecursionError: for expressions that the compiler can't follow; or a `MemoryError`.
    """
    return compile_tree(parse(source, filename), filename, defined)


def compile_tree(tree: ast.Module, filename: str, defined: frozenset[str]) -> CodeType:
    """The same, of a file that was parsed; the tree is not to be used any more."""
    defined |= names_defined_in(tree)
    rewriter = _Suspend(defined, stops=any(_may_stop(node) for node in ast.walk(tree)))
    rewritten = ast.fix_missing_locations(rewriter.visit(order_sets(tree, defined)))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what Python has to say of the file it has said of it as it was
        code = compile(rewritten, filename, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
    return cast("CodeType", code)


def parse(source: str, filename: str) -> ast.Module:
    """The syntax tree of a file that Python accepts as it is.

    Raises:
        SyntaxError: as `compile` does, with the line.
    """
    try:
        tree = ast.parse(source, filename)
        compile(tree, filename, "exec", dont_inherit=True)
    except ValueError as error:  # a null byte, or half a character
        raise SyntaxError(str(error), (filename, None, None, None)) from None
    except SyntaxError as error:
        if error.text is None and error.lineno is not None:  # Python looks for it in a file
            error.text = (source.splitlines() or [""])[error.lineno - 1]
        raise
    return tree


def _may_stop(node: ast.AST) -> bool:
    """Whether the file can have to do with a `StopIteration` itself."""
    name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
    return name in {"next", "StopIteration", "__next__"}


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

    def __init__(self, defined: frozenset[str], *, stops: bool) -> None:
        self._defined = defined
        self._stops = stops
        """Whether a `StopIteration` may leave a `def`, which a coroutine can't raise: then it returns it instead."""
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
        awaited = ast.copy_location(ast.Await(ast.copy_location(call, node)), node)
        return _called("__leave__", awaited) if self._stops else awaited

    def _is_plain(self, function: ast.expr) -> bool:
        if isinstance(function, ast.Name):
            own = function.id in HELPERS
            return own or (function.id in _PLAIN_BUILTINS and function.id not in self._defined)
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
        if self._stops:
            node.body = _returning_stops(node.body)
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


def _called(helper: str, argument: ast.expr) -> ast.Call:
    name = ast.copy_location(ast.Name(helper, ast.Load()), argument)
    return ast.copy_location(ast.Call(name, [argument], []), argument)


def _returning_stops(body: list[ast.stmt]) -> list[ast.stmt]:
    """The body of a `def` that returns the `StopIteration` that leaves it, after its docstring."""
    first = int(isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant))
    if not body[first:]:
        return body
    stopped = ast.Return(
        _called("__stopped__", ast.copy_location(ast.Name("__stop__", ast.Load()), body[-1]))
    )
    handler = ast.ExceptHandler(ast.Name("StopIteration", ast.Load()), "__stop__", [stopped])
    return [*body[:first], ast.copy_location(ast.Try(body[first:], [handler], [], []), body[-1])]


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
