"""What a program gets for the parts of the standard library that would look outside of the machine.

`time`, `datetime`, `random`, `secrets`, `uuid`, `asyncio` answer from the process that asks: its clock, its
randomness, its loop. (`datetime.now` of the real module can't be patched: it is a C type.) `sqlite3.connect`
names a store; threads are refused when they are started. (What asks the operating system: `system`.)
"""

from __future__ import annotations

import asyncio
import base64
import concurrent
import datetime as real_datetime
import random as real_random
import secrets as real_secrets
import sqlite3 as real_sqlite3
import threading
import time as real_time
import uuid as real_uuid
from collections.abc import Callable, Coroutine
from concurrent import futures
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from durable_lab.kernel.machine.blocking import blocking, call_any
from durable_lab.kernel.machine.process import current, touch
from durable_lab.words.messages import LabError


class ClientsOwn(BaseException):
    """Ends the execution of a file for its definitions, where the client's part begins."""


EPOCH = 1767225600.0
"""Virtual second 0 as a Unix time: 2026-01-01T00:00:00Z."""


def now(what: str = "time.time") -> float:
    """The Unix time of the virtual present, in seconds, as the clock of whoever asked `what` shows it."""
    process = current(what)
    return EPOCH + process.machine.loop.now + process.skew


def _elapsed(what: str) -> float:
    """A clock that only counts: how wrong the time of day is does not matter to it."""
    return EPOCH + current(what).machine.loop.now


def _clock(name: str, unit: type[float] | type[int] = float) -> Callable[[], float]:
    """A function of the `time` module that tells the time, in seconds or, as an `int`, in nanoseconds."""
    tell = now if name.startswith("time") else _elapsed
    if unit is int:
        return lambda: int(tell(f"time.{name}") * 1e9)
    return lambda: tell(f"time.{name}")


def _gmtime(secs: float | None = None) -> real_time.struct_time:
    """`time.gmtime`, and `time.localtime` too: there is one time zone, UTC."""
    return real_time.gmtime(now("time.gmtime") if secs is None else secs)


def _asctime(t: Any = None) -> str:
    return real_time.asctime(_gmtime() if t is None else t)


def _ctime(secs: float | None = None) -> str:
    return real_time.asctime(_gmtime(secs))


def _strftime(format: str, t: Any = None) -> str:
    return real_time.strftime(format, _gmtime() if t is None else t)


@blocking
async def sleep(seconds: float) -> None:
    """`time.sleep` on virtual time."""
    touch("time.sleep")
    await asyncio.sleep(seconds)


@blocking
async def run(main: Coroutine[Any, Any, Any], *, debug: bool | None = None) -> Any:
    """`asyncio.run` on the machine's loop, as a task of the calling process."""
    process = current("asyncio.run")
    if process.role.defines_only:
        main.close()
        raise ClientsOwn
    return await process.start_task(main)


def _refused_loop(*_: Any, **__: Any) -> Any:
    raise LabError("not-modelled", what="a second event loop", available="asyncio.run")


async def to_thread(function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    """`asyncio.to_thread`: the function runs as a flow of its own and does not hold up the caller.

    To cancel whoever waits for it does not end it.
    """
    flow = current("asyncio.to_thread").start(call_any(function, *args, **kwargs))
    return await asyncio.shield(flow)


class VirtualDatetime(real_datetime.datetime):
    """`datetime.datetime` whose present is the virtual one."""

    @classmethod
    def now(cls, tz: real_datetime.tzinfo | None = None) -> VirtualDatetime:
        """The virtual present; without `tz` in UTC, naive."""
        moment = cls.fromtimestamp(now("datetime.datetime.now"), real_datetime.UTC)
        return moment.replace(tzinfo=None) if tz is None else moment.astimezone(tz)

    @classmethod
    def utcnow(cls) -> VirtualDatetime:
        """The virtual present in UTC, naive."""
        return cls.now()

    @classmethod
    def today(cls) -> VirtualDatetime:
        """The same as `now()`."""
        return cls.now()


class VirtualDate(real_datetime.date):
    """`datetime.date` whose today is the virtual one."""

    @classmethod
    def today(cls) -> VirtualDate:
        """The virtual day, in UTC."""
        moment = VirtualDatetime.fromtimestamp(now("datetime.date.today"), real_datetime.UTC)
        return cls(moment.year, moment.month, moment.day)


@dataclass(frozen=True, slots=True)
class Connection:
    """What `sqlite3.connect` gives here: the name of a store of the machine, for a checkpointer."""

    path: str

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise LabError("not-modelled", what=f"sqlite3.Connection.{name}", available="SqliteSaver(connection)")


def connect(database: str, **_: object) -> Connection:
    """A database file is a durable store; `:memory:` dies with its process."""
    return Connection(str(database))


def _module(real: ModuleType, **replaced: Any) -> ModuleType:
    """A copy of a module with some of its names replaced."""
    copy = ModuleType(real.__name__, real.__doc__)
    copy.__dict__.update({k: v for k, v in vars(real).items() if not k.startswith("__")})
    copy.__dict__.update(replaced)
    return copy


class _Random(real_random.Random):
    """`random.Random` whose default seed is drawn from the process instead of the system."""

    def __init__(self, x: Any = None) -> None:
        super().__init__(current("random.Random").random.getrandbits(64) if x is None else x)


def _of_process(name: str) -> Callable[..., Any]:
    """A function of the `random` module that draws from the calling process's own source."""

    def draw(*args: Any, **kwargs: Any) -> Any:
        return getattr(current(f"random.{name}").random, name)(*args, **kwargs)

    draw.__name__ = name
    return draw


class _SystemRandom(_Random):
    """`random.SystemRandom`: here as predictable as the rest; a seed is ignored, as the real one does."""

    def __init__(self, x: Any = None) -> None:
        super().__init__()


def _token_bytes(nbytes: int | None = None, *, what: str = "secrets.token_bytes") -> bytes:
    return current(what).random.randbytes(32 if nbytes is None else nbytes)


def _token_hex(nbytes: int | None = None) -> str:
    return _token_bytes(nbytes, what="secrets.token_hex").hex()


def _token_urlsafe(nbytes: int | None = None) -> str:
    data = _token_bytes(nbytes, what="secrets.token_urlsafe")
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _refused_thread(*_: Any) -> None:
    touch("threading.Thread")
    raise LabError("not-modelled", what="threading.Thread", available="asyncio.to_thread, asyncio.gather")


class _Thread(threading.Thread):
    """A thread that says, when it is started, that there is none."""

    start = _refused_thread


class _Timer(threading.Timer):
    start = _refused_thread


class _Executor(futures.Executor):
    """A pool that can be made, for `Worker(activity_executor=…)`, and given nothing by the file itself."""

    def __init__(self, *_: Any, **__: Any) -> None:
        pass

    def submit(self, *_: Any, **__: Any) -> Any:
        raise LabError(
            "not-modelled", what="concurrent.futures", available="asyncio.to_thread, asyncio.gather"
        )


def _uuid4() -> real_uuid.UUID:
    return real_uuid.UUID(int=current("uuid.uuid4").random.getrandbits(128), version=4)


def _uuid1(node: int | None = None, clock_seq: int | None = None) -> real_uuid.UUID:
    return real_uuid.UUID(int=current("uuid.uuid1").random.getrandbits(128), version=1)


def _refused_open(*_: Any, **__: Any) -> Any:
    touch("__builtins__.open")
    raise LabError("not-modelled", what="open()", available="SqliteSaver, world.call")


def _refused_input(*_: Any) -> Any:
    touch("__builtins__.input")
    raise LabError("not-modelled", what="input()", available="interrupt(), Command(resume=…)")


_DRAWS = [name for name in vars(real_random) if name in dir(real_random.Random) and name[0].islower()]

_FUTURES = _module(futures, ThreadPoolExecutor=_Executor, ProcessPoolExecutor=_Executor)

MODULES: dict[str, ModuleType] = {
    "time": _module(
        real_time,
        sleep=sleep,
        gmtime=_gmtime,
        localtime=_gmtime,
        asctime=_asctime,
        ctime=_ctime,
        strftime=_strftime,
        **{name: _clock(name) for name in ("time", "monotonic", "perf_counter", "process_time")},
        **{name: _clock(name, int) for name in ("time_ns", "monotonic_ns", "perf_counter_ns")},
    ),
    "datetime": _module(real_datetime, datetime=VirtualDatetime, date=VirtualDate),
    "random": _module(
        real_random,
        Random=_Random,
        SystemRandom=_SystemRandom,
        **{name: _of_process(name) for name in _DRAWS},
    ),
    "secrets": _module(
        real_secrets,
        SystemRandom=_SystemRandom,
        choice=_of_process("choice"),
        randbelow=_of_process("randrange"),
        randbits=_of_process("getrandbits"),
        token_bytes=_token_bytes,
        token_hex=_token_hex,
        token_urlsafe=_token_urlsafe,
    ),
    "uuid": _module(real_uuid, uuid4=_uuid4, uuid1=_uuid1),
    "asyncio": _module(
        asyncio, run=run, to_thread=to_thread, Runner=_refused_loop, new_event_loop=_refused_loop
    ),
    "threading": _module(threading, Thread=_Thread, Timer=_Timer),
    "concurrent": _module(concurrent, futures=_FUTURES),
    "concurrent.futures": _FUTURES,
    "sqlite3": _module(real_sqlite3, connect=connect, Connection=Connection),
}
"""Module name → what a program gets when it imports that name."""

BUILTINS: dict[str, Any] = {"open": _refused_open, "input": _refused_input}
"""Builtins that a program gets in place of Python's own."""
