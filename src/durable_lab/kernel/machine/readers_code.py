"""Which code is the reader's: frames and errors that went through their file, told from ours and from Python's own."""

from __future__ import annotations

from collections.abc import Iterator
from opcode import opmap
from types import FrameType


def is_readers(frame: FrameType) -> bool:
    """Whether a frame is of a reader's file."""
    return "__run_name__" in frame.f_globals


def readers_frames(frame: FrameType | None) -> Iterator[FrameType]:
    """The reader's frames among a frame and those that called it, the innermost first."""
    while frame is not None:
        if is_readers(frame):
            yield frame
        frame = frame.f_back


def passed_through_program(error: BaseException) -> bool:
    """Whether an error was raised in the reader's file, or in what it called."""
    trace = error.__traceback__
    while trace is not None and not is_readers(trace.tb_frame):
        trace = trace.tb_next
    return trace is not None


def raised_in_program(error: BaseException) -> bool:
    """Whether a `raise` of the reader's own file raised it, and not someone at the keyboard."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None or not is_readers(trace.tb_frame):
        return False
    return trace.tb_frame.f_code.co_code[trace.tb_lasti] == _RAISE


_RAISE = opmap["RAISE_VARARGS"]
