"""What is not modelled is refused where a program uses it, and the run ends there: no `try` goes on after it.

A program that catches the error, or an engine that tries again, would otherwise make a failure of the program out of
what the simulator lacks.
"""

from __future__ import annotations

import sys

from durable_lab.kernel.machine.loop import OWNER
from durable_lab.kernel.machine.readers_code import readers_frames
from durable_lab.words.messages import Refusal


def refusal(code: str, /, **fields: object) -> Refusal:
    """The error to raise. The run in which the calling code runs, if any, is over.

    Raises:
        ProcessKilled: it was over before, and its code went on: a program is refused once.
    """
    error = Refusal(code, **fields)
    frame = next(readers_frames(sys._getframe(1)), None)
    error.place = None if frame is None else (frame.f_code.co_filename, frame.f_lineno)
    owner = OWNER.get()
    if owner is not None:
        owner.refuse(error)
    return error
