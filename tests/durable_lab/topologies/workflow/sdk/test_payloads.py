"""Values as JSON text, and back by the type hints of whoever gets them."""

from __future__ import annotations

import datetime
import enum
import threading
import uuid
from dataclasses import dataclass, field
from typing import Any, Optional

import pytest

from durable_lab.topologies.workflow.sdk.payloads import from_payload, from_payloads, hints_of, to_payload


class Colour(enum.Enum):
    RED = "red"


@dataclass
class Order:
    number: str
    lines: list[str] = field(default_factory=list)


@dataclass
class Trip:
    first: Order
    day: datetime.date


DAY = datetime.date(2026, 3, 1)
NOON = datetime.datetime(2026, 3, 1, 12, 0, tzinfo=datetime.UTC)
ID = uuid.UUID(int=7)


@pytest.mark.parametrize(
    ("value", "hint"),
    [
        (None, str),
        ("text", Any),
        (3, int),
        (True, bool),
        ("中文", str),
        (DAY, datetime.date),
        (NOON, datetime.datetime),
        (ID, uuid.UUID),
        ({"a": 1}, dict),
        ({"a": ID}, dict[str, uuid.UUID]),
        ([ID], list[uuid.UUID]),
        ((1, ID), tuple[int, uuid.UUID]),
        ((1, 2), tuple[int, ...]),
        ((1, 2), tuple),
        ({1, 2}, set[int]),
        (frozenset({1}), frozenset),
        (Order("A-1", ["x"]), Order),
        (Trip(Order("A-1"), DAY), Trip),
        ([Order("A-1")], list[Order]),
        (None, Optional[Order]),  # noqa: UP045  # as a reader may write it
        (Order("A-1"), Order | None),
        ("text", Order | str),
    ],
    ids=repr,
)
def test_a_value_comes_back_as_its_hint_says(value: object, hint: object) -> None:
    back = from_payload(to_payload(value), hint)
    assert (type(back), back) == (type(value), value)


@pytest.mark.parametrize(
    ("text", "hint", "back"),
    [
        ('"red"', Colour, Colour.RED),
        ("1", float, 1.0),
        ("[1,2]", None, [1, 2]),
        ('{"a":1}', "a name that is no type", {"a": 1}),
        ("[1]", type[int], [1]),
        ('{"number":"A-1","lines":[]}', object, {"number": "A-1", "lines": []}),
    ],
)
def test_a_payload_is_read_by_its_hint(text: str, hint: object, back: object) -> None:
    assert from_payload(text, hint) == back


@pytest.mark.parametrize(
    ("text", "hint", "message"),
    [
        ('"x"', int, "Expected value to be int, was str"),
        ("1", str, "Expected value to be str, was int"),
        ('"x"', int | bool, "Failed converting to"),
    ],
)
def test_a_value_that_does_not_fit_its_hint(text: str, hint: object, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        from_payload(text, hint)


def test_what_json_can_not_hold() -> None:
    with pytest.raises(TypeError, match="Object of type lock is not JSON serializable"):
        to_payload({"held": threading.Lock()})
    assert to_payload(n * n for n in (1, 2)) == "[1,4]"
    assert to_payload({"b", "a"}) == '["a","b"]'


def test_hints_are_of_the_parameters_and_unknown_ones_are_none() -> None:
    def known(self: object, a: int, b, *, c: str = "") -> bool:  # type: ignore[no-untyped-def]
        return True

    def unresolved(a: NotThere) -> None:  # type: ignore[name-defined]  # noqa: F821
        return None

    assert hints_of(known, 1) == ([int, None, str], bool)
    assert hints_of(unresolved) == ([None], None)
    assert from_payloads(["1", "2"], [float]) == [1.0, 2]
