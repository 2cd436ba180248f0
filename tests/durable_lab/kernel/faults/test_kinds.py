"""Fault plans: their text, what they count, and the errors that point at the place."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durable_lab.kernel.faults.kinds import (
    ANSWERED,
    SENT_BY_CLIENTS,
    Answer,
    Crash,
    Cut,
    Delay,
    Deploy,
    Down,
    Fail,
    Fault,
    Hang,
    Lose,
    Pause,
    Plan,
    Point,
    Redeliver,
    Skew,
    Step,
    Stop,
    duration_text,
    seconds_of,
)
from durable_lab.kernel.faults.plan import parse_plan, plan_text
from durable_lab.kernel.trace import STEP_PHASES
from durable_lab.words.messages import LANGUAGES, LabError
from tests.support import run_text, run_well

NAMES = st.from_regex(r"[a-z_][a-z0-9_/.-]{0,8}", fullmatch=True)
PROCESSES = st.from_regex(r"[a-z][a-z0-9_-]{0,6}", fullmatch=True).filter(
    lambda p: p not in {"at", "landing", "after", "before"}
)
BUSINESS = st.text(st.characters(exclude_characters="[]\r\n", exclude_categories=["Cs"]), max_size=8)


def steps_of(kinds: tuple[str, ...]) -> st.SearchStrategy[Step]:
    numbers = st.integers(1, 99)
    return st.builds(
        Step, st.sampled_from(kinds), NAMES, numbers, st.none() | BUSINESS, st.none() | PROCESSES
    )


STEPS = steps_of(("effect", "checkpoint", "writes", "model"))
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
VERSIONS = st.sampled_from(["v2", "v3"])
POINTS = st.builds(Point, STEPS, st.sampled_from(sorted(STEP_PHASES)))
SECONDS = st.integers(1, 10**6).map(float) | st.sampled_from([0.5, 0.25, 1.5])
LEGS: Any = st.sampled_from(["request", "reply"])
DOWNS = st.builds(Down, NAMES, POINTS, seconds=SECONDS) | st.builds(
    Down, NAMES, POINTS, count=st.integers(1, 9)
)
FAULTS: st.SearchStrategy[Fault] = st.one_of(
    st.builds(Crash, POINTS, st.none() | PROCESSES, st.none() | POINTS),
    st.builds(Lose, LEGS, STEPS),
    st.builds(Delay, LEGS, STEPS, POINTS | SECONDS),
    st.builds(Fail, STEPS, st.booleans(), st.integers(1, 9)),
    st.builds(Hang, STEPS),
    DOWNS,
    st.builds(Stop, POINTS, st.none() | PROCESSES),
    st.builds(Pause, POINTS, SECONDS, st.none() | PROCESSES),
    st.builds(Skew, PROCESSES, SECONDS | SECONDS.map(lambda s: -s)),
    st.builds(Cut, PROCESSES, NAMES, POINTS, SECONDS),
    st.builds(Deploy, VERSIONS, POINTS),
    st.builds(Answer, steps_of(ANSWERED), TEXTS),
    st.builds(Redeliver, steps_of(SENT_BY_CLIENTS)),
)


@given(FAULTS)
def test_a_fault_reads_back_what_it_writes(fault: Fault) -> None:
    assert parse_plan(str(fault)) == (fault,)


@given(st.lists(FAULTS, max_size=4))
def test_the_canonical_text_is_sorted_without_doubles_and_stable(plan: list[Fault]) -> None:
    text = plan_text(plan)
    assert plan_text(reversed(plan)) == text
    assert plan_text([*plan, *plan]) == text
    assert set(parse_plan(text)) == set(plan)
    assert plan_text(parse_plan(text)) == text


@given(SECONDS)
def test_a_duration_reads_back_what_it_writes(seconds: float) -> None:
    assert seconds_of(duration_text(seconds)) == seconds


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("", ""),
        ("   ", ""),
        ("crash after open_ticket", "crash at effect:open_ticket#1.applied"),
        ("crash before open_ticket", "crash at effect:open_ticket#1.requested"),
        ("  crash  at  effect:a#1.applied ", "crash at effect:a#1.applied"),
        (
            "hang effect:b#1;crash runner at writes:ask#2.sent",
            "crash runner at writes:ask#2.sent ; hang effect:b#1",
        ),
        ("fail effect:a#1 applied x 1", "fail effect:a#1 applied"),
        ("delay reply effect:a#1 until 90s", "delay reply effect:a#1 until 90s"),
        ("delay reply effect:a#1 until 120s", "delay reply effect:a#1 until 2m"),
        ("down agent.db at effect:a#1.applied for 1.5h", "down agent.db at effect:a#1.applied for 90m"),
        (
            "crash landing effect:b#1.sent at effect:a#1.sent",
            "crash landing effect:b#1.sent at effect:a#1.sent",
        ),
        ("crash at effect:a[restart db-7, now]#1@runner.applied",) * 2,
        (
            'answer person:approve#1 "no" ; answer model:model#2 "a ; \\" b"',
            'answer model:model#2 "a ; \\" b" ; answer person:approve#1 no',
        ),
        ("redeliver send:refunds#1",) * 2,
        (
            "pause worker-1 at effect:a#1.applied for 60s ; pause at effect:a#1.applied for 90s",
            "pause at effect:a#1.applied for 90s ; pause worker-1 at effect:a#1.applied for 1m",
        ),
        ("stop at effect:a#1.applied ; stop worker at effect:a#1.applied",) * 2,
        (
            "skew worker-1 by 60s ; skew worker-2 by -0.5s",
            "skew worker-1 by 1m ; skew worker-2 by -0.5s",
        ),
        (
            "cut worker from engine at effect:a#1.applied for 60s",
            "cut worker from engine at effect:a#1.applied for 1m",
        ),
        ("cut worker from a+b at effect:a+b#1.applied for 1m",) * 2,
        ("deploy v2 at effect:a#1.applied",) * 2,
    ],
)
def test_canonical_form(text: str, canonical: str) -> None:
    assert plan_text(parse_plan(text)) == canonical


ERRORS = [
    ("explode", 1, "expected-fault"),
    ("crash", 6, "expected-process"),
    ("crash at", 9, "expected-point"),
    ("crash at effect:a#1", 10, "expected-point"),
    ("crash at effect:a#1.exploded", 10, "expected-point"),
    ("crash at effect:a.applied", 10, "expected-point"),
    ("crash at effect:a#0.applied", 10, "expected-point"),
    ("crash runner effect:a#1.applied", 14, "expected-word"),
    ("crash after", 12, "expected-step"),
    ("crash at effect:a#1.applied twice", 29, "expected-end"),
    ("crash at effect:a#1.applied ;", 30, "expected-fault"),
    ("hang effect:a", 6, "expected-step"),
    ("lose mail effect:a#1", 6, "expected-choice"),
    ("fail effect:a#1 maybe", 17, "expected-choice"),
    ("fail effect:a#1 applied x 0", 27, "expected-count"),
    ("fail effect:a#1 applied x many", 27, "expected-count"),
    ("delay request effect:a#1", 25, "expected-word"),
    ("delay request effect:a#1 until later", 32, "expected-point"),
    ("down at effect:a#1.applied x 1", 9, "expected-word"),
    ("down db at effect:a#1.applied", 30, "expected-choice"),
    ("down db at effect:a#1.applied for ever", 35, "expected-duration"),
    ("answer effect:a#1 no", 8, "expected-question"),
    ("answer person:a#1", 18, "expected-value"),
    ('answer person:a#1 "no', 19, "expected-value"),
    ("answer person:a#1 no way", 22, "expected-end"),
    ("redeliver effect:a#1", 11, "expected-sent"),
    ("redeliver", 10, "expected-sent"),
    ("pause worker at effect:a#1.applied", 35, "expected-word"),
    ("pause at effect:a#1.applied for ever", 33, "expected-duration"),
    ("stop worker effect:a#1.applied", 13, "expected-word"),
    ("stop", 5, "expected-process"),
    ("skew worker 90s", 13, "expected-word"),
    ("skew worker by -", 17, "expected-duration"),
    ("skew by 90s", 9, "expected-word"),
    ("cut worker from", 16, "expected-target"),
    ("cut worker at effect:a#1.applied for 1s", 12, "expected-word"),
    ("cut worker from db at effect:a#1.applied", 41, "expected-word"),
    ("deploy", 7, "expected-version"),
    ("deploy v2 effect:a#1.applied", 11, "expected-word"),
]


@pytest.mark.parametrize(("text", "column", "expected"), ERRORS)
def test_an_error_points_at_the_place_in_both_languages(text: str, column: int, expected: str) -> None:
    with pytest.raises(LabError) as caught:
        parse_plan(text)
    error = caught.value
    assert error.code == "fault-unreadable"
    assert (error.fields["column"], error.fields["expected"][0]) == (column, expected)
    for language in LANGUAGES:
        _, shown, marker, last = error.text(language).splitlines()
        assert shown == text  # on a line of its own: the marker below it counts its characters
        assert marker == " " * (column - 1) + "^"
        assert str(column) in last
    assert error.text("zh") != error.text("en")


# -- what is counted --------------------------------------------------------------------------------

CALLS = """
from durable_lab import world
for who in ("x", "y", "x", "y"):
    world.call("a", who=who)
"""


def crashed_after(plan: str) -> str:
    ran = run_well(CALLS, plan)
    at = next(ran.trace.select("process", "crashed")).sequence
    return [e.point for e in ran.trace.events[:at] if e.kind == "effect"][-1]


@pytest.mark.parametrize("phase", ["requested", "applied", "returned"])
@pytest.mark.parametrize(
    ("step", "struck"),
    [
        ("effect:a#3", "effect:a#3"),
        ("effect:a[y]#1", "effect:a#2"),
        ("effect:a[x]#2", "effect:a#3"),
        ("effect:a#2@process", "effect:a#2"),
        ("effect:a[y]#2@process", "effect:a#4"),
    ],
)
def test_n_counts_what_matches(step: str, struck: str, phase: str) -> None:
    assert crashed_after(f"crash at {step}.{phase}") == f"{struck}.{phase}"


def test_n_counts_over_all_lives() -> None:
    ran = run_well(CALLS, "crash at effect:a#2.applied ; crash at effect:a#3.applied")
    assert ran.lives == 3


@pytest.mark.parametrize(
    "plan",
    [
        "crash at effect:a#9.applied",
        "crash at effect:a[z]#1.applied",
        "crash at effect:a#1@nobody.applied",
        "crash nobody at effect:a#1.applied",
        "crash at effect:a#1.refused",
        "hang effect:other#1",
        "lose reply effect:a#5",
        "fail effect:a#5 applied",
        "delay request effect:a#5 until 1s",
        "down db at effect:a#5.applied x 1",
        "down db at effect:a#5.applied for 1s",
        "stop at effect:a#5.applied",
        "stop nobody at effect:a#1.applied",
        "pause at effect:a#5.applied for 1s",
        "pause nobody at effect:a#1.applied for 1s",
        "skew nobody by 1s",
        "cut process from a at effect:a#5.applied for 1s",
        "cut nobody from a at effect:a#1.applied for 1s",
        "deploy v2 at effect:a#5.applied",
        "answer person:a#1 no",
        "redeliver send:a#1",
    ],
)
def test_a_fault_whose_step_never_comes_is_not_reached(plan: str) -> None:
    ran = run_text(CALLS, plan, versions={"v2": ""})
    assert ran.trace.header["not_reached"] == [plan]
    assert ran.done == {"a": 4}


def test_a_fault_fires_once() -> None:
    assert run_well(CALLS, "crash at effect:a#1.applied").lives == 2


def test_a_landing_point_counts_from_the_beginning_of_the_run() -> None:
    source = """
from durable_lab import world
world.call("a", who="x")
world.call("slow")
world.call("a", who="x")
"""
    ran = run_well(source, "crash landing effect:a[x]#2.applied at effect:slow#1.requested")
    points = ran.points
    assert points.index("effect:slow#1.applied") == points.index("effect:a#2.applied") + 1


def test_the_same_plan_in_another_order_gives_the_same_run() -> None:
    first = "crash at effect:a#2.applied"
    second = "delay reply effect:a#1 until 3s"
    digests = {
        run_text(CALLS, plan).trace.digest() for plan in (f"{first} ; {second}", f"{second} ; {first}")
    }
    assert len(digests) == 1


PLANS = st.lists(FAULTS, max_size=2).map(tuple)


@given(PLANS)
def test_no_plan_at_all_breaks_the_machine(plan: Plan) -> None:
    ran = run_text(CALLS, plan_text(plan), versions={"v2": CALLS, "v3": "1 / 0"})
    assert set(ran.trace.header["not_reached"]) <= {str(fault) for fault in plan}
