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
from durable_lab.kernel.machine.clock import CLOCKS
from durable_lab.kernel.machine.datetimes import VirtualDate, VirtualDatetime
from durable_lab.kernel.machine.event_loop import EventLoop
from durable_lab.kernel.machine.loop import LOOP
from durable_lab.kernel.machine.process import current, touch
from durable_lab.kernel.machine.refusal import refusal
from durable_lab.kernel.machine.refused import refuser
from durable_lab.kernel.machine.set_order import hash_of
from durable_lab.kernel.machine.task_order import TaskGroup, as_completed


class ClientsOwn(BaseException):
    """Ends the execution of a file for its definitions, where the client's part begins."""


@blocking
async def sleep(seconds: float) -> None:
    """`time.sleep` on virtual time."""
    touch("time.sleep")
    await asyncio.sleep(seconds)


def _run(main: Coroutine[Any, Any, Any], *, debug: bool | None = None) -> Coroutine[Any, Any, Any]:
    """`asyncio.run`: an event loop of the calling process, as long as `main` runs."""
    process = current("asyncio.run")
    if process.role.defines_only:
        main.close()
        raise ClientsOwn
    if LOOP.get() is not None:
        raise RuntimeError("asyncio.run() cannot be called from a running event loop")
    if not asyncio.iscoroutine(main):
        raise ValueError(f"a coroutine was expected, got {main!r}")
    return EventLoop(process).run(main)


run = blocking(_run, "run")


def _refused_loop(*_: Any, **__: Any) -> Any:
    raise refusal("not-modelled", what="a second event loop", available="asyncio.run")


async def to_thread(function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    """`asyncio.to_thread`: the function runs as a flow of its own and does not hold up the caller.

    To cancel whoever waits for it does not end it.
    """
    flow = current("asyncio.to_thread").start_thread(call_any(function, *args, **kwargs))
    return await asyncio.shield(flow)


@dataclass(frozen=True, slots=True)
class Connection:
    """What `sqlite3.connect` gives here: the name of a store of the machine, for a checkpointer."""

    path: str

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise refusal("not-modelled", what=f"sqlite3.Connection.{name}", available="SqliteSaver(connection)")


def connect(database: str, **_: object) -> Connection:
    """A database file is a durable store; `:memory:` dies with its process."""
    return Connection(str(database))


def module_like(real: ModuleType, **replaced: Any) -> ModuleType:
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
    raise refusal("not-modelled", what="threading.Thread", available="asyncio.to_thread, asyncio.gather")


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
        raise refusal(
            "not-modelled", what="concurrent.futures", available="asyncio.to_thread, asyncio.gather"
        )


def _uuid4() -> real_uuid.UUID:
    return real_uuid.UUID(int=current("uuid.uuid4").random.getrandbits(128), version=4)


def _uuid1(node: int | None = None, clock_seq: int | None = None) -> real_uuid.UUID:
    return real_uuid.UUID(int=current("uuid.uuid1").random.getrandbits(128), version=1)


def _open(file: Any, mode: str = "r", *args: Any, **kwargs: Any) -> Any:
    """`open` on the disk of the run, also where what is left of a program calls it after that."""
    current("__builtins__.open")
    return open(file, mode, *args, **kwargs)


def _refused_input(*_: Any) -> Any:
    touch("__builtins__.input")
    raise refusal("not-modelled", what="input()", available="interrupt(), Command(resume=…)")


_DRAWS = [name for name in vars(real_random) if name in dir(real_random.Random) and name[0].islower()]

_PROCESSES = ("create_subprocess_exec", "create_subprocess_shell")
_CONNECTIONS = ("open_connection", "start_server", "open_unix_connection", "start_unix_server")

_FUTURES = module_like(futures, ThreadPoolExecutor=_Executor, ProcessPoolExecutor=_Executor)

_SQLITE = module_like(real_sqlite3, connect=connect, Connection=Connection)
_SQLITE.__dict__["dbapi2"] = _SQLITE

MODULES: dict[str, ModuleType] = {
    "time": module_like(
        real_time,
        sleep=sleep,
        **CLOCKS,
    ),
    "datetime": module_like(real_datetime, datetime=VirtualDatetime, date=VirtualDate),
    "random": module_like(
        real_random,
        Random=_Random,
        SystemRandom=_SystemRandom,
        **{name: _of_process(name) for name in _DRAWS},
    ),
    "secrets": module_like(
        real_secrets,
        SystemRandom=_SystemRandom,
        choice=_of_process("choice"),
        randbelow=_of_process("randrange"),
        randbits=_of_process("getrandbits"),
        token_bytes=_token_bytes,
        token_hex=_token_hex,
        token_urlsafe=_token_urlsafe,
    ),
    "uuid": module_like(real_uuid, uuid4=_uuid4, uuid1=_uuid1),
    "asyncio": module_like(
        asyncio,
        run=run,
        to_thread=to_thread,
        TaskGroup=TaskGroup,
        as_completed=as_completed,
        Runner=_refused_loop,
        **dict.fromkeys(("new_event_loop", "set_event_loop", "set_event_loop_policy"), _refused_loop),
        **{name: refuser("no-processes", f"asyncio.{name}") for name in _PROCESSES},
        **{name: refuser("no-network", f"asyncio.{name}") for name in _CONNECTIONS},
    ),
    "threading": module_like(threading, Thread=_Thread, Timer=_Timer),
    "concurrent": module_like(concurrent, futures=_FUTURES),
    "concurrent.futures": _FUTURES,
    "sqlite3": _SQLITE,
    "sqlite3.dbapi2": _SQLITE,
}
"""Module name → what a program gets when it imports that name."""

BUILTINS: dict[str, Any] = {"open": _open, "input": _refused_input, "hash": hash_of}
"""Builtins that a program gets in place of Python's own."""
