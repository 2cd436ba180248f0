"""A program: a reader's file and what lies beside it, executed in fresh namespaces in each life of a process."""

from __future__ import annotations

import ast
import hashlib
import linecache
from collections.abc import Callable, Coroutine, Iterator
from functools import cached_property
from itertools import accumulate
from types import CodeType, ModuleType
from typing import Any, NamedTuple, TypeAlias

from durable_lab.kernel.machine import stdlib
from durable_lab.kernel.machine.interpreter import changes_modules, interpreter_of
from durable_lab.kernel.machine.loop import OWNER
from durable_lab.kernel.machine.modules import Modules
from durable_lab.kernel.machine.rewriting import compile_tree, names_defined_in, parse
from durable_lab.kernel.outside.store import PROGRAM_MODULE
from durable_lab.words.messages import LabError


class Text(NamedTuple):
    """A file that lies beside a program."""

    text: str
    filename: str
    """What tracebacks show."""
    is_package: bool = False


Beside: TypeAlias = Callable[[str], Text | None]
"""By the full name of a module: the file that lies beside the program; None if there is none."""


class Source(NamedTuple):
    """A file of a program, compiled."""

    code: CodeType
    filename: str
    is_package: bool


def nothing_beside(name: str) -> None:
    """A program that is one file."""


class Program:
    """A compiled file, the files beside it that it imports, and the modules that it gets for an engine's names."""

    def __init__(
        self,
        source: str,
        filename: str,
        engine_module: Callable[[str], ModuleType | None],
        whole: str | None = None,
        beside: Beside = nothing_beside,
    ) -> None:
        """Compile `source`.

        Args:
            source: the text to execute.
            filename: what tracebacks show.
            engine_module: what an import of that name gives, if it is one of an engine's; else None.
            whole: the file's whole text, for tracebacks, if `source` is a part of it on the same lines.
            beside: what lies beside the file.

        Raises:
            SyntaxError: as `compile` does.
            LabError: `too-deep`, for expressions that the compiler can't follow.
        """
        self.source = source
        self.filename = filename
        self.engine_module = engine_module
        self._beside = beside
        tree = _parsed(source, filename)
        self.parts: dict[str, Text] = {}
        """The modules beside the file that it and they import, by full name."""
        trees = [tree, *self._found(tree)]
        self.digest = self._digest()
        self._defined = frozenset[str]().union(*map(names_defined_in, trees))
        self.changes_modules = changes_modules(trees)
        """Whether it might change a module of the library."""
        self.imports = frozenset(name for one in trees for name in _imported_modules(one))
        """The modules that it imports, by full name, and the packages that they are in."""
        self._code = self._compiled(tree, filename)
        self._sources: dict[str, Source | None] = {}
        shown = source if whole is None else whole
        _show_in_tracebacks(filename, shown)
        for part in self.parts.values():
            _show_in_tracebacks(part.filename, part.text)

    @property
    def filenames(self) -> frozenset[str]:
        """All of its files, as tracebacks name them."""
        return frozenset({self.filename, *(part.filename for part in self.parts.values())})

    @cached_property
    def files(self) -> dict[str, bytes]:
        """All of its files with what is in them, by their paths."""
        parts = {part.filename: part.text for part in self.parts.values() if part.filename.endswith(".py")}
        return {name: text.encode() for name, text in {self.filename: self.source, **parts}.items()}

    @property
    def text(self) -> str:
        """All of its text."""
        return "\n".join([self.source, *(part.text for part in self.parts.values())])

    def _found(self, tree: ast.Module) -> Iterator[ast.Module]:
        """Find what lies beside the file and is imported, and by that, …"""
        todo = [(tree, "", False)]
        while todo:
            importing, name, is_package = todo.pop()
            for wanted in sorted(_imported_modules(importing, name, is_package)):
                part = None if wanted in self.parts else self._lying_beside(wanted)
                if part is not None:
                    self.parts[wanted] = part
                    found = _parsed(part.text, part.filename)
                    todo.append((found, wanted, part.is_package))
                    yield found

    def _lying_beside(self, name: str) -> Text | None:
        """What lies beside the program, under a name that is nobody else's."""
        package = name.partition(".")[0]
        taken = (
            package == "durable_lab" or package in stdlib.MODULES or self.engine_module(package) is not None
        )
        return None if taken else self._beside(name)

    def _digest(self) -> str:
        digest = hashlib.sha256(self.source.encode())
        for name, part in sorted(self.parts.items()):
            digest.update(f"\0{name}\0{part.text}".encode())
        return digest.hexdigest()

    def _compiled(self, tree: ast.Module, filename: str) -> CodeType:
        try:
            return compile_tree(tree, filename, self._defined)
        except (RecursionError, MemoryError):
            raise LabError("too-deep", file=filename) from None

    def source_of(self, name: str) -> Source | None:
        """The module of that name that lies beside the file; None if there is none."""
        if name not in self._sources:
            part = self.parts.get(name) or self._lying_beside(name)
            if part is not None:
                self.parts.setdefault(name, part)
                _show_in_tracebacks(part.filename, part.text)
                code = self._compiled(_parsed(part.text, part.filename), part.filename)
            self._sources[name] = None if part is None else Source(code, part.filename, part.is_package)
        return self._sources[name]

    def load(self, run_name: str = "__main__") -> tuple[dict[str, Any], Coroutine[Any, Any, Any] | None]:
        """A fresh namespace and the coroutine that executes the file in it; None if it ran already.

        To be called in the context of a process. Nothing of an earlier life is in the namespace: globals,
        class attributes, mutable defaults and caches begin anew.
        """
        process: Any = OWNER.get()
        if process.life > 1:
            interpreter_of(process).restore()
        modules = Modules(self, process)
        module = modules.namespace(PROGRAM_MODULE, run_name, self.filename)
        namespace = module.__dict__
        return namespace, eval(self._code, namespace)


def _parsed(source: str, filename: str) -> ast.Module:
    try:
        return parse(source, filename)
    except (RecursionError, MemoryError):
        raise LabError("too-deep", file=filename) from None


def _show_in_tracebacks(filename: str, text: str) -> None:
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)


def _imported_modules(tree: ast.Module, name: str = "", is_package: bool = False) -> frozenset[str]:
    """The modules that a file may import, itself the module `name`; of a `from`, also what may be a module of it."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = _origin(node, name, is_package)
            names.update(f"{origin}.{alias.name}" for alias in node.names if origin)
    return frozenset(part for one in names for part in accumulate(one.split("."), "{}.{}".format))


def _origin(node: ast.ImportFrom, name: str, is_package: bool) -> str:
    """The full name of what a `from` imports from; "" if that is in no package."""
    if not node.level:
        return node.module or ""
    package = name.split(".")[: None if is_package else -1]
    above = package[: len(package) - node.level + 1]
    return ".".join([*above, *([node.module] if node.module else [])])
