"""Requests and replies: lost, delayed, refused, unanswered, and landing after their sender's death."""

from __future__ import annotations

import pytest

from tests.support import Ran, run_text, run_well

CALL = """
from durable_lab import world
try:
    print("receipt", world.call("a", n=1, timeout=60))
except world.CallTimedOut as error:
    print("timed out:", error)
except world.CallFailed as error:
    print("failed")
world.call("b")
"""


def phases(ran: Ran, name: str = "a") -> list[str]:
    return [e.phase for e in ran.trace.select("effect") if e.name == name]


def test_an_effect_is_three_events_on_their_edges_and_takes_its_time() -> None:
    ran = run_well(CALL)
    events = [(e.phase, e.edge, e.time) for e in ran.trace.select("effect") if e.name == "a"]
    assert events == [("requested", "call", 0.0), ("applied", "call", 0.05), ("returned", "receipt", 0.1)]


@pytest.mark.parametrize(
    ("plan", "line", "seen"),
    [
        ("lose request effect:a#1", "timed out", ["requested"]),
        ("lose reply effect:a#1", "timed out", ["requested", "applied"]),
        ("hang effect:a#1", "timed out", ["requested"]),
        ("fail effect:a#1 unapplied", "failed", ["requested", "failed"]),
        ("fail effect:a#1 applied", "failed", ["requested", "applied", "failed"]),
        ("delay request effect:a#1 until 30s", "receipt a-1", ["requested", "applied", "returned"]),
        ("delay reply effect:a#1 until 30s", "receipt a-1", ["requested", "applied", "returned"]),
        ("delay reply effect:a#1 until 2m", "timed out", ["requested", "applied"]),
        ("delay request effect:a#1 until 2m", "timed out", ["requested", "applied"]),
        ("delay request effect:a#1 until effect:b#1.returned", "timed out", ["requested", "applied"]),
    ],
)
def test_what_a_fault_does_to_a_call(plan: str, line: str, seen: list[str]) -> None:
    ran = run_well(CALL, plan)
    assert ran.lines[0].startswith(line)
    assert phases(ran) == seen
    assert ran.done.get("a", 0) == seen.count("applied")


def test_a_delayed_request_arrives_at_its_point() -> None:
    ran = run_well(CALL, "delay request effect:a#1 until effect:b#1.applied")
    points = ran.points
    assert points.index("effect:a#1.applied") == points.index("effect:b#1.applied") + 1


def test_a_hang_without_a_timeout_is_stuck() -> None:
    ran = run_text("from durable_lab import world\nworld.call('a')", "hang effect:a#1")
    assert ran.trace.events[-1].phase == "stuck"
    assert ran.done == {}
    assert not ran.ended


RETRY = """
from durable_lab import world
for attempt in range(1, 6):
    try:
        world.call("other")
        world.call("a", n=attempt)
        print("attempt", attempt)
        break
    except world.CallFailed:
        pass
"""


@pytest.mark.parametrize(("kind", "done"), [("unapplied", 1), ("applied", 4)])
def test_a_callee_may_fail_several_times(kind: str, done: int) -> None:
    ran = run_well(RETRY, f"fail effect:a#1 {kind} x 3")
    assert ran.lines == ["attempt 4"]
    assert ran.done["a"] == done


def test_failing_several_times_counts_from_its_step_on() -> None:
    ran = run_well(RETRY.replace("break", "pass"), "fail effect:a#2 unapplied x 2")
    assert ran.lines == ["attempt 1", "attempt 4", "attempt 5"]


def test_failing_several_times_counts_only_the_steps_that_match() -> None:
    """With a business id the second failure is of the second call *that matches*, wherever it comes."""
    source = """
from durable_lab import world
for n in (1, 2, 1, 2, 1, 1):
    try:
        world.call("a", n=n)
        print("ok", n)
    except world.CallFailed:
        print("failed", n)
"""
    ran = run_well(source, "fail effect:a[1]#2 unapplied x 2")
    assert ran.lines == ["ok 1", "ok 2", "failed 1", "ok 2", "failed 1", "ok 1"]


LANDING = """
from durable_lab import world
world.call("a", key=KEY)
world.call("b")
"""


@pytest.mark.parametrize(("key", "done"), [("None", 2), ("'k'", 1)])
def test_a_dead_processs_request_may_land_later(key: str, done: int) -> None:
    plan = "crash landing effect:b#1.requested at effect:a#1.requested"
    ran = run_well(LANDING.replace("KEY", key), plan)
    assert ran.done["a"] == done
    landed = [e for e in ran.trace.select("effect") if e.n == 1 and e.phase in ("applied", "recognised")]
    assert landed[0].sequence == ran.points.index("effect:b#1.requested") + 1


def test_without_landing_what_a_dead_process_had_sent_is_lost() -> None:
    assert run_well(LANDING.replace("KEY", "None"), "crash at effect:a#1.requested").done == {"a": 1, "b": 1}


def test_what_was_lost_on_its_way_does_not_land() -> None:
    plan = "crash landing effect:b#1.requested at effect:a#1.requested ; lose request effect:a#1"
    assert run_well(LANDING.replace("KEY", "None"), plan).done == {"a": 1, "b": 1}


def test_a_reply_to_a_dead_process_reaches_nobody() -> None:
    ran = run_well(LANDING.replace("KEY", "None"), "crash at effect:a#1.applied")
    assert [(e.n, e.phase) for e in ran.trace.select("effect") if e.name == "a"] == [
        (1, "requested"),
        (1, "applied"),
        (2, "requested"),
        (2, "applied"),
        (2, "returned"),
    ]
