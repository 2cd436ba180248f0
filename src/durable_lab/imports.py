"""`import langgraph`, `import temporalio` give the simulator: on request, for a whole interpreter or for one program."""

from __future__ import annotations

import functools
import importlib.abc
import importlib.machinery
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any

from durable_lab.kernel.machine.refusal import refusal
from durable_lab.topology import topologies

_ENGINES = {record.speaks: record for record in topologies().values() if record.speaks}
"""Package → the topology that has its names. They are loaded at their first import."""


class _EngineModule(ModuleType):
    """A module of an engine's names. A name that it lacks is an error that lists those it has."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        available = ", ".join(sorted(n for n in vars(self) if not n.startswith("_")))
        raise refusal("not-modelled", what=f"{self.__name__}.{name}", available=available or "–")


@functools.cache
def _modules(package: str) -> dict[str, ModuleType]:
    """The modules of one of the engines' packages, by full name."""
    modules: dict[str, ModuleType] = {}
    for name, names in _ENGINES[package].names().items():
        module = _EngineModule(name)
        module.__path__ = []
        module.__dict__.update(names)
        modules[name] = module
        parent, _, last = name.rpartition(".")
        if parent:
            setattr(modules[parent], last, module)
    return modules


def engine_module(name: str) -> ModuleType | None:
    """What an import of `name` gives: the simulator's module; None if it is of no engine.

    Raises:
        LabError: `module-not-modelled`, for a module that the engine may have but the simulator has not.
    """
    package = name.partition(".")[0]
    if package not in _ENGINES:
        return None
    modules = _modules(package)
    if name not in modules:
        available = ", ".join(sorted(known for known in modules if known != package))
        raise refusal("module-not-modelled", what=name, available=available)
    return modules[name]


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if engine_module(fullname) is None:
            return None
        return importlib.machinery.ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType | None:
        return engine_module(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        pass


def install() -> None:
    """Make `import langgraph`, `import temporalio` give the simulator in this interpreter, until it ends.

    Raises:
        RuntimeError: the real package was imported already.
    """
    if any(isinstance(finder, _Finder) for finder in sys.meta_path):
        return
    taken = [name for name in _ENGINES if name in sys.modules]
    if taken:
        raise RuntimeError(f"{taken[0]} is imported already: call durable_lab.imports.install() first")
    sys.meta_path.insert(0, _Finder())
