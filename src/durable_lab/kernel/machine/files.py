"""What one process does with files: the functions of `os`, carried out on the disk of its run.

Links, pipes and devices are not modelled, owners and rights are not kept. Paths are those of Linux, wherever the
simulator runs.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import posixpath
import stat
import weakref
from typing import TYPE_CHECKING, Any

from durable_lab.kernel.machine.descriptors import EPOCH, NOWHERE, Descriptors, Named
from durable_lab.kernel.machine.listing import Entry, Listing
from durable_lab.kernel.outside.failures import failure

if TYPE_CHECKING:
    from durable_lab.kernel.machine.process import Process


class Files(Descriptors):
    """Functions of `os` that take paths, and those that take descriptors."""

    def __init__(self, process: Process) -> None:
        super().__init__(process)
        self._streams: dict[int, weakref.ref[io.IOBase]] = {}
        """What `open` gave and is still there, in the order of the calls."""
        self._opens = 0
        self._mask = 0o022

    def getcwd(self) -> str:
        """`os.getcwd`."""
        return self.folder

    def getcwdb(self) -> bytes:
        """`os.getcwdb`."""
        return os.fsencode(self.folder)

    def chdir(self, path: Any) -> None:
        """`os.chdir`."""
        where = self.absolute(path)
        if not self.disk.is_folder(where):
            raise failure(errno.ENOTDIR if self.disk.exists(where) else errno.ENOENT, path)
        self.folder = where

    def stat(self, path: Any, *, dir_fd: int | None = None, follow_symlinks: bool = True) -> os.stat_result:
        """`os.stat`."""
        if isinstance(path, int):
            return self.fstat(path)
        where = self.absolute(path, dir_fd)
        file = self.disk.file(where)
        if file is not None:
            return self.stat_of(file)
        if where == NOWHERE or self.disk.is_folder(where):
            return self.stat_of_folder(where)
        raise self.missing(where, path)

    def lstat(self, path: Any, *, dir_fd: int | None = None) -> os.stat_result:
        """`os.lstat`: there are no links."""
        return self.stat(path, dir_fd=dir_fd)

    def access(self, path: Any, mode: int, *, dir_fd: int | None = None, **_: Any) -> bool:
        """`os.access`: what is there may be used."""
        where = self.absolute(path, dir_fd)
        return where == NOWHERE or self.disk.exists(where)

    def listdir(self, path: Any = ".") -> list[Any]:
        """`os.listdir`."""
        names: list[Any] = self.disk.inside(self._need_folder("." if path is None else path))
        return [os.fsencode(name) for name in names] if isinstance(path, bytes) else names

    def scandir(self, path: Any = ".") -> Listing:
        """`os.scandir`."""
        given = "." if path is None else path
        where = self._need_folder(given)
        start = "" if isinstance(given, int) else os.fsdecode(given)
        entries = (
            Entry(self, name, posixpath.join(start, name), f"{where}/{name}")
            for name in self.disk.inside(where)
        )
        return Listing(list(entries))

    def _need_folder(self, path: Any) -> str:
        where = (self.handle(path).folder or NOWHERE) if isinstance(path, int) else self.absolute(path)
        if not self.disk.is_folder(where):
            raise failure(errno.ENOTDIR if self.disk.exists(where) else errno.ENOENT, path)
        return where

    def mkdir(self, path: Any, mode: int = 0o777, *, dir_fd: int | None = None) -> None:
        """`os.mkdir`."""
        with Named(path):
            self.disk.make_folder(self.process, self.absolute(path, dir_fd))

    def rmdir(self, path: Any, *, dir_fd: int | None = None) -> None:
        """`os.rmdir`."""
        with Named(path):
            self.disk.remove_folder(self.process, self.absolute(path, dir_fd))

    def unlink(self, path: Any, *, dir_fd: int | None = None) -> None:
        """`os.unlink`."""
        with Named(path):
            self.disk.remove(self.process, self.absolute(path, dir_fd))

    remove = unlink

    def rename(
        self, src: Any, dst: Any, *, src_dir_fd: int | None = None, dst_dir_fd: int | None = None
    ) -> None:
        """`os.rename`."""
        with Named(src, dst):
            self.disk.rename(self.process, self.absolute(src, src_dir_fd), self.absolute(dst, dst_dir_fd))

    replace = rename

    def truncate(self, path: Any, length: int) -> None:
        """`os.truncate`."""
        fd = path if isinstance(path, int) else self.open(path, os.O_RDWR)
        try:
            self.ftruncate(fd, length)
        finally:
            if fd is not path:
                self.close(fd)

    def chmod(self, path: Any, mode: int, *, dir_fd: int | None = None, **_: Any) -> None:
        """`os.chmod`: kept, and never asked for."""
        file = (
            self.handle(path).file if isinstance(path, int) else self.disk.file(self.absolute(path, dir_fd))
        )
        if file is not None:
            file.mode = stat.S_IMODE(mode)
        elif not isinstance(path, int):
            self.stat(path, dir_fd=dir_fd)

    fchmod = chmod

    def umask(self, mask: int) -> int:
        """`os.umask`: as little heeded as rights are."""
        before, self._mask = self._mask, mask
        return before

    def utime(
        self,
        path: Any,
        times: tuple[float, float] | None = None,
        *,
        ns: tuple[int, int] | None = None,
        dir_fd: int | None = None,
        **_: Any,
    ) -> None:
        """`os.utime`."""
        file = (
            self.handle(path).file if isinstance(path, int) else self.disk.file(self.absolute(path, dir_fd))
        )
        if file is None:
            self.stat(path, dir_fd=dir_fd)
            return
        moment = times[1] if times is not None else ns[1] / 1e9 if ns is not None else None
        file.changed = self.process.machine.loop.now if moment is None else moment - EPOCH

    def readlink(self, path: Any, *, dir_fd: int | None = None) -> str:
        """`os.readlink`: nothing is a link."""
        self.stat(path, dir_fd=dir_fd)
        raise failure(errno.EINVAL, path)

    def listxattr(self, path: Any = None, **_: Any) -> list[str]:
        """`os.listxattr`: there are none."""
        return []

    # -- the end ---------------------------------------------------------------------------------

    def keep(self, stream: io.IOBase) -> None:
        """Have a stream closed at the end of the process, if it is there then."""
        self._opens += 1
        place = self._opens
        self._streams[place] = weakref.ref(stream, lambda _: self._streams.pop(place, None))

    def close_all(self) -> None:
        """What the interpreter does at its end: flush and close what is open still."""
        for reference in list(self._streams.values()):
            stream = reference()
            if stream is not None:
                with contextlib.suppress(OSError, ValueError):  # as there: said to nobody
                    stream.close()


def files_of(process: Process) -> Files:
    """What a process does with files; made when it first does."""
    if process.files is None:
        process.files = Files(process)
    found: Files = process.files
    return found
