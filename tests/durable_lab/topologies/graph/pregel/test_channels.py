"""Each kind of channel: what it makes of what was written, what it stores, and when there is something to read."""

from __future__ import annotations

import operator
from typing import Any

import pytest

from durable_lab.topologies.graph.errors import InvalidUpdateError
from durable_lab.topologies.graph.pregel.channels import (
    MISSING,
    BaseChannel,
    BinaryOperatorAggregate,
    EphemeralValue,
    LastValue,
    NamedBarrierValue,
    Topic,
    read,
    written,
)

LOG: BinaryOperatorAggregate = BinaryOperatorAggregate("log", list, operator.add)
JOIN = NamedBarrierValue("join:end", ("a", "b"))

KINDS: list[tuple[BaseChannel, list[Any]]] = [
    (LastValue("n"), [1]),
    (LOG, [[1]]),
    (EphemeralValue("branch:to:a"), [None]),
    (JOIN, ["a"]),
    (Topic("sends"), [1, 2]),
]


@pytest.mark.parametrize(("channel", "values"), KINDS, ids=lambda it: type(it).__name__)
def test_an_update_gives_another_channel_and_leaves_the_old_one(
    channel: BaseChannel, values: list[Any]
) -> None:
    before = channel.checkpoint()
    updated = channel.update(values)
    assert updated is not channel and updated.checkpoint() != before
    assert channel.checkpoint() == before


@pytest.mark.parametrize(("channel", "values"), KINDS, ids=lambda it: type(it).__name__)
def test_what_is_stored_gives_the_same_channel(channel: BaseChannel, values: list[Any]) -> None:
    updated = channel.update(values)
    again = channel.from_checkpoint(updated.checkpoint())
    assert (again.value, again.checkpoint()) == (updated.value, updated.checkpoint())
    assert again.update(values).checkpoint() == updated.update(values).checkpoint()


@pytest.mark.parametrize(("channel", "_"), KINDS, ids=lambda it: type(it).__name__)
def test_a_superstep_that_writes_nothing_leaves_an_empty_channel_as_it_is(
    channel: BaseChannel, _: list[Any]
) -> None:
    assert channel.update([]) is channel


def test_the_last_value_stays_and_has_one_writer_a_superstep() -> None:
    channel = LastValue("n").update([1])
    assert channel.update([]) is channel and channel.value == 1
    assert channel.update([2]).value == 2
    with pytest.raises(InvalidUpdateError, match="At key 'n': Can receive only one value per step"):
        channel.update([2, 2])


def test_a_reducer_takes_values_in_the_order_of_the_tasks() -> None:
    assert LOG.fresh().update([["a"], ["b"]]).update([["c"]]).value == ["a", "b", "c"]


def test_each_run_has_an_empty_value_of_its_own() -> None:
    LOG.fresh().value.append("of another run")
    assert LOG.fresh().value == []


def test_without_an_empty_value_the_first_one_written_is_the_first() -> None:
    channel = BinaryOperatorAggregate("n", int | None, lambda old, new: old + new)  # type: ignore[arg-type]
    assert channel.fresh().value is MISSING
    assert channel.fresh().update([2, 3]).value == 5


@pytest.mark.parametrize(
    ("channel", "values", "value"), [(EphemeralValue("t"), [1, 2], 2), (Topic("s"), [1, 2], (1, 2))]
)
def test_triggers_and_sends_are_there_for_one_superstep(
    channel: BaseChannel, values: list[Any], value: Any
) -> None:
    updated = channel.update(values)
    assert updated.value == value
    assert updated.update([]).value is MISSING
    assert updated.update([7]).value in (7, (7,))


def test_a_join_is_there_once_all_were_written_until_its_node_has_run() -> None:
    half = JOIN.update(["a"])
    assert half.value is MISSING and half.checkpoint() == ("a",)
    assert half.update(["a"]) is half and half.consume() is half
    full = half.update([]).update(["b"])
    assert full.value is None and full.update([]).value is None
    assert full.consume().value is MISSING and full.consume().checkpoint() is MISSING


def test_what_is_read_is_what_is_there() -> None:
    channels = {"n": LastValue("n"), "log": LOG.fresh()}
    assert read(channels, ["log", "n"]) == {"log": []}
    assert read(written(channels, [("n", 1), ("log", [2]), ("unknown", 3)]), channels) == {"n": 1, "log": [2]}
    assert read(channels, ["log", "n"]) == {"log": []}
