"""`warnings` for a program: a warning is of the reader's line, whatever of ours lies between."""

from __future__ import annotations

import sys
import warnings
from itertools import islice
from typing import Any

from durable_lab.kernel.machine.readers_code import readers_frames


def warn(message: Any, category: Any = None, stacklevel: int = 1, source: Any = None, **_: Any) -> None:
    """`warnings.warn`; `stacklevel` counts the frames of the reader's file."""
    if isinstance(message, Warning):
        category = type(message)
    caller = sys._getframe(1)
    found = [caller, *islice(readers_frames(caller), max(stacklevel, 0))][-1]
    warnings.warn_explicit(
        message,
        category or UserWarning,
        found.f_code.co_filename,
        found.f_lineno,
        module="__main__",
        registry=found.f_globals.setdefault("__warningregistry__", {}),
        source=source,
    )
