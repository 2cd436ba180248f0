"""The four verbs: what a request is answered with."""

from __future__ import annotations

from dataclasses import replace

import pytest

from durable_lab import session
from durable_lab.casebook import scenario
from durable_lab.kernel.trace import Event
from durable_lab.options import Told
from durable_lab.session import Request
from durable_lab.session.changes import Knife, Without
from durable_lab.words.messages import LabError

TWO = "from durable_lab import world\nworld.call('a')\nworld.call('b')\n"
REQUEST = Request(TWO, "file.py")
CRASH = "crash at effect:a#1.applied"


def test_a_run_is_of_the_requests_plan_or_else_of_the_files_own() -> None:
    own = f"# durable-lab: --fault '{CRASH}'\n{TWO}"
    asked = [
        REQUEST,
        replace(REQUEST, plan=CRASH),
        replace(REQUEST, source=own),
        replace(REQUEST, source=own, plan=""),
        replace(REQUEST, told=Told(fault=(CRASH,))),
        replace(REQUEST, told=Told(fault=(CRASH,)), plan=""),
    ]
    plans = [session.run(one).trace.header["plan"] for one in asked]
    assert plans == ["", CRASH, CRASH, "", CRASH, ""]


def test_a_plan_of_the_file_that_nobody_asks_for_is_not_read() -> None:
    unreadable = replace(REQUEST, source=f"# durable-lab: --fault explode\n{TWO}")
    assert session.run(replace(unreadable, plan=CRASH)).trace.header["plan"] == CRASH
    with pytest.raises(LabError, match="Can't read this fault plan"):
        session.run(unreadable)


def test_what_is_told_stands_in_place_of_the_files_own_options() -> None:
    request = Request(f"# durable-lab: --seed 1 --fault '{CRASH}'\n{TWO}", "file.py", Told(seed=7))
    header = session.run(request).trace.header
    assert (header["seed"], header["plan"]) == (7, CRASH)


def test_equal_requests_have_equal_answers() -> None:
    first, second = (session.run(replace(REQUEST, plan=CRASH)).trace.text() for _ in range(2))
    assert first == second


def test_a_run_is_held_against_the_one_without_a_fault() -> None:
    ran = session.run(replace(REQUEST, plan=CRASH))
    assert [want.most for want in ran.intents.wants] == [1, 1]
    assert ran.trace.header["plan"] and not ran.calm.header["plan"]
    calm = session.run(replace(REQUEST, plan=""))
    assert calm.calm is calm.trace


def test_declared_intents_come_first() -> None:
    one = scenario("incident-in_memory_loop")
    variant, declared = one.variants[0], one.declared
    assert session.run(Request(variant.source, variant.path, intents=declared)).intents is declared


def test_they_are_not_held_against_a_program_that_asks_for_nothing_of_it() -> None:
    declared = scenario("incident-in_memory_loop").declared
    ran = session.run(replace(REQUEST, intents=declared))
    assert [want.name for want in ran.intents.wants] == [
        event.name for event in ran.trace.select("effect", "applied")
    ]
    *_, last = session.explore(replace(REQUEST, intents=declared))
    assert last.found.intents == ran.intents
    viewed = session.view(replace(REQUEST, intents=declared))
    assert viewed.guide["wanted"] == "own"


def test_a_view_is_drawn_as_it_is_asked_and_hears_every_event() -> None:
    heard: list[Event] = []
    viewed = session.view(replace(REQUEST, topology="durable_workflow"), heard.append)
    assert viewed.view["topology"] == "durable_workflow"
    assert len(heard) == len(viewed.view["events"])
    assert {event["line"] for event in viewed.view["events"] if "line" in event} == {2, 3}
    assert viewed.to_json() == {**viewed.view, "guide": viewed.guide}


def test_an_exploration_tells_each_way_of_failing_once() -> None:
    steps = list(session.explore(REQUEST))
    assert [step.done for step in steps] == list(range(steps[-1].total + 1))
    assert [(step.plan, verdict.check) for step in steps for verdict in step.news] == [
        ("crash at effect:a#1.applied", "once"),
        ("crash at effect:b#1.applied", "once"),
    ]


def test_what_is_wrong_without_a_fault_is_told_first() -> None:
    request = Request(TWO + "1 / 0\n", "file.py")
    first = next(session.explore(request))
    assert (first.plan, [verdict.check for verdict in first.news]) == ("", ["ends"])


def test_an_exploration_tries_what_is_asked_for() -> None:
    *_, crashes = session.explore(REQUEST)
    *_, all_faults = session.explore(replace(REQUEST, faults="all", pairs=True))
    assert all_faults.found.others and all_faults.found.with_pairs
    assert not crashes.found.others and not crashes.found.with_pairs


def test_amend_begins_with_the_plan_of_the_request() -> None:
    amended = session.amend(replace(REQUEST, plan=f"hang effect:b#1 ; {CRASH}"), Without("hang effect:b#1"))
    assert amended["plan"] == CRASH
    assert session.amend(REQUEST, Knife("effect:b#1.applied"))["plan"] == "crash at effect:b#1.applied"
