"""The client: whoever asked for the run. It is outside of the process and remembers what it was told.

A file's own calls of an engine (`graph.invoke(…)` at module level) stand for the client's. When the process
dies and the file is executed again, a call that had returned gives the same answer and runs nothing; the one
in progress is *recovered*, as its topology does it; the ones after it come as before.
"""

from __future__ import annotations

import contextvars
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from durable_lab.kernel.machine.loop import outside
from durable_lab.kernel.machine.process import Process
from durable_lab.kernel.outside.store import from_bytes, to_bytes

INSIDE_ENGINE: contextvars.ContextVar[bool] = contextvars.ContextVar("INSIDE_ENGINE", default=False)
"""True in code that an engine runs (a node, a handler, an activity): its calls are not the client's."""


@dataclass(slots=True)
class Answer:
    """What the client knows of one of its calls."""

    noted: Any
    done: bool = False
    result: bytes = b""
    error: BaseException | None = None


async def client_call(
    process: Process,
    first: Callable[[], Awaitable[Any]],
    recover: Callable[[Any], Awaitable[Any]],
    noted: Any = None,
    *,
    waits: bool = False,
) -> Any:
    """Carry out a call of the client: `first`, or after a crash in the midst of it `recover(noted)`.

    `noted` is what the client wrote down when it made the call first; plain data. Called from inside an
    engine it is no client's call: `first` runs, always. `waits` says that the process does nothing for it meanwhile,
    so that one that is told to end need not wait for it.
    """
    if INSIDE_ENGINE.get():
        return await first()
    journal: list[Answer] = process.machine.journal
    index = process.calls
    process.calls += 1
    if index < len(journal) and journal[index].done:
        return _again(journal[index])
    if process.stopping:
        await process.machine.loop.create_future()  # its next life makes this call
    process.muted = False
    if index < len(journal):
        answer = journal[index]
        return await _listen(process, answer, lambda: recover(answer.noted), waits)
    journal.append(Answer(noted))
    return await _listen(process, journal[index], first, waits)


async def _listen(process: Process, answer: Answer, call: Callable[[], Awaitable[Any]], waits: bool) -> Any:
    process.serving += not waits
    try:
        result = await call()
    except Exception as error:
        await process.machine.alive(process)
        answer.done, answer.error = True, error
        _served(process, waits)
        raise
    await process.machine.alive(process)
    answer.done, answer.result = True, to_bytes(result)
    _served(process, waits)
    return result


def _served(process: Process, waits: bool) -> None:
    """A process that is told to end does so after the last call that it carries out, when its code next waits."""
    process.serving -= not waits
    if process.stopping and not process.serving:
        process.machine.loop.call_soon(process.machine.end, process, context=outside())


def _again(answer: Answer) -> Any:
    if answer.error is not None:
        raise answer.error
    return from_bytes(answer.result)
