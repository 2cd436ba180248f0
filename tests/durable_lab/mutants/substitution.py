"""Changing a function of the simulator for a moment: its text is replaced, compiled, and its code exchanged.

The function object stays the same, so that whoever holds it (a method table, a closure, a decorator) runs the
changed code too.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType, FunctionType, ModuleType
from typing import Any


@dataclass(frozen=True)
class Edit:
    """One replacement in the text of a function."""

    place: str
    """`kernel.loop:VirtualLoop.call_at`: a module below `durable_lab`, a function or a method in it."""
    old: str
    new: str


@contextlib.contextmanager
def applied(*edits: Edit) -> Iterator[None]:
    """The simulator with these edits, until the block ends. Each is of another function.

    Raises:
        AssertionError: the old text is not in the function exactly once: the function was changed since.
    """
    functions = [(_function(edit), _changed_code(edit)) for edit in edits]
    before = [function.__code__ for function, _ in functions]
    try:
        for function, code in functions:
            function.__code__ = code
        yield
    finally:
        for (function, _), code in zip(functions, before, strict=True):
            function.__code__ = code


def _function(edit: Edit) -> FunctionType:
    found: Any = _module(edit)
    for name in edit.place.partition(":")[2].split("."):
        assert name in vars(found), f"there is no {edit.place} any more, so this mutant must be worded anew"
        found = vars(found)[name]
    found = inspect.unwrap(getattr(found, "__func__", getattr(found, "fget", found)))
    assert isinstance(found, FunctionType), edit.place
    return found


def _module(edit: Edit) -> ModuleType:
    return importlib.import_module(f"durable_lab.{edit.place.partition(':')[0]}")


def _changed_code(edit: Edit) -> CodeType:
    source = inspect.getsource(_module(edit))
    path = edit.place.partition(":")[2].split(".")
    first, last = _lines(ast.parse(source), path)
    lines = source.splitlines(keepends=True)
    own = "".join(lines[first - 1 : last])
    times = own.count(edit.old)
    assert times == 1, (
        f"{edit.place} has the text {times} times, so this mutant must be worded anew: {edit.old}"
    )
    changed = "".join([*lines[: first - 1], own.replace(edit.old, edit.new), *lines[last:]])
    code = compile(changed, f"<changed {edit.place}>", "exec", dont_inherit=True)
    for name in path:
        code = next(c for c in code.co_consts if isinstance(c, CodeType) and c.co_name == name)
    return code


def _lines(tree: ast.AST, path: list[str]) -> tuple[int, int]:
    """The first and the last line of the function at `path`."""
    found: Any = tree
    for name in path:
        kinds = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
        found = next(n for n in ast.iter_child_nodes(found) if isinstance(n, kinds) and n.name == name)
    return found.lineno, found.end_lineno
