"""The terminal: what it is written to may know few characters, be full, or be read no further."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from types import TracebackType
from typing import Any

from durable_lab.kernel.machine.loop import outside


class Terminal:
    """Standard output that never fails in the midst of a run: it notes why, and what comes after is lost."""

    def __init__(self) -> None:
        self.closed = False
        """Whether nobody reads any more: `| head`."""
        self.why = ""
        """What else went wrong with it, as the system words it."""
        self._outer: Any = None
        self._streams = sys.stdout, sys.stderr

    def __enter__(self) -> None:
        nowhere = io.StringIO()  # where a shell has closed it
        for stream in self._streams:
            if isinstance(stream, io.TextIOWrapper):  # a terminal may know fewer characters than a report has
                stream.reconfigure(errors="backslashreplace")
        self._outer = self._streams[0] or nowhere
        sys.stdout = self
        sys.stderr = self._streams[1] or nowhere

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.flush()
        sys.stdout, sys.stderr = self._streams

    def write(self, text: str) -> int:
        """Write, if that has gone well so far."""
        return self._try(self._outer.write, text) or len(text)

    def flush(self) -> None:
        """Write what waits to be written."""
        self._try(self._outer.flush)

    def _try(self, act: Any, *what: Any) -> Any:
        if self.closed or self.why:
            return None
        try:
            return act(*what)
        except BrokenPipeError:
            self.closed = True
        except OSError as error:
            self.why = error.strerror or str(error)
        outside().run(
            self._drop_the_rest
        )  # it is written to in the midst of a process, which has no such files
        return None

    def _drop_the_rest(self) -> None:
        with contextlib.suppress(OSError, ValueError):  # Python writes what is left of it when it ends
            os.dup2(os.open(os.devnull, os.O_WRONLY), self._outer.fileno())

    def __getattr__(self, name: str) -> Any:
        return getattr(self._outer, name)
