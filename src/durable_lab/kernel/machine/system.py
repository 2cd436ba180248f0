"""What a program gets for the modules that ask the operating system: functions that ask the guard of their code first.

Workflow code may not ask it anything; other code may, and what it asks of files is answered by the disk of its run
(`hooks`). What differs from run to run (`os.urandom`, `os.getpid`) is drawn from the process that asks. What is left
of a program after its run (a finalizer) asks nobody, and nothing happens.
"""

from __future__ import annotations

import functools
import importlib
import types
from collections.abc import Callable
from typing import Any, NoReturn

from durable_lab.kernel.machine.blocking import ProcessKilled
from durable_lab.kernel.machine.hooks import ENVIRON
from durable_lab.kernel.machine.loop import OWNER
from durable_lab.kernel.machine.process import Process, current, touch

_GUARDED = frozenset({"os", "shutil", "glob"})

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
            copy.__dict__[key] = _asking(real, key, value) if _is_function(value) else value
    copy.__dict__.update(_REPLACED.get(name, dict)())
    return copy


def _is_function(value: Any) -> bool:
    return isinstance(value, (types.FunctionType, types.BuiltinFunctionType))


def _asking(module: types.ModuleType, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    what = f"{module.__name__}.{name}"

    @functools.wraps(function)
    def asking(*args: Any, **kwargs: Any) -> Any:
        if not isinstance(OWNER.get(), Process):
            return None
        touch(what)
        return getattr(module, name)(*args, **kwargs)  # as it is now: while a machine runs, a hook

    return asking


def _exit(status: int) -> NoReturn:
    """`os._exit`: the process is gone at once, without a `finally`."""
    process = current("os._exit")
    process.machine.supervisor.crash(process)
    raise ProcessKilled


def _os() -> dict[str, Any]:
    return {
        "_exit": _exit,
        "environ": ENVIRON,
        "getpid": lambda: FIRST_PID - 1 + current("os.getpid").life,
        "urandom": lambda size: current("os.urandom").random.randbytes(size),
        "register_at_fork": lambda **_: None,
    }


_REPLACED: dict[str, Callable[[], dict[str, Any]]] = {"os": _os}
