"""Modules of which a run has nothing: other processes, the network, what reaches past Python.

They can be imported, and their constants and exceptions used, since a program may name them without need. What they
do is refused where it is called, with what to write instead.
"""

from __future__ import annotations

import functools
import importlib
import sys
from types import GenericAlias, ModuleType
from typing import Any

from durable_lab.kernel.machine.process import touch
from durable_lab.kernel.machine.refusal import refusal

_CODES = {
    "no-processes": "subprocess multiprocessing pty _posixsubprocess _multiprocessing _posixshmem",
    "no-network": "socket _socket",
    "no-signals": "signal _signal",
    "out-of-reach": "ctypes _ctypes mmap fcntl _thread posix nt _io _pyio _sqlite3 _dbm _gdbm",
}
_PAGES = frozenset("js pyodide pyodide_js _pyodide _pyodide_core".split())
"""What only the page's Python has."""

_REFUSED = {name: code for code, names in _CODES.items() for name in names.split()}
"""Module → the code of what is said."""

_HARMLESS = {
    "socket": frozenset("htons htonl ntohs ntohl inet_aton inet_ntoa inet_pton inet_ntop".split()),
    "signal": frozenset({"strsignal", "valid_signals"}),
}
_ANSWERED: dict[str, Any] = {
    "socket.gethostname": lambda: "lab",
    "socket.getfqdn": lambda name="": name or "lab",
    "multiprocessing.cpu_count": lambda: 1,
}
"""What is asked for without need of what it belongs to."""


class _Refused(ModuleType):
    """A module that has constants and exceptions, and does nothing."""

    def __init__(self, name: str, real: ModuleType | None, code: str) -> None:
        super().__init__(name)
        self.__path__: list[str] = []
        self._real = real
        self._code = code

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        what = f"{self.__name__}.{name}"
        if what in _ANSWERED:
            return _ANSWERED[what]
        value = getattr(self._real, name) if self._real is not None else refuser
        if callable(value) and not _says_only(value) and name not in _HARMLESS.get(self.__name__, ()):
            return refuser(self._code, what)
        return value


def _says_only(value: Any) -> bool:
    """Whether it only names something: an exception, the members of an enumeration."""
    return isinstance(value, type) and (issubclass(value, BaseException) or hasattr(value, "__members__"))


def refuser(code: str, what: str) -> type:
    """A class, so that a program may derive from it, whose objects can't be made; a function, to whoever calls it."""

    def refuse(cls: type, *args: Any, **kwargs: Any) -> Any:
        touch(what)
        raise refusal(code, what=what)

    members = {"__new__": refuse, "__class_getitem__": classmethod(GenericAlias), "__refused__": (code, what)}
    return _Refuser(what.rpartition(".")[2], (), members)


class _Refuser(type):
    """What is past Python is refused however deep a program reaches into it: `pyodide_js._module.fetch(…)`."""

    def __getattr__(cls, name: str) -> Any:
        code, what = cls.__refused__
        if name.startswith("__") or code != "out-of-reach":
            raise AttributeError(f"type object {cls.__name__!r} has no attribute {name!r}")
        return refuser(code, f"{what}.{name}")


def refused_module(name: str) -> ModuleType | None:
    """What an import of `name` gives, if a run has nothing of it; None for any other."""
    package = name.partition(".")[0]
    in_page = sys.platform == "emscripten"
    code = "out-of-reach" if in_page and package in _PAGES else _REFUSED.get(package)
    return None if code is None else _refused(name, code)


@functools.cache
def _refused(name: str, code: str) -> ModuleType:
    return _Refused(name, _real(name) if name in ("subprocess", "socket", "signal") else None, code)


def _real(name: str) -> ModuleType | None:
    try:
        return importlib.import_module(name)
    except ImportError:  # the page has not all of the library
        return None
