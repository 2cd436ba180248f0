"""`warnings` for a program: a warning is of the reader's line, whatever of ours lies between."""

from __future__ import annotations

import sys
import warnings
from types import FrameType
from typing import Any

from durable_lab.kernel.machine.loop import is_readers


def warn(message: Any, category: Any = None, stacklevel: int = 1, source: Any = None, **_: Any) -> None:
    """`warnings.warn`; `stacklevel` counts the frames of the reader's file."""
    if isinstance(message, Warning):
        category = type(message)
    frame: FrameType | None = sys._getframe(1)
    found = frame
    while frame is not None and stacklevel > 0:
        if is_readers(frame):
            found, stacklevel = frame, stacklevel - 1
        frame = frame.f_back
    assert found is not None
    warnings.warn_explicit(
        message,
        category or UserWarning,
        found.f_code.co_filename,
        found.f_lineno,
        module="__main__",
        registry=found.f_globals.setdefault("__warningregistry__", {}),
        source=source,
    )
