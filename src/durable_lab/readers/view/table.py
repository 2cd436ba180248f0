"""A store of records as rows: one a key, in the order in which the keys first came."""

from __future__ import annotations

from durable_lab.readers.narration.wording import cut
from durable_lab.readers.view.board import Board
from durable_lab.readers.view.parts import VALUE


class Table:
    """The rows of every store of records."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._rows: dict[tuple[str, str], int] = {}
        """By store and key: the row."""

    def put(self, store: str, key: str, value: object) -> None:
        """Write a record, in place of the one under that key."""
        if store not in self._board.state["stores"]:
            self._board.put([], "stores", store)
        at = self._rows.setdefault((store, key), len(self._board.state["stores"][store]))
        self._board.put({"key": key, "value": cut(value, VALUE), "kind": "record"}, "stores", store, at)
