"""The folder that a program lies in: where Python would look for the modules that it imports, and for its data."""

from __future__ import annotations

import sys
from pathlib import Path

from durable_lab.kernel.machine.loop import outside
from durable_lab.kernel.machine.program import Text


class Folder:
    """A folder of the real disk. It is only read, and only by the simulator."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def module(self, name: str) -> Text | None:
        """The text of a module, by its full name; None if there is none."""
        found: Text | None = outside().run(self._module, name)  # on the real disk, whoever asks
        return found

    def has(self, name: str) -> bool:
        """Whether there is a file of that name, which a path of a program's may be."""
        return bool(outside().run((self._path / name.lstrip("/")).is_file))

    def _module(self, name: str) -> Text | None:
        parts = name.split(".")
        if not all(part.isidentifier() for part in parts):
            return None
        place = self._path.joinpath(*parts)
        for path, is_package in ((place / "__init__.py", True), (place.with_suffix(".py"), False)):
            if path.is_file():
                return Text(path.read_text(encoding="utf-8"), self._shown(path), is_package)
        if parts[0] not in sys.stdlib_module_names and place.is_dir() and any(place.glob("*.py")):
            return Text("", self._shown(place), True)  # a package without a file of its own
        return None

    def _shown(self, path: Path) -> str:
        return path.relative_to(self._path).as_posix()
