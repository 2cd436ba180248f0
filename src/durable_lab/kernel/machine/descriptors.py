"""The descriptors of one process: its open files and folders, and the functions of `os` that take one.

They are its own and die with it; what they lead to is on the disk of its run.
"""

from __future__ import annotations

import errno
import os
import posixpath
import stat
from typing import TYPE_CHECKING, Any

from durable_lab.kernel.outside.disk import HOME, Disk, File, shown
from durable_lab.kernel.outside.failures import failure, number_shown
from durable_lab.kernel.trace import step_name
from durable_lab.words.messages import LabError

if TYPE_CHECKING:
    from durable_lab.kernel.machine.process import Process

FIRST_DESCRIPTOR = 100_000
"""Far from the descriptors of the real process: what is handed to a function that knows nothing of the disk fails."""

NOWHERE = "/dev/null"

_ACCESS = os.O_RDONLY | os.O_WRONLY | os.O_RDWR
_TEMPORARY = getattr(os, "O_TMPFILE", 0) & ~getattr(os, "O_DIRECTORY", 0)

EPOCH = 1767225600.0
"""Virtual second 0 as a Unix time (`stdlib.EPOCH`)."""


class NotOnDisk(LabError, FileNotFoundError):
    """A file that lies beside the program and was not given to the run."""

    def __init__(self, path: str) -> None:
        why, number = os.strerror(errno.ENOENT), errno.ENOENT
        super().__init__("not-on-disk", path=path, why=why, number=number_shown(number))
        self.errno, self.strerror, self.filename = number, why, path

    def __str__(self) -> str:
        return self.text("en")


NotOnDisk.__name__ = NotOnDisk.__qualname__ = FileNotFoundError.__name__  # a program need know no other
NotOnDisk.__module__ = FileNotFoundError.__module__


class Handle:
    """An open file or folder, and where in it the next byte is read or written."""

    __slots__ = ("at", "file", "flags", "folder")

    def __init__(self, file: File | None, flags: int, folder: str | None = None) -> None:
        self.file = file
        """None for a folder, and for what leads nowhere."""
        self.flags = flags
        self.folder = folder
        """The path of a folder."""
        self.at = 0

    @property
    def readable(self) -> bool:
        """Whether it was opened for reading."""
        return self.flags & _ACCESS in (os.O_RDONLY, os.O_RDWR)

    @property
    def writable(self) -> bool:
        """Whether it was opened for writing."""
        return self.flags & _ACCESS in (os.O_WRONLY, os.O_RDWR)


class Descriptors:
    """Functions of `os`, by their names and with their arguments, for one process."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.disk: Disk = process.machine.disk
        self.folder = HOME
        """The working directory."""
        self._handles: dict[int, Handle] = {}
        self._next = FIRST_DESCRIPTOR

    def absolute(self, path: Any, dir_fd: int | None = None) -> str:
        """The one name of what a path of the program means."""
        text = os.fsdecode(path)
        if not text:
            raise failure(errno.ENOENT, path)
        if "\0" in text:
            raise ValueError("embedded null byte")
        if os.name == "nt":
            text = os.path.splitdrive(text)[1].replace("\\", "/")
        start = self.folder if dir_fd is None else self.handle(dir_fd).folder
        return posixpath.normpath("/" + posixpath.join(start or HOME, text).lstrip("/"))

    def open(self, path: Any, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        """`os.open`."""
        return self._describe(self._opened(path, flags, dir_fd))

    def _opened(self, path: Any, flags: int, dir_fd: int | None) -> Handle:
        where = self.absolute(path, dir_fd)
        if where == NOWHERE:
            return Handle(None, flags)
        if self.disk.is_folder(where):
            return self._open_folder(where, path, flags)
        file = self.disk.file(where)
        if file is None:
            if not flags & os.O_CREAT:
                raise self.missing(where, path)
            with Named(path):
                file = self.disk.create(self.process, where, only_new=bool(flags & os.O_EXCL))
        elif flags & os.O_CREAT and flags & os.O_EXCL:
            raise failure(errno.EEXIST, path)
        handle = Handle(file, flags)
        if flags & os.O_TRUNC and handle.writable and file.data:
            self.disk.truncate(self.process, file, 0)
        elif handle.readable and not flags & os.O_CREAT:
            self._reads(where)
        return handle

    def _open_folder(self, where: str, path: Any, flags: int) -> Handle:
        if _TEMPORARY and flags & _TEMPORARY == _TEMPORARY:
            raise failure(errno.EOPNOTSUPP, path)  # whoever asks makes a file with a name, and removes that
        handle = Handle(None, flags, where)
        if handle.writable or flags & os.O_CREAT:
            raise failure(errno.EISDIR, path)
        return handle

    def _reads(self, where: str) -> None:
        """Say in the trace that a file is opened to be read. No step: it changes nothing."""
        machine, name = self.process.machine, step_name(shown(where))
        machine.emit(self.process, "", "read", name, machine.number("read", name), "read", what="file")

    def missing(self, where: str, path: Any) -> OSError:
        if self.disk.file(posixpath.dirname(where)) is not None:
            return failure(errno.ENOTDIR, path)
        name = shown(where)
        return NotOnDisk(name) if self.process.machine.beside(name) else failure(errno.ENOENT, path)

    def _describe(self, handle: Handle) -> int:
        self._next += 1
        self._handles[self._next] = handle
        return self._next

    def handle(self, fd: int) -> Handle:
        """What a descriptor stands for.

        Raises:
            OSError: nothing.
        """
        try:
            return self._handles[fd]
        except KeyError:
            raise failure(errno.EBADF) from None

    def _file(self, fd: int) -> File | None:
        handle = self.handle(fd)
        if handle.folder is not None:
            raise failure(errno.EISDIR)
        return handle.file

    def close(self, fd: int) -> None:
        """`os.close`."""
        self.handle(fd)
        del self._handles[fd]

    def closerange(self, fd_low: int, fd_high: int) -> None:
        """`os.closerange`."""
        for fd in [fd for fd in self._handles if fd_low <= fd < fd_high]:
            del self._handles[fd]

    def read(self, fd: int, n: int) -> bytes:
        """`os.read`."""
        handle = self.handle(fd)
        data = self.pread(fd, n, handle.at)
        handle.at += len(data)
        return data

    def pread(self, fd: int, n: int, offset: int) -> bytes:
        """`os.pread`."""
        file = self._file(fd)
        if not self.handle(fd).readable:
            raise failure(errno.EBADF)
        return b"" if file is None else bytes(file.data[offset : offset + n])

    def write(self, fd: int, data: Any) -> int:
        """`os.write`."""
        text = bytes(data)
        if fd in (1, 2) and fd not in self._handles:
            self.process.printed(text.decode("utf-8", "backslashreplace") if fd == 1 else "")
            return len(text)
        handle = self.handle(fd)
        file = self._file(fd)
        at = len(file.data) if file is not None and handle.flags & os.O_APPEND else handle.at
        self.pwrite(fd, text, at)
        handle.at = at + len(text)
        return len(text)

    def pwrite(self, fd: int, data: Any, offset: int) -> int:
        """`os.pwrite`."""
        file, text = self._file(fd), bytes(data)
        if not self.handle(fd).writable:
            raise failure(errno.EBADF)
        if file is not None and text:
            self.disk.write(self.process, file, offset, text)
        return len(text)

    def lseek(self, fd: int, position: int, whence: int = os.SEEK_SET) -> int:
        """`os.lseek`."""
        handle = self.handle(fd)
        size = 0 if handle.file is None else len(handle.file.data)
        start = {os.SEEK_SET: 0, os.SEEK_CUR: handle.at, os.SEEK_END: size}.get(whence)
        if start is None or start + position < 0:
            raise failure(errno.EINVAL)
        handle.at = start + position
        return handle.at

    def ftruncate(self, fd: int, length: int) -> None:
        """`os.ftruncate`."""
        file = self._file(fd)
        if not self.handle(fd).writable:
            raise failure(errno.EINVAL)
        if file is not None and len(file.data) != length:
            self.disk.truncate(self.process, file, length)

    def fsync(self, fd: Any) -> None:
        """`os.fsync`."""
        handle = self.handle(fd if isinstance(fd, int) else fd.fileno())
        path = handle.folder if handle.file is None else handle.file.path
        if path is not None:
            self.disk.sync(self.process, path)

    fdatasync = fsync

    def fstat(self, fd: int) -> os.stat_result:
        """`os.fstat`."""
        handle = self.handle(fd)
        return (
            self.stat_of(handle.file)
            if handle.file is not None
            else self.stat_of_folder(handle.folder or "/")
        )

    def dup(self, fd: int) -> int:
        """`os.dup`."""
        return self._describe(self.handle(fd))

    def isatty(self, fd: int) -> bool:
        """`os.isatty`: nothing is a terminal here."""
        return False

    def sendfile(self, out_fd: int, in_fd: int, offset: int | None, count: int, **_: Any) -> int:
        """`os.sendfile`."""
        data = self.read(in_fd, count) if offset is None else self.pread(in_fd, count, offset)
        return self.write(out_fd, data)

    def copy_file_range(
        self,
        src: int,
        dst: int,
        count: int,
        offset_src: int | None = None,
        offset_dst: int | None = None,
    ) -> int:
        """`os.copy_file_range`."""
        data = self.read(src, count) if offset_src is None else self.pread(src, count, offset_src)
        return self.write(dst, data) if offset_dst is None else self.pwrite(dst, data, offset_dst)

    def set_inheritable(self, fd: int, inheritable: bool) -> None:
        """`os.set_inheritable`: nobody inherits anything."""
        self.handle(fd)

    def stat_of(self, file: File) -> os.stat_result:
        return _stat(stat.S_IFREG | file.mode, file.number, len(file.data), EPOCH + file.changed)

    def stat_of_folder(self, path: str) -> os.stat_result:
        if path == NOWHERE:
            return _stat(stat.S_IFCHR | 0o666, 1, 0, EPOCH)
        return _stat(stat.S_IFDIR | 0o755, 2, 0, EPOCH)


class Named:
    """Errors name a path as the program has given it."""

    def __init__(self, *paths: Any) -> None:
        self._paths = paths

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, where: object) -> None:
        if isinstance(error, OSError) and not isinstance(error, LabError):
            error.filename = os.fspath(self._paths[0])
            if len(self._paths) > 1:
                error.filename2 = os.fspath(self._paths[1])


def _stat(mode: int, number: int, size: int, changed: float) -> os.stat_result:
    whole, exact = int(changed), int(changed * 1e9)
    named = {f"st_{when}time": changed for when in "amc"} | {f"st_{when}time_ns": exact for when in "amc"}
    return os.stat_result((mode, number, 1, 1, 0, 0, size, whole, whole, whole), named)
