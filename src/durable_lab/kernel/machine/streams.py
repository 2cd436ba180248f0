"""What `open` gives a program: Python's own buffers and text layers over a file of the run's disk.

So a file behaves to the byte as Python says: what is written waits in a buffer of the process until that is full, or
flushed, or the file is closed, and dies with the process. Each time the buffer is written out is one step of the disk.
"""

from __future__ import annotations

import errno
import io
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from durable_lab.kernel.outside.disk import live
from durable_lab.kernel.outside.failures import failure

if TYPE_CHECKING:
    from durable_lab.kernel.machine.files import Files

BUFFER = 8192
"""Bytes that a process keeps before it writes them out: what Python takes on a file system without a say."""

_FLAGS = {
    "r": os.O_RDONLY,
    "w": os.O_WRONLY | os.O_CREAT | os.O_TRUNC,
    "x": os.O_WRONLY | os.O_CREAT | os.O_EXCL,
    "a": os.O_WRONLY | os.O_CREAT | os.O_APPEND,
}
_SHOWN_MODES = {
    "r": "rb",
    "w": "wb",
    "x": "xb",
    "a": "ab",
    "r+": "rb+",
    "w+": "rb+",
    "x+": "xb+",
    "a+": "ab+",
}


class DiskFile(io.RawIOBase):
    """A file of the disk without a buffer: an `io.FileIO`."""

    def __init__(
        self,
        files: Files,
        file: Any,
        mode: str = "r",
        closefd: bool = True,
        opener: Callable[[Any, int], int] | None = None,
    ) -> None:
        """The arguments are those of `io.FileIO`, and whose files they are."""
        letters = mode.replace("b", "")
        kind = letters.replace("+", "")
        if kind not in _FLAGS or letters.count("+") > 1:
            raise ValueError(
                f"Must have exactly one of create/read/write/append mode and at most one plus: {mode}"
            )
        flags = _FLAGS[kind]
        if "+" in letters:
            flags = flags & ~(os.O_RDONLY | os.O_WRONLY) | os.O_RDWR
        self._files = files
        self._closefd = closefd
        self._fd = self._opened(file, flags, opener)
        self.name = file
        self.mode = _SHOWN_MODES[kind + "+" * ("+" in letters)]
        self._handle = files.handle(self._fd)
        if self._handle.folder is not None:
            raise failure(errno.EISDIR, file)
        if kind == "a":
            self.seek(0, os.SEEK_END)

    def _opened(self, file: Any, flags: int, opener: Callable[[Any, int], int] | None) -> int:
        if isinstance(file, int):
            return file
        if not self._closefd:
            raise ValueError("Cannot use closefd=False with file name")
        return self._files.open(file, flags, 0o666) if opener is None else opener(file, flags)

    def readable(self) -> bool:
        """Whether it was opened for reading."""
        self._need_open()
        return self._handle.readable

    def writable(self) -> bool:
        """Whether it was opened for writing."""
        self._need_open()
        return self._handle.writable

    def seekable(self) -> bool:
        """Always."""
        self._need_open()
        return True

    def readinto(self, buffer: Any) -> int:
        """`FileIO.readinto`."""
        self._need(self._handle.readable, "reading")
        data = self._files.read(self._fd, len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def write(self, data: Any) -> int:
        """`FileIO.write`. Of a dead process, whose buffers Python writes out as it lets go of them, it does nothing."""
        self._need(self._handle.writable, "writing")
        text = bytes(data)
        if self._files.process.alive:
            self._files.write(self._fd, text)
        return len(text)

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """`FileIO.seek`."""
        self._need_open()
        return self._files.lseek(self._fd, offset, whence)

    def tell(self) -> int:
        """`FileIO.tell`."""
        self._need_open()
        return self._handle.at

    def truncate(self, size: int | None = None) -> int:
        """`FileIO.truncate`."""
        self._need(self._handle.writable, "writing")
        length = self._handle.at if size is None else size
        self._files.ftruncate(self._fd, length)
        return length

    def fileno(self) -> int:
        """The descriptor, for `os.fsync` and the like."""
        self._need_open()
        return self._fd

    def isatty(self) -> bool:
        """Never."""
        self._need_open()
        return False

    @property
    def closefd(self) -> bool:
        """Whether to close it closes its descriptor."""
        return self._closefd

    def close(self) -> None:
        """`FileIO.close`."""
        if self.closed:
            return
        try:
            super().close()
        finally:
            if self._closefd and hasattr(self, "_handle"):
                self._files.closerange(self._fd, self._fd + 1)

    def __repr__(self) -> str:
        state = (
            "[closed]" if self.closed else f"name={self.name!r} mode={self.mode!r} closefd={self._closefd}"
        )
        return f"<_io.FileIO {state}>"

    def _need_open(self) -> None:
        if self.closed:
            raise ValueError("I/O operation on closed file.")

    def _need(self, may: bool, what: str) -> None:
        self._need_open()
        if not may:
            raise io.UnsupportedOperation(f"File not open for {what}")


def open_stream(
    files: Files,
    file: Any,
    mode: str = "r",
    buffering: int = -1,
    encoding: str | None = None,
    errors: str | None = None,
    newline: str | None = None,
    closefd: bool = True,
    opener: Callable[[Any, int], int] | None = None,
) -> Any:
    """`open`. Text is UTF-8 where no encoding is named."""
    live(files.process)
    path = file if isinstance(file, int) else os.fspath(file)
    binary = _checked(mode, buffering, encoding, errors, newline)
    raw = DiskFile(
        files, path, "".join(sorted(mode.replace("t", "").replace("b", ""), reverse=True)), closefd, opener
    )
    try:
        stream = _layered(raw, mode, binary, buffering, encoding, errors, newline)
    except BaseException:
        raw.close()
        raise
    files.keep(stream)
    return stream


def _checked(mode: str, buffering: int, *text_only: str | None) -> bool:
    """Whether a mode is of bytes; what can't go together is refused in Python's words."""
    letters, binary, text = set(mode), "b" in mode, "t" in mode
    if letters - set("axrwb+t") or len(mode) > len(letters):
        raise ValueError(f"invalid mode: {mode!r}")
    if text and binary:
        raise ValueError("can't have text and binary mode at once")
    if len(letters & set("axrw")) != 1:
        raise ValueError("must have exactly one of create/read/write/append mode")
    for name, given in zip(("an encoding", "an errors", "a newline"), text_only, strict=True):
        if binary and given is not None:
            raise ValueError(f"binary mode doesn't take {name} argument")
    if buffering == 0 and not binary:
        raise ValueError("can't have unbuffered text I/O")
    return binary


def _layered(
    raw: DiskFile,
    mode: str,
    binary: bool,
    buffering: int,
    encoding: str | None,
    errors: str | None,
    newline: str | None,
) -> Any:
    if buffering == 0:
        return raw
    size = buffering if buffering > 1 else BUFFER
    buffer: Any = (
        io.BufferedRandom(raw, size)
        if "+" in mode
        else io.BufferedReader(raw, size)
        if "r" in mode
        else io.BufferedWriter(raw, size)
    )
    if binary:
        return buffer
    text: Any = io.TextIOWrapper(buffer, encoding or "utf-8", errors, newline, buffering == 1)
    text.mode = mode
    return text
