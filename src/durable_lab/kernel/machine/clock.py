"""What time it is: the clocks of the `time` module, on virtual time."""

from __future__ import annotations

import time as real_time
from collections.abc import Callable
from typing import Any

from durable_lab.kernel.machine.process import current

EPOCH = 1767225600.0
"""Virtual second 0 as a Unix time: 2026-01-01T00:00:00Z."""


def now(what: str = "time.time") -> float:
    """The Unix time of the virtual present, in seconds, as the clock of whoever asked `what` shows it."""
    process = current(what)
    return EPOCH + process.machine.loop.now + process.skew


def _elapsed(what: str) -> float:
    """A clock that only counts: how wrong the time of day is does not matter to it."""
    return EPOCH + current(what).machine.loop.now


class Builtin:
    """A function as those that are written in C: as an attribute of a class it is no method."""

    __slots__ = ("__name__", "_function")

    def __init__(self, function: Callable[..., Any], name: str) -> None:
        self.__name__ = name
        self._function = function

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._function(*args, **kwargs)

    def __repr__(self) -> str:
        return f"<built-in function {self.__name__}>"


def _clock(name: str, unit: type[float] | type[int] = float) -> Callable[[], float]:
    """A function of the `time` module that tells the time, in seconds or, as an `int`, in nanoseconds."""
    tell = now if name.startswith("time") else _elapsed
    if unit is int:
        return Builtin(lambda: int(tell(f"time.{name}") * 1e9), name)
    return Builtin(lambda: tell(f"time.{name}"), name)


def _gmtime(secs: float | None = None) -> real_time.struct_time:
    """`time.gmtime`, and `time.localtime` too: there is one time zone, UTC."""
    return real_time.gmtime(now("time.gmtime") if secs is None else secs)


def _asctime(t: Any = None) -> str:
    return real_time.asctime(_gmtime() if t is None else t)


def _ctime(secs: float | None = None) -> str:
    return real_time.asctime(_gmtime(secs))


def _strftime(format: str, t: Any = None) -> str:
    return real_time.strftime(format, _gmtime() if t is None else t)


CLOCKS: dict[str, Callable[..., Any]] = {
    "gmtime": Builtin(_gmtime, "gmtime"),
    "localtime": Builtin(_gmtime, "localtime"),
    "asctime": _asctime,
    "ctime": _ctime,
    "strftime": _strftime,
    **{name: _clock(name) for name in ("time", "monotonic", "perf_counter", "process_time")},
    **{name: _clock(name, int) for name in ("time_ns", "monotonic_ns", "perf_counter_ns")},
}
"""What stands in the `time` module in place of its own functions."""
