"""A reader's file, rewritten so that it goes through sets in the order that their process gives them (`set_order`)."""

from __future__ import annotations

import ast
from typing import Any

_TAKES_ONE_BY_ONE = frozenset(
    {"list", "tuple", "iter", "enumerate", "zip", "map", "filter", "sum", "min", "max", "sorted"}
)
"""Builtins that go through their arguments."""
_SHOWS = frozenset({"print", "str", "repr", "format"})
"""Builtins that make text of them."""
_METHODS_THAT_TAKE = frozenset({"join", "extend", "fromkeys", "from_iterable", "extendleft", "writelines"})
_MODULES_THAT_TAKE = frozenset({"itertools", "collections"})
"""Whatever of these is called goes through its arguments."""
_GIVES_SETS = frozenset({"set", "frozenset", "wait", "all_tasks"})
"""Names without any of which, without braces and without views of dicts that are joined, a file has no set."""
_VIEWS = frozenset({"keys", "items"})
_NO_SETS = (
    ast.Constant,
    ast.List,
    ast.Tuple,
    ast.Dict,
    ast.ListComp,
    ast.DictComp,
    ast.GeneratorExp,
    ast.JoinedStr,
)
_GIVES_OTHER = frozenset(
    {"range", "sorted", "list", "tuple", "enumerate", "zip", "map", "filter", "reversed", "dict"}
)


def order_sets(tree: ast.Module, defined: frozenset[str]) -> ast.Module:
    """Rewrite a file; `defined` are the names that it gives a meaning of its own. A file without sets stays as it is."""
    if not any(_is_set(node) for node in ast.walk(tree)):
        return tree
    ordered: ast.Module = _Order(defined, _imported(tree)).visit(tree)
    return ordered


def _is_set(node: ast.AST) -> bool:
    if isinstance(node, (ast.Set, ast.SetComp)):
        return True
    if isinstance(node, ast.BinOp):
        return any(isinstance(n, ast.Attribute) and n.attr in _VIEWS for n in ast.walk(node))
    name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
    return name in _GIVES_SETS


def _imported(tree: ast.Module) -> dict[str, str]:
    """The names that the file's imports give, and the module that each is or comes from."""
    names: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update((alias.asname or alias.name, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.update((alias.asname or alias.name, node.module) for alias in node.names)
    return names


class _Order(ast.NodeTransformer):
    """Wraps what is gone through; the wrappers leave alone what is no set."""

    def __init__(self, defined: frozenset[str], imported: dict[str, str]) -> None:
        self._defined = defined
        self._imported = imported

    # -- loops -------------------------------------------------------------------------------------

    def visit_For(self, node: ast.For) -> ast.AST:
        self.generic_visit(node)
        node.iter = self._wrapped("__walk__", node.iter)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self.generic_visit(node)
        if not node.is_async:
            node.iter = self._wrapped("__walk__", node.iter)
        return node

    def visit_YieldFrom(self, node: ast.YieldFrom) -> ast.AST:
        self.generic_visit(node)
        node.value = self._wrapped("__walk__", node.value)
        return node

    # -- sequences ---------------------------------------------------------------------------------

    def visit_Starred(self, node: ast.Starred) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load):
            node.value = self._wrapped("__in_order__", node.value)
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        self.generic_visit(node)
        if any(isinstance(target, (ast.Tuple, ast.List)) for target in node.targets):
            node.value = self._wrapped("__in_order__", node.value)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        function = node.func
        if (
            isinstance(function, ast.Attribute)
            and function.attr == "pop"
            and not node.args
            and not node.keywords
        ):
            return node if "pop" in self._defined else self._wrapped("__pop__", function.value, always=True)
        wrapper = self._wrapper_for(function)
        if wrapper:
            node.args = [
                arg if isinstance(arg, ast.Starred) else self._wrapped(wrapper, arg) for arg in node.args
            ]
        return node

    def _wrapper_for(self, function: ast.expr) -> str:
        """How the arguments of a call are wrapped; "" for not at all."""
        if isinstance(function, ast.Name):
            name, known = function.id, function.id not in self._defined
            if known and name in _SHOWS:
                return "__shown__"
            takes = known and name in _TAKES_ONE_BY_ONE
            return "__in_order__" if takes or self._imported.get(name) in _MODULES_THAT_TAKE else ""
        if not isinstance(function, ast.Attribute) or function.attr in self._defined:
            return ""
        if function.attr == "format":
            return "__shown__"
        module = function.value.id if isinstance(function.value, ast.Name) else ""
        takes = self._imported.get(module) in _MODULES_THAT_TAKE and function.attr != "partial"
        return "__in_order__" if takes or function.attr in _METHODS_THAT_TAKE else ""

    # -- text --------------------------------------------------------------------------------------

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.AST:
        self.generic_visit(node)
        node.value = self._wrapped("__shown__", node.value)
        return node

    def _wrapped(self, wrapper: str, value: Any, *, always: bool = False) -> Any:
        """A call of a helper; not where the code itself shows that there is no set."""
        if not always and self._is_no_set(value, shown=wrapper == "__shown__"):
            return value
        call = ast.Call(ast.Name(wrapper, ast.Load()), [value], [])
        for node in (call, call.func):
            ast.copy_location(node, value)
        return call

    def _is_no_set(self, value: ast.expr, *, shown: bool) -> bool:
        if shown:  # a list may hold one
            return isinstance(value, (ast.Constant, ast.JoinedStr))
        call = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id
        return isinstance(value, _NO_SETS) or (call in _GIVES_OTHER and call not in self._defined)
