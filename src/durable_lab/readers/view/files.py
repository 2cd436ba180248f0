"""The disk of a run as rows: one a file, with the end of what is in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from durable_lab.kernel.events import FILE
from durable_lab.kernel.trace import Event
from durable_lab.picture import Signature
from durable_lab.readers.narration.wording import cut
from durable_lab.readers.view.board import Board
from durable_lab.readers.view.parts import VALUE, Part
from durable_lab.story import Story


class DiskRows(Part):
    """Files that the program has made or changed; of what lay there before it tells nothing."""

    def __init__(self, board: Board, story: Story, signature: Signature) -> None:
        super().__init__(board, story, signature)
        self.handlers = {FILE: self._file}
        self._content: dict[str, bytes] = {}
        """By path, in the order of the rows."""

    def _file(self, event: Event) -> None:
        if event.phase != "stored":
            return
        asked = self.story.request(event).payload
        before = list(self._content)
        changed = self._change(asked)
        store = str(asked["store"])
        if store not in self.board.state["stores"]:
            self.board.put([], "stores", store)
        for path in reversed(before):
            if path not in self._content:
                self.board.put(None, "stores", store, before.index(path))
        for path in changed:
            row = {"key": path, "value": _end(self._content[path]), "kind": "record"}
            self.board.put(row, "stores", store, list(self._content).index(path))

    def _change(self, asked: Mapping[str, Any]) -> list[str]:
        """Carry out what was asked for; the paths whose rows are to be shown."""
        path, size = str(asked["path"]), asked.get("size", 0)
        old = self._content.get(path, b"")
        match asked["operation"]:
            case "write":
                at = asked.get("at", 0)
                new = str(asked.get("value", "")).encode()[:size].ljust(size)
                self._content[path] = old[:at].ljust(at) + new + old[at + size :]
            case "truncate" | "create":
                self._content[path] = old[:size].ljust(size)
            case "mkdir":
                path += "/"
                self._content[path] = b""
            case "remove" | "rmdir":
                self._content.pop(path, None)
                self._content.pop(f"{path}/", None)
                return []
            case "rename":
                return self._rename(str(asked["source"]), path)
        return [path] if path in self._content else []

    def _rename(self, source: str, path: str) -> list[str]:
        moved = [name for name in self._content if name == source or name.startswith(f"{source}/")]
        names = {name: path + name[len(source) :] for name in moved}
        for name in moved:
            self._content[names[name]] = self._content.pop(name)
        return list(names.values())


def _end(content: bytes) -> str:
    text = " ".join(content.decode("utf-8", "replace").split())
    return cut(text, VALUE) if len(text) <= VALUE else "…" + text[1 - VALUE :]
