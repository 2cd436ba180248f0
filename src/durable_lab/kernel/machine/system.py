"""What a program gets for the modules that ask the operating system: functions that ask the guard of their code first.

Workflow code may not ask it anything; other code may, of the machine that the simulator runs on. What differs from
run to run there (`os.urandom`, `os.getpid`) is drawn from the process that asks.
"""

from __future__ import annotations

import functools
import importlib
import types
from collections.abc import Callable, Iterator, MutableMapping
from typing import Any, NoReturn

from durable_lab.kernel.machine.blocking import ProcessKilled
from durable_lab.kernel.machine.process import current, touch

_GUARDED = frozenset({"os", "socket", "subprocess", "shutil", "tempfile", "glob"})

FIRST_PID = 1000
"""The process id of a first life; each further life has the next."""


@functools.cache
def system_module(name: str) -> types.ModuleType | None:
    """A guarded copy of a module of the operating system, made at its first import; None for any other."""
    if name not in _GUARDED:
        return None
    real = importlib.import_module(name)
    copy = types.ModuleType(name, real.__doc__)
    for key, value in vars(real).items():
        if not key.startswith("__"):
            copy.__dict__[key] = _asking(f"{name}.{key}", value) if _is_function(value) else value
    copy.__dict__.update(_REPLACED.get(name, dict)())
    return copy


def _is_function(value: Any) -> bool:
    return isinstance(value, (types.FunctionType, types.BuiltinFunctionType))


def _asking(what: str, function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def asking(*args: Any, **kwargs: Any) -> Any:
        touch(what)
        return function(*args, **kwargs)

    return asking


class _Environ(MutableMapping[str, str]):
    """`os.environ`, with each look at it asked for."""

    def __init__(self, real: MutableMapping[str, str]) -> None:
        self._real = real

    def __getitem__(self, key: str) -> str:
        touch(f"os.environ.{key}")
        return self._real[key]

    def __setitem__(self, key: str, value: str) -> None:
        touch("os.environ.__setitem__")
        self._real[key] = value

    def __delitem__(self, key: str) -> None:
        touch("os.environ.__delitem__")
        del self._real[key]

    def __iter__(self) -> Iterator[str]:
        touch("os.environ.__iter__")
        return iter(self._real)

    def __len__(self) -> int:
        touch("os.environ.__len__")
        return len(self._real)


def _exit(status: int) -> NoReturn:
    """`os._exit`: the process is gone at once, without a `finally`."""
    process = current("os._exit")
    process.machine.supervisor.crash(process)
    raise ProcessKilled


def _os() -> dict[str, Any]:
    import os

    return {
        "_exit": _exit,
        "environ": _Environ(os.environ),
        "getpid": lambda: FIRST_PID - 1 + current("os.getpid").life,
        "urandom": lambda size: current("os.urandom").random.randbytes(size),
    }


def _socket() -> dict[str, Any]:
    import socket

    class Socket(socket.socket):
        """A socket, asked for."""

        def __init__(self, *args: Any, **kwargs: Any) -> None:
            touch("socket.socket")
            super().__init__(*args, **kwargs)

    return {"socket": Socket}


_REPLACED: dict[str, Callable[[], dict[str, Any]]] = {"os": _os, "socket": _socket}
