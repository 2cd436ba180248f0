"""Where a program's output goes while a machine runs: standard output into the trace, standard error past it.

Python itself writes to standard error at any time — when it collects garbage, when a module is used first — so that
what comes there would make traces differ. It is passed on to whoever reads along, and dropped where nobody does.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from durable_lab.kernel.machine.loop import OWNER
from durable_lab.kernel.machine.process import Process
from durable_lab.kernel.machine.tracebacks import readers_traceback

if TYPE_CHECKING:
    from durable_lab.kernel.machine.machine import Machine


@contextmanager
def console_of(machine: Machine) -> Iterator[None]:
    """Take what is written for a machine."""
    streams = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = _Output(sys.stdout, machine), _Errors(sys.stderr, machine)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = streams


class _Output:
    """Standard output: what a process prints becomes an event of its run."""

    def __init__(self, outer: Any, machine: Machine) -> None:
        self._outer = outer
        self._machine = machine

    def write(self, text: str) -> int:
        process = OWNER.get()
        if not isinstance(process, Process):
            return int(self._outer.write(text))
        process.printed(text)
        return len(text)

    def flush(self) -> None:
        pass

    def __getattr__(self, name: str) -> Any:
        return getattr(self._outer, name)


class _Errors(_Output):
    """Standard error: passed on, never in the trace."""

    def write(self, text: str) -> int:
        process = OWNER.get()
        heard = process.heard if isinstance(process, Process) else True
        return int(self._outer.write(text)) if heard and self._machine.shows else len(text)


# -- what asyncio reports ------------------------------------------------------------------------------


def report(context: dict[str, Any], filename: str) -> None:
    """Say what nobody hears otherwise — an exception that nobody fetched, one of a callback — as asyncio does."""
    told = [str(context.get("message") or "Unhandled exception in event loop")]
    told += [f"{key}: {context[key]!r}" for key in sorted(context) if key not in ("message", "exception")]
    if context.get("exception") is not None:
        told.append(readers_traceback(context["exception"], filename))
    logging.getLogger("asyncio").error("%s", "\n".join(told))
