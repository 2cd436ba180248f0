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

from durable_lab.kernel import stdlib
from durable_lab.kernel.blocking import blocking, compile_blocking, enter, living
from durable_lab.kernel.store import PROGRAM_MODULE


class Program:
    """A compiled file and the modules that it gets when it imports an engine's names."""

    def __init__(
        self,
        source: str,
        filename: str,
        modules: Mapping[str, ModuleType],
        unknown_module: Callable[[str], Exception],
    ) -> None:
        """Compile `source`.

        Args:
            source: the file's text.
            filename: what tracebacks show.
            modules: what an import of an engine's module gives, by full name.
            unknown_module: the error for another module of one of these packages.

        Raises:
            SyntaxError: as `compile` does.
        """
        self.source = source
        self.filename = filename
        self.digest = hashlib.sha256(source.encode()).hexdigest()
        self._code: CodeType = compile_blocking(source, filename)
        self._modules = {**stdlib.MODULES, **modules}
        self._engines = frozenset(name.partition(".")[0] for name in modules)
        self._unknown_module = unknown_module
        self.imports = _imported_modules(source)
        """The modules that the file imports, by full name, and the packages that they are in."""
        linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)

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
        package = name.partition(".")[0]
        if level == 0 and name in self._modules:
            return self._modules[name if fromlist else package]
        if level == 0 and package in self._engines:
            raise self._unknown_module(name)
        return __import__(name, globals_, locals_, fromlist, level)


def _imported_modules(source: str) -> frozenset[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return frozenset(part for name in names for part in accumulate(name.split("."), "{}.{}".format))
