"""The client: whoever asked for the run. It is outside of the process and remembers what it was told.

A file's own calls of an engine (`graph.invoke(…)` at module level) stand for the client's. When the process
dies and the file is executed again, a call that had returned gives the same answer and runs nothing; the one
in progress is *recovered*, as its topology does it; the ones after it come as before.
"""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from typing import Any

from durable_lab.kernel.machine.process import Process
from durable_lab.kernel.machine.roles import Agent
from durable_lab.kernel.outside.store import from_bytes, to_bytes
from durable_lab.words.messages import LabError

INSIDE_ENGINE: contextvars.ContextVar[bool] = contextvars.ContextVar("INSIDE_ENGINE", default=False)
"""True in code that an engine runs (a node, a handler, an activity): its calls are not the client's."""


@dataclass(slots=True)
class Answer:
    """What the client knows of one of its calls."""

    noted: Any
    done: bool = False
    result: Callable[[], Any] | None = None
    """Gives what the call returned, each time anew."""
    error: BaseException | None = None
    """What the call raised; a `CancelledError` if the client gave it up."""


async def client_call(
    process: Process,
    first: Callable[[], Awaitable[Any]],
    recover: Callable[[Any], Awaitable[Any]],
    noted: Any = None,
    *,
    about: Hashable = None,
    waits: bool = False,
) -> Any:
    """Carry out a call of the client: `first`, or after a crash in the midst of it `recover(noted)`.

    `noted` is what the client wrote down when it made the call first; plain data. Calls `about` the same are told
    apart by their order. Called from inside an engine, or in a process that does not speak for the client, it is no
    client's call: `first` runs, always. `waits` says that the process does nothing for it meanwhile, so that one that
    is told to end need not wait for it.
    """
    if INSIDE_ENGINE.get():
        return await first()
    role, journal = process.role, process.machine.journal
    call = role.next_call(about)
    if not isinstance(role, Agent):
        return await first()
    answer = journal.get(call)
    if answer is not None and answer.done:
        if isinstance(answer.error, asyncio.CancelledError):
            await process.machine.loop.create_future()  # it hears nothing, until it gives up again
        return _again(answer)
    if process.stopping:
        await process.machine.loop.create_future()  # its next life makes this call
    role.heard = True
    if answer is not None:
        return await _listen(process, role, answer, recover(answer.noted), waits)
    journal[call] = answer = Answer(noted)
    return await _listen(process, role, answer, first(), waits)


async def _listen(process: Process, role: Agent, answer: Answer, call: Awaitable[Any], waits: bool) -> Any:
    if not waits:
        role.begin_call()
    try:
        result = await call
    except (Exception, asyncio.CancelledError) as error:
        await process.machine.alive(process)
        answer.error = error
        _told(process, role, answer, waits)
        raise
    if not process.runs:
        await process.machine.alive(process)
    answer.result = _kept(result)
    _told(process, role, answer, waits)
    return result


def _told(process: Process, role: Agent, answer: Answer, waits: bool) -> None:
    answer.done = True
    if not waits:
        role.end_call(process)


def _again(answer: Answer) -> Any:
    if answer.error is not None:
        raise answer.error
    return None if answer.result is None else answer.result()


def _kept(result: Any) -> Callable[[], Any]:
    """What gives a result again: a copy, or itself if it holds more than data."""
    try:
        data = to_bytes(result)
    except LabError:
        return lambda: result
    return lambda: from_bytes(data)
