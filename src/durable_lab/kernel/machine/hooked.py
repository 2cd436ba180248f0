"""Where Python's ways to files, processes and the network are replaced, for as long as a machine runs.

The standard library uses `open` and `os` itself: `pathlib`, `shelve`, `zipfile` come to the disk of a run only if
these are replaced where they are. So is `warnings.warn`, which names the line that warns.
"""

from __future__ import annotations

import builtins
import functools
import io
import os
import sys
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import FunctionType, ModuleType
from typing import Any

from durable_lab.kernel.machine import hooks
from durable_lab.kernel.machine.warned import warn

_CLASSES = (
    ("socket", "socket", "__init__", "no-network"),
    ("subprocess", "Popen", "__init__", "no-processes"),
    ("multiprocessing.process", "BaseProcess", "start", "no-processes"),
)
"""Classes of the standard library whose objects are, or begin, what a run has none of."""

_FUNCTIONS = (
    ("_posixsubprocess", "fork_exec", "no-processes"),
    ("socket", "getaddrinfo", "no-network"),
    ("sqlite3", "connect", "not-on-this-disk"),
    ("sqlite3.dbapi2", "connect", "not-on-this-disk"),
)

_KEPT = ("bz2", "glob", "pathlib", "pathlib._local", "shutil", "tarfile", "tempfile", "tokenize", "zipfile")
"""Modules that may have kept a function of `os`, or `open`, when they were imported."""

_LATER = frozenset({*(name for name, *_ in (*_CLASSES, *_FUNCTIONS)), *_KEPT})

_Names = dict[str, Any]
_Place = tuple[Any, str, Any]
"""Where something is replaced that is no name of a module: the object, the attribute, what is to be there."""


@functools.cache
def _always() -> list[tuple[_Names, _Names]]:
    """Names of modules, and what is replaced among them, whatever has been imported."""
    functions = {name: hooks.on_disk(name, getattr(os, name)) for name in hooks.ON_DISK}
    for names, code in ((hooks.PROCESSES, "no-processes"), (hooks.UNKNOWN, "not-on-this-disk")):
        functions |= {name: hooks.refusing(code, f"os.{name}", getattr(os, name)) for name in names}
    files = {"open": hooks.asking_open(io.open), "FileIO": hooks.HookedFileIO}
    return [
        (vars(builtins), {"open": hooks.asking_open(open)}),
        (vars(io), files),
        (vars(os), {**functions, "environ": hooks.ENVIRON}),
        (vars(warnings), {"warn": warn}),
    ]


_names: dict[str, tuple[_Names, _Names]] = {}
"""By module that has been imported: its names, and what is replaced among them."""

_places: list[_Place] = []

_known: set[str] = set()
"""Modules, of those that may be imported later, that have been looked at."""


def _look_at_imported() -> None:
    """Find what is to be replaced in modules that have been imported by now."""
    for name in _LATER:
        module = sys.modules.get(name)
        if module is not None and name not in _known:
            _known.add(name)
            _names[name] = vars(module), dict([*_functions_of(name, module), *_kept_in(module)])
            _places.extend(_methods_of(name, module))
            _places.extend(_kept_by_classes_of(module))


def _functions_of(name: str, module: ModuleType) -> Iterator[tuple[str, Any]]:
    for of, function, code in _FUNCTIONS:
        if of == name:
            yield function, hooks.refusing(code, f"{name}.{function}", getattr(module, function))


def _methods_of(name: str, module: ModuleType) -> Iterator[_Place]:
    for of, kind, method, code in _CLASSES:
        if of == name:
            owner = getattr(module, kind)
            yield owner, method, hooks.refusing(code, f"{name}.{kind}", getattr(owner, method))


@functools.cache
def _hook_of() -> Mapping[int, tuple[Any, Any]]:
    """What is replaced and what by, by the identity of the first."""
    found = {}
    for names, replaced in _always():
        for name, hook in replaced.items():
            real = getattr(hook, "__wrapped__", None) or names[name]
            found[id(real)] = real, hook
    return found


def _kept_in(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """Names by which a module has kept something that is replaced."""
    if module.__name__ in _KEPT:
        for name, value in vars(module).items():
            real, hook = _hook_of().get(id(value), (None, None))
            if real is value and real is not None:
                yield name, hook


def _kept_by_classes_of(module: ModuleType) -> Iterator[_Place]:
    """Where its classes have kept it: as a static method, or as what an argument is if it is not given."""
    for kind in vars(module).values() if module.__name__ in _KEPT else ():
        if not isinstance(kind, type) or kind.__module__ != module.__name__:
            continue
        for name, value in vars(kind).items():
            if isinstance(value, staticmethod) and id(value.__func__) in _hook_of():
                yield kind, name, staticmethod(_hook_of()[id(value.__func__)][1])
            elif isinstance(value, FunctionType) and value.__defaults__:
                given = tuple(_hook_of().get(id(one), (None, one))[1] for one in value.__defaults__)
                if given != value.__defaults__:
                    yield value, "__defaults__", given


class _Replaced:
    """What is replaced now, for how many, and what was there before."""

    def __init__(self) -> None:
        self._for = 0
        self._names: list[tuple[_Names, _Names]] = []
        self._places: list[_Place] = []

    def begin(self) -> None:
        self._for += 1
        if self._for > 1:
            return
        hooks.library()  # found while nobody need be asked for it
        _look_at_imported()
        replaced = [*_always(), *_names.values()]
        self._names = [(names, {name: names[name] for name in new}) for names, new in replaced]
        self._places = [(owner, name, _there(owner, name)) for owner, name, _ in _places]
        _put(replaced, _places)

    def end(self) -> None:
        self._for -= 1
        if not self._for:
            _put(self._names, self._places)


_replaced = _Replaced()


@contextmanager
def hooked() -> Iterator[None]:
    """Have them replaced while this lasts. Within, it costs nothing."""
    _replaced.begin()
    try:
        yield
    finally:
        _replaced.end()


def _put(replaced: list[tuple[_Names, _Names]], places: list[_Place]) -> None:
    for names, new in replaced:
        names.update(new)
    for owner, name, value in places:
        setattr(owner, name, value)


def _there(owner: Any, name: str) -> Any:
    """What an attribute is now, as it is and not as it is got."""
    return vars(owner)[name] if isinstance(owner, type) else getattr(owner, name)
