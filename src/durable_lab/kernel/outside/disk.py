"""The disk of a run: files and folders that outlive every process, and nothing else does.

Each run begins with a disk of its own, empty but for the program's text and the files that it is given. A file holds
bytes. What a process has written and not flushed is in its memory and dies with it; what the disk was told survives
`kill -9`, as what an operating system was told does. (A power failure is not modelled: `fsync` changes nothing.)

Whatever changes a file is one step, `sent` and `stored`, so that a crash may come before and after it.
"""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from durable_lab.kernel.machine.blocking import ProcessKilled, blocking
from durable_lab.kernel.machine.loop import OWNER
from durable_lab.kernel.outside.failures import failure
from durable_lab.kernel.trace import step_name

if TYPE_CHECKING:
    from durable_lab.kernel.machine.machine import Machine
    from durable_lab.kernel.machine.process import Process

T = TypeVar("T")

HOME = "/lab"
"""The folder in which a program starts."""

FOLDERS = ("/", HOME, "/tmp")
"""What there is from the beginning."""

DISK = "disk"
"""The name of the disk as a store: `down disk at … x 1` is a disk that is full."""

SHOWN = 2000
"""Characters of what is written that the trace keeps."""


class File:
    """What a name of the disk leads to. A process that has it open keeps it when it has lost its name."""

    __slots__ = ("changed", "data", "mode", "number", "path")

    def __init__(self, path: str | None, data: bytes, number: int, changed: float) -> None:
        self.path = path
        """Where it lies; None if it was removed: what is written to it then survives nothing."""
        self.data = bytearray(data)
        self.number = number
        """What tells it from any other file, for `os.stat`."""
        self.changed = changed
        """When it was last written, in virtual seconds."""
        self.mode = 0o644


class Disk:
    """Files by their absolute paths. Names of folders lead to None."""

    def __init__(self, machine: Machine, files: Mapping[str, bytes]) -> None:
        self._machine = machine
        self._names: dict[str, File | None] = dict.fromkeys(FOLDERS)
        self._made = 0
        for path, data in files.items():
            for at in [at for at, letter in enumerate(path) if letter == "/"]:
                self._names.setdefault(f"{HOME}/{path[:at]}", None)
            self._put(f"{HOME}/{path}", data)

    # -- what there is ---------------------------------------------------------------------------

    def exists(self, path: str) -> bool:
        """Whether there is a file or a folder of that name."""
        return path in self._names

    def file(self, path: str) -> File | None:
        """The file of that name; None if there is none, or a folder."""
        return self._names.get(path)

    def is_folder(self, path: str) -> bool:
        """Whether that name is a folder's."""
        return self._names.get(path, self) is None

    def inside(self, path: str) -> list[str]:
        """The names in a folder, in alphabetical order."""
        start = path.rstrip("/") + "/"
        return sorted(
            {name[len(start) :].partition("/")[0] for name in self._names if name.startswith(start)} - {""}
        )

    def content(self) -> Iterator[tuple[str, bytes | None, float]]:
        """Every name with its bytes and when they were written; a folder has none."""
        for path, file in self._names.items():
            yield (path, None, 0.0) if file is None else (path, bytes(file.data), file.changed)

    # -- changes ---------------------------------------------------------------------------------

    def create(self, process: Process, path: str, *, only_new: bool = False) -> File:
        """Make an empty file, unless somebody else has made one; `only_new`: that is an error."""

        def check() -> None:
            self._need_folder(path)
            if only_new and self.exists(path):
                raise failure(errno.EEXIST, path)

        return self._step(process, "create", path, check, lambda: self.file(path) or self._put(path))

    def truncate(self, process: Process, file: File, size: int) -> None:
        """Cut a file off, or make it longer by zeros."""

        def act() -> None:
            file.data[size:] = bytes(max(0, size - len(file.data)))
            self._touch(file)

        self._of_file(process, "truncate", file, act, size=size)

    def write(self, process: Process, file: File, at: int, data: bytes) -> None:
        """Put bytes where they belong, in one piece."""

        def act() -> None:
            gap = at - len(file.data)
            if gap > 0:
                file.data += bytes(gap)
            file.data[at : at + len(data)] = data
            self._touch(file)

        text = data.decode("utf-8", "backslashreplace")[:SHOWN]
        self._of_file(process, "write", file, act, at=at, size=len(data), value=text)

    def sync(self, process: Process, path: str) -> None:
        """What was written lies on the disk already: a step that changes nothing."""
        self._step(process, "sync", path, _nothing, _nothing)

    def rename(self, process: Process, source: str, path: str) -> None:
        """Give a file or a folder another name, in place of whatever had that, at once."""

        def check() -> None:
            found = self._need(source, path)
            self._need_folder(path)
            if found is not None and self.is_folder(path):
                raise failure(errno.EISDIR, source, path)
            if found is None:
                self._check_folder(source, path)

        if path == source:
            check()
        else:
            self._step(process, "rename", path, check, lambda: self._move(source, path), source=shown(source))

    def _check_folder(self, source: str, path: str) -> None:
        """Whether a folder can have that name."""
        if self.file(path) is not None:
            raise failure(errno.ENOTDIR, source, path)
        if path.startswith(source + "/"):
            raise failure(errno.EINVAL, source, path)
        if path != source and self.inside(path):
            raise failure(errno.ENOTEMPTY, source, path)

    def remove(self, process: Process, path: str) -> None:
        """Take a file its name."""

        def check() -> None:
            if self._need(path) is None:
                raise failure(errno.EISDIR, path)

        self._step(process, "remove", path, check, lambda: self._drop(path))

    def make_folder(self, process: Process, path: str) -> None:
        """Make a folder."""

        def check() -> None:
            if self.exists(path):
                raise failure(errno.EEXIST, path)
            self._need_folder(path)

        self._step(process, "mkdir", path, check, lambda: self._names.update({path: None}))

    def remove_folder(self, process: Process, path: str) -> None:
        """Remove a folder that is empty."""

        def check() -> None:
            if self._need(path) is not None:
                raise failure(errno.ENOTDIR, path)
            if self.inside(path):
                raise failure(errno.ENOTEMPTY, path)

        self._step(process, "rmdir", path, check, lambda: self._names.pop(path))

    # -- parts -----------------------------------------------------------------------------------

    def _of_file(
        self, process: Process, operation: str, file: File, act: Callable[[], T], **payload: Any
    ) -> None:
        """A step of a file that is open. One that has lost its name outlives nothing: nothing to tell."""
        if file.path is None:
            act()
        else:
            self._step(process, operation, file.path, _nothing, act, **payload)

    def _step(
        self,
        process: Process,
        operation: str,
        path: str,
        check: Callable[[], None],
        act: Callable[[], T],
        **payload: Any,
    ) -> T:
        """One step: it is about to happen; it has happened. `check` says whether it can.

        It takes no time, and the code that asked for it is not suspended: most of it is the standard library's and
        could not be. A crash strikes right here, by an exception that ends whatever runs.

        Raises:
            OSError: it can't happen, or the disk is full, by a fault.
            ProcessKilled: a crash has struck.
        """
        live(process)
        check()
        machine, name = self._machine, step_name(shown(path))
        n = machine.number("file", name)
        sent = {"operation": operation, "path": shown(path), "store": DISK, **payload}
        machine.emit(process, "", "file", name, n, "sent", **sent)
        live(process)
        try:
            self._need_room()
            check()  # others may have been there first, if it was paused meanwhile
            result = act()
        except OSError:
            machine.emit(process, "", "file", name, n, "refused", store=DISK)
            live(process)
            raise
        machine.emit(process, "", "file", name, n, "stored", store=DISK)
        live(process)
        return result

    def _need_room(self) -> None:
        store = self._machine.stores.get(DISK)
        if store is not None and store.refuses():
            raise failure(errno.ENOSPC)

    def _need(self, path: str, *more: str) -> File | None:
        if path not in self._names:
            raise failure(errno.ENOENT, path, *more)
        return self._names[path]

    def _need_folder(self, path: str) -> None:
        """Make sure that the folder of a name is there."""
        folder = path.rpartition("/")[0] or "/"
        if not self.is_folder(folder):
            raise failure(errno.ENOTDIR if self.exists(folder) else errno.ENOENT, path)

    def _put(self, path: str, data: bytes = b"") -> File:
        self._made += 1
        file = self._names[path] = File(path, data, self._made, self._machine.loop.now)
        return file

    def _touch(self, file: File) -> None:
        file.changed = self._machine.loop.now

    def _drop(self, path: str) -> None:
        file = self._names.pop(path)
        if file is not None:
            file.path = None

    def _move(self, source: str, path: str) -> None:
        if self.exists(path):
            self._drop(path)
        for name in [name for name in self._names if name == source or name.startswith(source + "/")]:
            file = self._names.pop(name)
            self._names[path + name[len(source) :]] = file
            if file is not None:
                file.path = path + name[len(source) :]


def _nothing() -> None:
    pass


def live(process: Process) -> None:
    """Go on only if the process still lives.

    Raises:
        ProcessKilled: it is dead, or the run was cut off.
    """
    if process.machine.cut_off:
        process.die()
    if not process.alive:
        raise ProcessKilled
    if not process.runs and OWNER.get() is process and asyncio.current_task(process.machine.loop) is None:
        _thawed(process)


@blocking
async def _thawed(process: Process) -> None:
    """Wait for the end of a pause. (A task can't wait in the midst of plain code: it goes on to where it next does.)"""
    await process.thawed()


def shown(path: str) -> str:
    """A path as the trace names it: as the program would, in the folder where it starts."""
    return path.removeprefix(f"{HOME}/")
