"""Errors of the operating system, which say the same wherever the simulator runs: a trace may hold what one says.

The page's Python numbers them otherwise than Linux does. A program compares `errno` with the constants of its Python,
so that keeps its number; what the error says has Linux's.
"""

from __future__ import annotations

import errno
import functools
import os
from typing import Any

_LINUX = {
    errno.ENOENT: 2,
    errno.EBADF: 9,
    errno.EEXIST: 17,
    errno.ENOTDIR: 20,
    errno.EISDIR: 21,
    errno.EINVAL: 22,
    errno.ENOSPC: 28,
    errno.ENOTEMPTY: 39,
}
"""The number of Linux, by that of this Python."""


def number_shown(number: int) -> int:
    """The number of an error as it is said."""
    return _LINUX.get(number, number)


def failure(number: int, *paths: Any) -> OSError:
    """An error about no file in particular, about one, or about two."""
    names = [os.fspath(path) if isinstance(path, os.PathLike) else path for path in paths]
    given = (*names[:1], *(None for _ in names[1:]), *names[1:])
    error = OSError(number, os.strerror(number), *given)
    if number_shown(number) == number:
        return error
    kind: Any = type(error)
    said: OSError = _saying(kind)(number_shown(number), os.strerror(number), *given)
    said.errno = number
    return said


@functools.cache
def _saying(kind: Any) -> Any:
    """A kind of error that says Linux's number and is called as its like."""

    def said(error: OSError) -> str:
        number = error.errno or 0
        return str(kind.__str__(error)).replace(f"[Errno {number}]", f"[Errno {number_shown(number)}]", 1)

    return type(kind.__name__, (kind,), {"__str__": said, "__module__": kind.__module__})
