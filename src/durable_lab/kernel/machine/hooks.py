"""What takes the place of Python's ways to files, processes and the network while a machine runs (`hooked`).

Each asks whose code goes that way. Code of a process gets the disk of its run, or is refused; any other code (the
interpreter's imports, whoever reads along, the tests around) gets what it always gets.
"""

from __future__ import annotations

import functools
import io
import os
import sys
from collections.abc import Callable, Iterator, MutableMapping
from types import FunctionType
from typing import Any

from durable_lab.kernel.machine.descriptors import Descriptors
from durable_lab.kernel.machine.files import Files, files_of
from durable_lab.kernel.machine.loop import OWNER
from durable_lab.kernel.machine.process import Process, touch
from durable_lab.kernel.machine.refusal import refusal
from durable_lab.kernel.machine.streams import DiskFile, open_stream
from durable_lab.words.catalogue import PACKAGE

ON_DISK = [
    name
    for kind in (Descriptors, Files)
    for name, value in vars(kind).items()
    if isinstance(value, FunctionType) and name[0] != "_" and hasattr(os, name)
]
"""Functions of `os` that the disk of a run answers."""

PROCESSES = tuple(
    name
    for name in dir(os)
    if name.startswith(("exec", "spawn", "posix_spawn", "fork", "wait"))
    or name in ("system", "popen", "kill", "killpg", "abort", "pidfd_open", "startfile", "pipe", "pipe2")
)
"""Functions of `os` that have to do with other processes."""

UNKNOWN = tuple(
    name
    for name in (
        "link",
        "symlink",
        "mkfifo",
        "mknod",
        "chroot",
        "fchdir",
        "openpty",
        "dup2",
        "lockf",
        "putenv",
    )
    + ("unsetenv", "memfd_create", "eventfd", "setxattr", "removexattr", "getxattr", "statvfs", "fstatvfs")
    if hasattr(os, name)
)
"""Functions of `os` that the disk does not know."""

_LOOKING = frozenset({"open", "stat", "lstat", "listdir", "scandir", "access"})
"""What may look at the library that Python itself consists of: reading it tells nobody anything."""


def of_process(what: str, looked_at: Any = None) -> Process | None:
    """The process whose code runs now; None if it is none's, or if all it wants is to look at Python's own library.

    Raises:
        BaseException: what the guard of the code raises.
    """
    owner = OWNER.get()
    if not isinstance(owner, Process) or (looked_at is not None and is_library(looked_at)):
        return None
    touch(what)
    return owner


def on_disk(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
    what, looks = f"os.{name}", name in _LOOKING

    @functools.wraps(real)
    def ask(*args: Any, **kwargs: Any) -> Any:
        process = of_process(what, args[0] if looks and args else None)
        if process is None:
            return real(*args, **kwargs)
        return getattr(files_of(process), name)(*args, **kwargs)

    return ask


def asking_open(real: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(real)
    def open_(file: Any, mode: str = "r", *args: Any, **kwargs: Any) -> Any:
        process = of_process("__builtins__.open", file if mode in ("r", "rb", "rt") else None)
        if process is None:
            return real(file, mode, *args, **kwargs)
        return open_stream(files_of(process), file, mode, *args, **kwargs)

    return open_


_RealFileIO = io.FileIO


class HookedFileIO(_RealFileIO):
    """`io.FileIO`: of a process, a file of the disk."""

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        process = of_process("io.FileIO")
        return (
            _RealFileIO(*args, **kwargs) if process is None else DiskFile(files_of(process), *args, **kwargs)
        )


def refusing(code: str, what: str, real: Callable[..., Any]) -> Callable[..., Any]:
    """A function that a process may not call.

    Raises:
        LabError: of that code, when a process calls it.
    """

    @functools.wraps(real)
    def refuse(*args: Any, **kwargs: Any) -> Any:
        if of_process(what) is None:
            return real(*args, **kwargs)
        raise refusal(code, what=what)

    return refuse


class Environ(MutableMapping[str, str]):
    """`os.environ`: each process has its own copy, which dies with it."""

    def __init__(self, real: MutableMapping[str, str]) -> None:
        self.real = real

    def _of(self, what: str) -> MutableMapping[str, str]:
        process = of_process(f"os.environ.{what}")
        if process is None:
            return self.real
        if process.environ is None:
            process.environ = dict(self.real)
        return process.environ

    def __getitem__(self, key: str) -> str:
        return self._of(key)[key]

    def __setitem__(self, key: str, value: str) -> None:
        environ = self._of("__setitem__")
        if not isinstance(key, str) or not isinstance(value, str):
            raise TypeError(f"str expected, not {type(value if isinstance(key, str) else key).__name__}")
        environ[key] = value

    def __delitem__(self, key: str) -> None:
        del self._of("__delitem__")[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._of("__iter__"))

    def __len__(self) -> int:
        return len(self._of("__len__"))

    def __repr__(self) -> str:
        return f"environ({dict(self)!r})"

    def copy(self) -> dict[str, str]:
        """`os.environ.copy`."""
        return dict(self)

    def __or__(self, other: Any) -> Any:
        return {**self, **other}


ENVIRON = Environ(os.environ)


# -- the library that Python consists of --------------------------------------------------------------


@functools.cache
def library() -> tuple[str, ...]:
    """Where Python's own files and ours lie, and those of what is installed."""
    installed = (place for place in sys.path if place.endswith("-packages"))
    places = (os.path.dirname(os.__file__), str(PACKAGE), "/usr/share/zoneinfo", *installed)
    return tuple(place + os.sep for place in places)


def is_library(path: Any) -> bool:
    """Whether a path leads to what Python consists of, which whoever runs it may read."""
    if isinstance(path, os.PathLike):
        path = os.fspath(path)
    return isinstance(path, str) and os.path.isabs(path) and (path + os.sep).startswith(library())
