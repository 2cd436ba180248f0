"""Plans as a whole: where one fault ends and the next begins, how they are amended, how long they take to read."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durable_lab.kernel.faults.kinds import KINDS, Answer, Leg, OfStep, Step
from durable_lab.kernel.faults.plan import (
    canonical,
    grammar_text,
    parse_plan,
    plan_text,
    with_fault,
    with_fault_replaced,
    without_fault,
)
from durable_lab.kernel.faults.reader import Reader
from durable_lab.words.messages import LabError
from tests.durable_lab.kernel.faults.test_kinds import FAULTS
from tests.support import experiment, run_text

PLANS = st.lists(FAULTS, max_size=4).map(tuple)


def test_a_sign_between_faults_may_stand_in_an_answer_and_in_a_business_id() -> None:
    answer, crash = 'answer person:approve#1 "a ; b"', "crash at effect:pay[c ; d]#1.applied"
    assert [str(fault) for fault in parse_plan(f"{answer} ; {crash}")] == [answer, crash]


# -- amending -----------------------------------------------------------------------------------------


@given(PLANS, FAULTS)
def test_what_was_added_is_there_once_and_can_be_taken_away(plan: Any, fault: Any) -> None:
    more = with_fault(plan, fault)
    assert set(more) == {*plan, fault}
    assert more == canonical(more) == with_fault(more, fault)
    assert without_fault(more, fault) == canonical(set(plan) - {fault})
    assert without_fault(plan, fault) == without_fault(without_fault(plan, fault), fault)


@given(PLANS, FAULTS)
def test_replacing_is_taking_away_and_adding(plan: Any, fault: Any) -> None:
    for old in plan:
        assert with_fault_replaced(plan, old, fault) == with_fault(without_fault(plan, old), fault)
    other = Answer(Step("person", "nobody"), "; not there")
    assert with_fault_replaced(plan, other, fault) == canonical(plan)


@given(PLANS)
def test_an_amended_plan_is_in_the_order_of_its_text(plan: Any) -> None:
    assert plan_text(plan) == " ; ".join(map(str, canonical(plan)))


# -- the documentation --------------------------------------------------------------------------------


def test_the_grammar_names_every_kind_of_fault_and_every_element() -> None:
    lines = grammar_text().splitlines()
    assert lines[0] == 'plan     = fault *(" ; " fault)'
    assert lines[1] == 'fault    = "crash" [process] ["landing" point] "at" point'
    assert '         | "delay" ("request" | "reply") step "until" (point | duration)' in lines
    assert '         | "down" store "at" point ("for" duration | "x" count)' in lines
    assert lines[len(KINDS) + 1 :] == [
        'point    = step "." phase',
        'step     = kind ":" name ["[" business "]"] "#" n ["@" process]',
        "value    = word | JSON string",
        'duration = number ("s" | "m" | "h" | "d")',
    ]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_each_kind_says_what_it_does_in_both_languages(kind: Any) -> None:
    assert kind.does().en.endswith(".")
    assert kind.does().zh.endswith("。")
    assert kind.grammar().first == kind.__name__.lower()


# -- how long it takes --------------------------------------------------------------------------------


def calls_in(work: Callable[[], object]) -> int:
    """How many functions of Python are called: a measure of time that is the same on every machine."""
    count = 0

    def see(frame: FrameType, event: str, _: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(see)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


MANY: dict[str, Callable[[int], str]] = {
    "of a point": lambda n: f"crash at effect:a#{n}.applied",
    "of a step": lambda n: f"hang effect:a#{n}",
    "of those that fit": lambda n: f"crash at effect:a[{n}]#1.applied",
    "of a process": lambda n: f"pause at effect:a#{n}@process.requested for 1s",
    "of an answer": lambda n: f'answer person:a#{n} "no ; never"',
}


@pytest.mark.parametrize("fault", MANY.values(), ids=MANY)
def test_twice_as_many_faults_take_twice_as_long_to_read(fault: Callable[[int], str]) -> None:
    texts = [" ; ".join(fault(n) for n in range(1, count + 1)) for count in (100, 200)]
    once, twice = (calls_in(lambda text=text: plan_text(parse_plan(text))) for text in texts)  # type: ignore[misc]
    assert twice < 2.5 * once


@pytest.mark.parametrize("fault", MANY.values(), ids=MANY)
def test_a_run_takes_no_longer_for_faults_of_other_steps(fault: Callable[[int], str]) -> None:
    """They are found by what they wait for: an event looks at none of the others."""
    source = "from durable_lab import world\nfor n in range(50):\n    world.call('a', n=-n)\n"
    plans = [" ; ".join(fault(n) for n in range(1000, 1000 + count)) for count in (1, 400)]
    few, many = (calls_in(lambda plan=plan: run_text(source, plan)) for plan in plans)  # type: ignore[misc]
    assert many - few < 400 * 300, "each fault is read, sorted, armed and reported: once"


@pytest.mark.parametrize(
    "text",
    ["x" * 20_000, ";" * 20_000, "hang a:" + "[" * 20_000, "crash at " + "a:" * 10_000, " " * 20_000 + "x"]
    + ["crash at effect:a#" + "1" * 20_000 + ".sent", "fail effect:a#1 applied x " + "9" * 20_000]
    + ["delay reply effect:a#1 until " + "9" * 20_000 + "s", 'answer person:a#1 "' + "\\" * 20_000],
    ids=lambda text: text[:30].strip(),
)
def test_junk_is_refused_at_once(text: str) -> None:
    def read() -> None:
        with pytest.raises(LabError) as caught:
            parse_plan(text)
        assert caught.value.code == "fault-unreadable"

    assert calls_in(read) < 1_000


# -- another kind -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Slow(OfStep):
    """The request takes its time: a kind that is in no list."""

    GRAMMAR = '"slow" step ["by" seconds:duration]'

    step: Step
    seconds: float = 5.0

    def travels(self, leg: Leg) -> float | None:
        return self.seconds if leg == "request" else None


@pytest.mark.parametrize(("text", "seconds"), [("slow effect:a#1", 5), ("slow effect:a#1 by 2m", 120)])
def test_a_new_kind_is_read_written_and_carried_out_from_its_dataclass_alone(text: str, seconds: int) -> None:
    source = (
        "import time\nfrom durable_lab import world\nworld.call('a')\nprint(time.monotonic() - 1767225600)"
    )
    fault = Slow.read(Reader(text))
    assert str(fault) == text
    assert Slow.grammar().shown == '"slow" step ["by" duration]'
    outcome = experiment(source).run((fault,))
    assert outcome.trace.header["not_reached"] == []
    assert [round(float(e.payload["text"])) for e in outcome.trace.select("print")] == [seconds]
