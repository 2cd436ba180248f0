"""What a life of a program may have changed in the interpreter that runs it, put back for the next.

A process that starts again has a new interpreter. Ours is one for all of them, so that whatever a program replaces in
a module that it imports (`json.dumps = …`), adds to a table there or tells the library to remember (filters of
warnings, the path, the locale) is put back when the next life begins and when the run is over. Its own modules and
those of the library that keep most (`logging`) need none of this: each life executes them anew (`modules`).
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any, TypeAlias

from durable_lab.kernel.machine.process import Process

Restore: TypeAlias = Callable[[], object]

_HEAP = 1 << 9
"""The flag of classes that Python code has defined: the attributes of others can't be changed."""

_BOOKKEEPING = frozenset(
    "__dict__ __weakref__ __abstractmethods__ _abc_impl __annotations__ __annotate__ __annotate_func__"
    " __annotations_cache__ __static_attributes__ __firstlineno__ __doc__".split()
)
"""Attributes of classes that Python itself writes."""

_LARGE = 2000
"""Elements of a table from which on it is taken for a cache."""

_OURS = __name__.partition(".")[0]

_DYNAMIC = frozenset("setattr delattr vars globals exec eval".split())


def changes_modules(trees: Iterable[ast.Module]) -> bool:
    """Whether a program might change a module that it imports; most have no line that could."""
    for tree in trees:
        nodes = list(ast.walk(tree))
        modules = set(_bound(node for node in nodes if isinstance(node, ast.Import)))
        imported = modules.union(_bound(node for node in nodes if isinstance(node, ast.ImportFrom)))
        looked_into = {id(node.value) for node in nodes if isinstance(node, ast.Attribute)}
        for node in nodes:
            if isinstance(node, ast.Name) and node.id in modules and id(node) not in looked_into:
                return True  # handed on: it may have any name from here
            if _changes(node, imported):
                return True
    return False


def _bound(imports: Iterable[ast.Import | ast.ImportFrom]) -> Iterable[str]:
    for node in imports:
        yield from (alias.asname or alias.name.partition(".")[0] for alias in node.names)


def _changes(node: ast.AST, imported: set[str]) -> bool:
    if isinstance(node, ast.Name):
        return node.id in _DYNAMIC
    if isinstance(node, (ast.Attribute, ast.Subscript)):
        if isinstance(node, ast.Attribute) and node.attr in ("__dict__", "patch", "setattr"):
            return True
        return not isinstance(node.ctx, ast.Load) and _root(node) in {"", *imported}
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return isinstance(node.func.value, ast.Attribute) and _root(node.func) in imported
    return False


def _root(node: ast.expr) -> str:
    """The name that a chain of attributes and elements begins with."""
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


class Interpreter:
    """What is to be put back after a life of a run."""

    def __init__(self) -> None:
        self._seen: set[int] = set()
        self._restores: list[Restore] = []

    def give(self, module: ModuleType, changed: bool) -> None:
        """A program gets a module: note how it is. `changed`: the program might change it, and what it is made of."""
        if id(module) in self._seen:
            return
        self._seen.add(id(module))
        keep = _KEPT.get(module.__name__)
        if keep is not None:
            self._restores += keep()
        if changed:
            self._note(module)

    def _note(self, module: ModuleType) -> None:
        self._restores.append(_names(module))
        package = module.__name__.partition(".")[0]
        if package == _OURS:
            package = ""  # what a module of ours imports is no part of it
        for name, value in list(vars(module).items()):
            if isinstance(value, type) and value.__flags__ & _HEAP and id(value) not in self._seen:
                self._seen.add(id(value))
                self._restores.append(_attributes(value))
            elif isinstance(value, ModuleType) and package and value.__name__.startswith(f"{package}."):
                self.give(value, True)
            elif type(value) in (list, dict, set) and not name.startswith("_") and len(value) < _LARGE:
                self._restores.append(_elements(value))

    def restore(self) -> None:
        """Put everything back, in the reverse order."""
        for restore in reversed(self._restores):
            restore()


def _names(module: ModuleType) -> Restore:
    names = vars(module)
    before = dict(names)

    def restore() -> None:
        for name in [name for name in names if name not in before]:
            if not isinstance(names[name], ModuleType):  # a part of a package, imported since
                del names[name]
        for name, value in before.items():
            if names.get(name, before) is not value:
                names[name] = value

    return restore


def _attributes(kind: type) -> Restore:
    before = {name: value for name, value in vars(kind).items() if name not in _BOOKKEEPING}

    def restore() -> None:
        now = vars(kind)
        for name in [name for name in now if name not in before and name not in _BOOKKEEPING]:
            type.__delattr__(kind, name)
        for name, value in before.items():
            if now.get(name) is not value:
                type.__setattr__(kind, name, value)

    return restore


def _elements(table: Any) -> Restore:
    before = table.copy()

    def restore() -> None:
        if table != before:
            table.clear()
            (table.extend if isinstance(table, list) else table.update)(before)

    return restore


# -- modules that remember what they are told ---------------------------------------------------------


def _sys() -> Iterable[Restore]:
    """Not what `Machine.run` itself replaces, nor modules that were really imported."""
    before = {name: getattr(sys, name) for name in _OF_SYS if hasattr(sys, name)}
    limit, modules = sys.getrecursionlimit(), dict(sys.modules)
    tracing = sys.gettrace(), sys.getprofile()

    def restore() -> None:
        for name, value in before.items():
            if getattr(sys, name, None) is not value:
                setattr(sys, name, value)
        if sys.getrecursionlimit() != limit:
            sys.setrecursionlimit(limit)
        if (sys.gettrace(), sys.getprofile()) != tracing:
            sys.settrace(tracing[0])
            sys.setprofile(tracing[1])
        for name in [name for name, module in sys.modules.items() if _is_made_up(name, module, modules)]:
            del sys.modules[name]
        for name, module in modules.items():
            if sys.modules.get(name) is not module:
                sys.modules[name] = module

    return [restore, *(_elements(getattr(sys, name)) for name in ("path", "argv", "meta_path", "path_hooks"))]


_OF_SYS = (
    "path argv modules stdin stdout stderr excepthook displayhook unraisablehook breakpointhook dont_write_bytecode"
    " tracebacklimit exit".split()
)


def _is_made_up(name: str, module: Any, before: dict[str, Any]) -> bool:
    """Whether a program has put a module there itself."""
    return name not in before and getattr(module, "__spec__", None) is None


def _warnings() -> Iterable[Restore]:
    import warnings

    before = list(warnings.filters)

    def restore() -> None:
        if list(warnings.filters) != before:
            warnings.resetwarnings()  # which also tells the part that is written in C
            warnings.filters[:] = before  # type: ignore[index]  # a list

    return [restore]


def _locale() -> Iterable[Restore]:
    import locale

    before = locale.setlocale(locale.LC_ALL)

    def restore() -> None:
        if locale.setlocale(locale.LC_ALL) != before:
            locale.setlocale(locale.LC_ALL, before)

    return [restore]


def _decimal() -> Iterable[Restore]:
    """A process has its own context; one that it had from whoever started the run is not its own."""
    import decimal

    decimal.setcontext(decimal.getcontext().copy())
    default, before = decimal.DefaultContext, decimal.DefaultContext.copy()

    def restore() -> None:
        for name in ("prec", "rounding", "Emin", "Emax", "capitals", "clamp"):
            setattr(default, name, getattr(before, name))

    return [restore]


def _gc() -> Iterable[Restore]:
    import gc

    enabled, threshold, flags = gc.isenabled(), gc.get_threshold(), gc.get_debug()

    def restore() -> None:
        (gc.enable if enabled else gc.disable)()
        gc.set_threshold(*threshold)
        gc.set_debug(flags)

    return [restore]


_KEPT: dict[str, Callable[[], Iterable[Restore]]] = {
    "sys": _sys,
    "warnings": _warnings,
    "locale": _locale,
    "decimal": _decimal,
    "gc": _gc,
}


def interpreter_of(process: Process) -> Interpreter:
    """That of the run in which a process lives."""
    machine = process.machine
    if machine.interpreter is None:
        machine.interpreter = Interpreter()
    found: Interpreter = machine.interpreter
    return found
