"""A program: a reader's file, executed in a fresh namespace in each life of a process."""

from __future__ import annotations

import ast
import builtins
import hashlib
import linecache
import sys
from collections.abc import Callable, Coroutine, Mapping
from itertools import accumulate
from types import CodeType, ModuleType
from typing import Any

from durable_lab.kernel.machine import stdlib
from durable_lab.kernel.machine.blocking import blocking, compile_blocking, enter, living
from durable_lab.kernel.machine.system import system_module
from durable_lab.kernel.outside.store import PROGRAM_MODULE
from durable_lab.words.messages import LabError


class Program:
    """A compiled file and the modules that it gets when it imports an engine's names."""

    def __init__(
        self,
        source: str,
        filename: str,
        engine_module: Callable[[str], ModuleType | None],
        whole: str | None = None,
    ) -> None:
        """Compile `source`.

        Args:
            source: the text to execute.
            filename: what tracebacks show.
            engine_module: what an import of that name gives, if it is one of an engine's; else None.
            whole: the file's whole text, for tracebacks, if `source` is a part of it on the same lines.

        Raises:
            SyntaxError: as `compile` does.
            LabError: `too-deep`, for expressions that the compiler can't follow.
        """
        self.source = source
        self.filename = filename
        self.digest = hashlib.sha256(source.encode()).hexdigest()
        try:
            self._code: CodeType = compile_blocking(source, filename)
        except RecursionError:
            raise LabError("too-deep", file=filename) from None
        self._engine_module = engine_module
        self.imports = _imported_modules(source)
        """The modules that the file imports, by full name, and the packages that they are in."""
        shown = source if whole is None else whole
        linecache.cache[filename] = (len(shown), None, shown.splitlines(keepends=True), filename)

    def load(self, run_name: str = "__main__") -> tuple[dict[str, Any], Coroutine[Any, Any, Any] | None]:
        """A fresh namespace and the coroutine that executes the file in it; None if it ran already.

        To be called in the context of a process. Nothing of an earlier life is in the namespace: globals,
        class attributes, mutable defaults and caches begin anew.
        """
        module = ModuleType(PROGRAM_MODULE)
        namespace = module.__dict__
        namespace.update(
            __builtins__={**vars(builtins), **stdlib.BUILTINS, "__import__": self._import},
            __file__=self.filename,
            __run_name__=run_name,
            __enter__=enter,
            __blocking__=blocking,
            __living__=living,
        )
        sys.modules[PROGRAM_MODULE] = module
        return namespace, eval(self._code, namespace)

    def _import(
        self,
        name: str,
        globals_: Mapping[str, object] | None = None,
        locals_: Mapping[str, object] | None = None,
        fromlist: tuple[str, ...] = (),
        level: int = 0,
    ) -> ModuleType:
        """`__import__` for the program: the machine's and the engines' modules first."""
        ours = None if level else self._substitute(name)
        if ours is None:
            return __import__(name, globals_, locals_, fromlist, level)
        return ours if fromlist else self._import(name.partition(".")[0], fromlist=("*",))

    def _substitute(self, name: str) -> ModuleType | None:
        return stdlib.MODULES.get(name) or system_module(name) or self._engine_module(name)


def _imported_modules(source: str) -> frozenset[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return frozenset(part for name in names for part in accumulate(name.split("."), "{}.{}".format))
