"""What `os.scandir` gives of a folder on the disk of a run."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from durable_lab.kernel.machine.files import Files


class Listing:
    """What `os.scandir` gives."""

    def __init__(self, entries: list[Entry]) -> None:
        self._entries = iter(entries)

    def __iter__(self) -> Iterator[Entry]:
        return self

    def __next__(self) -> Entry:
        return next(self._entries)

    def __enter__(self) -> Listing:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """`scandir.close`."""
        self._entries = iter(())


class Entry:
    """A name in a folder: an `os.DirEntry`."""

    def __init__(self, files: Files, name: str, path: str, where: str) -> None:
        self.name = name
        self.path = path
        self._files = files
        self._where = where

    def __fspath__(self) -> str:
        return self.path

    def __repr__(self) -> str:
        return f"<DirEntry {self.name!r}>"

    def stat(self, *, follow_symlinks: bool = True) -> os.stat_result:
        """`DirEntry.stat`."""
        return self._files.stat(self._where)

    def inode(self) -> int:
        """`DirEntry.inode`."""
        return self.stat().st_ino

    def is_dir(self, *, follow_symlinks: bool = True) -> bool:
        """`DirEntry.is_dir`."""
        return self._files.disk.is_folder(self._where)

    def is_file(self, *, follow_symlinks: bool = True) -> bool:
        """`DirEntry.is_file`."""
        return self._files.disk.file(self._where) is not None

    def is_symlink(self) -> bool:
        """`DirEntry.is_symlink`: there are no links."""
        return False

    def is_junction(self) -> bool:
        """`DirEntry.is_junction`: there are none either."""
        return False
