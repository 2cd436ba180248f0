"""Events and the trace: JSON without addresses or hash order, and a digest of all of it."""

from __future__ import annotations

import dataclasses
import json
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durable_lab.kernel.trace import Event, Trace, plain

EVENT = Event(0, 1.5, "runner", 1, "call", "effect", "a", 2, "applied", {"receipt": "a-1"})


@dataclasses.dataclass
class Data:
    left: int
    right: Any


class Pair(NamedTuple):
    left: int
    right: int


class Bare:
    def method(self) -> None: ...


class Told:
    def __repr__(self) -> str:
        return "Told()"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, None),
        (True, True),
        (1.5, 1.5),
        ("文", "文"),
        ((1, (2,)), [1, [2]]),
        (Pair(1, 2), [1, 2]),
        ({1: {2}}, {"1": [2]}),
        ({"b", "a", "c"}, ["a", "b", "c"]),
        (frozenset({10, 9}), [10, 9]),
        (MappingProxyType({"k": [1]}), {"k": [1]}),
        (b"\x00\xff", "00ff"),
        (Data(1, {Pair(1, 2)}), {"left": 1, "right": [[1, 2]]}),
        (Bare(), "<Bare>"),
        (Bare, "<class 'tests.durable_lab.kernel.test_trace.Bare'>"),
        (Told(), "Told()"),
        (lambda: 0, "<function>"),
        (ValueError("no"), "ValueError('no')"),
    ],
)
def test_plain(value: object, shown: object) -> None:
    assert plain(value) == shown
    json.dumps(plain(value))


def test_plain_copies() -> None:
    held = [1]
    shown = plain({"held": held})
    held.append(2)
    assert shown == {"held": [1]}


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_json_values_are_plain_already(value: object) -> None:
    assert plain(value) == value


def test_an_objects_address_never_shows_even_inside() -> None:
    assert "0x" not in json.dumps(plain([Bare(), {"k": (Bare(), {Bare()})}, [object()], Bare().method]))


def test_step_and_point_are_the_texts_that_plans_use() -> None:
    assert (EVENT.step, EVENT.point) == ("effect:a#2", "effect:a#2.applied")


def test_the_text_is_canonical_json_and_the_digest_covers_everything() -> None:
    trace = Trace({"b": 1, "a": "文"}, [EVENT])
    assert json.loads(trace.text()) == trace.to_json()
    assert trace.text() == Trace({"a": "文", "b": 1}, [EVENT]).text()
    assert "文" in trace.text()
    assert ": " not in trace.text()
    others = [
        Trace({"b": 2, "a": "文"}, [EVENT]),
        Trace({"b": 1, "a": "文"}, []),
        Trace({"b": 1, "a": "文"}, [EVENT._replace(payload={})]),
        Trace({"b": 1, "a": "文"}, [EVENT._replace(time=2.0)]),
    ]
    assert len({t.digest() for t in [trace, *others]}) == 5
    assert len(trace.digest()) == 64


def test_select_takes_a_kind_and_perhaps_a_phase() -> None:
    other = EVENT._replace(sequence=1, phase="returned")
    trace = Trace({}, [EVENT, other, EVENT._replace(kind="print")])
    assert list(trace.select("effect")) == [EVENT, other]
    assert list(trace.select("effect", "returned")) == [other]
    assert (len(trace), list(trace)) == (3, trace.events)
