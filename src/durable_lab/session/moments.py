"""The states of a view: its patches, applied one event after the other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import cast

from durable_lab.readers.view.board import Board, apply
from durable_lab.readers.view.schema import State, View


def moments(drawn: View) -> Iterator[State]:
    """The state before the first event, then after each: the same object every time."""
    board = Board(drawn["start"])
    yield cast("State", board.state)
    for patches in drawn["patches"]:
        for path, value in patches:
            apply(board.state, path, value)
        yield cast("State", board.state)


def state_at(drawn: View, at: int) -> State:
    """The state when so many events have happened, or all."""
    return next(islice(moments(drawn), min(at, len(drawn["patches"])), None))
