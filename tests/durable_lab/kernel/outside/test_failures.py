"""Errors of the operating system: what they say does not depend on where the simulator runs."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from durable_lab.kernel.outside import failures


def test_an_error_is_pythons_own() -> None:
    error = failures.failure(errno.ENOENT, Path("a"), "b")
    assert type(error) is FileNotFoundError
    assert str(error) == "[Errno 2] No such file or directory: 'a' -> 'b'"
    assert (error.errno, error.filename, error.filename2) == (errno.ENOENT, "a", "b")
    assert str(failures.failure(errno.EBADF)) == "[Errno 9] Bad file descriptor"


@pytest.mark.parametrize(
    ("number", "kind", "says"),
    [
        (errno.ENOENT, FileNotFoundError, "[Errno 444] No such file or directory: 'a'"),
        (errno.ENOTEMPTY, OSError, "[Errno 555] Directory not empty: 'a'"),
    ],
)
def test_where_numbers_differ_the_one_of_linux_is_said(
    number: int, kind: type[OSError], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if this Python's numbers were not those of Linux, whose would be these."""
    monkeypatch.setattr(failures, "_LINUX", {errno.ENOENT: 444, errno.ENOTEMPTY: 555})
    error = failures.failure(number, "a")
    assert isinstance(error, kind) and type(error).__name__ == kind.__name__
    assert str(error) == says
    assert error.errno == number, "what a program compares with is this Python's"
