"""Errors of a program, told as Python tells them: the reader's own lines, causes and groups; none of ours."""

from __future__ import annotations

import re
from collections.abc import Callable, Container
from traceback import FrameSummary, StackSummary, TracebackException

from durable_lab.kernel.outside.store import PROGRAM_MODULE


def readers_traceback(error: BaseException, filename: str, others: Container[str] = ()) -> str:
    """The traceback with only the frames of the reader's own files; as Python words it.

    `others` are files beside the one of that name. Other versions of the file are its own too: `agent.py (v2)`.
    """
    told = TracebackException.from_exception(error)
    version = f"{filename} ("
    _keep_readers(told, lambda name: name == filename or name in others or name.startswith(version))
    return _OWN_MODULE.sub("", "".join(told.format())).rstrip()


def readers_line(error: BaseException, filename: str) -> int | None:
    """The line of the reader's file at which it went wrong: the innermost, or where the syntax ends; else None."""
    if isinstance(error, SyntaxError) and error.filename == filename:
        return error.lineno
    frames = TracebackException.from_exception(error, lookup_lines=False).stack
    return next((frame.lineno for frame in reversed(frames) if frame.filename == filename), None)


_OWN_MODULE = re.compile(rf"(?<=^){PROGRAM_MODULE}\.(?=\w)|(?<=\| ){PROGRAM_MODULE}\.(?=\w)", re.MULTILINE)
"""Before the name of an exception of the file's own: Python says no module there, for it is `__main__`."""


def _keep_readers(told: TracebackException, own: Callable[[str], bool]) -> None:
    """Leave the reader's frames, in the error and in what is told with it: its causes, and what its group holds.

    A cause that was raised in our own code only is left out; one that was never raised (an engine brought it over its
    wire) is not.
    """
    todo = [told]
    while todo:
        one = todo.pop()
        if one.__cause__ is not None and not _is_told(one.__cause__, own):
            one.__cause__, one.__suppress_context__ = None, True
        if one.__context__ is not None and not _of_reader(one.__context__.stack, own):
            one.__context__ = None
        frames = [FrameSummary(f.filename, f.lineno, f.name, line=f.line) for f in _of_reader(one.stack, own)]
        one.stack = StackSummary.from_list(frames) if frames else None  # type: ignore[assignment]
        todo += [other for other in (one.__cause__, one.__context__, *(one.exceptions or ())) if other]


def _is_told(cause: TracebackException, own: Callable[[str], bool]) -> bool:
    return not cause.stack or bool(_of_reader(cause.stack, own))


def _of_reader(stack: StackSummary, own: Callable[[str], bool]) -> list[FrameSummary]:
    """The frames of the reader's file. They are shown without marks: in a rewritten file columns say little."""
    return [f for f in stack or () if own(f.filename)]
