"""Views: the state at each event as patches, the same as when it is computed from scratch."""

from __future__ import annotations

import functools
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from durable_lab.explorer import crash_points
from durable_lab.kernel.faults.plan import parse_plan
from durable_lab.kernel.outside.intents import intents_of
from durable_lab.kernel.trace import Trace
from durable_lab.readers.view import View, tell, view
from durable_lab.readers.view.parts import start_state
from durable_lab.topologies.signatures import SIGNATURES
from durable_lab.topology import topologies
from tests.programs import SNIPPETS, SOURCES, experiment_of
from tests.support import examples, experiment

TWICE = "casebook: delivered-twice/naive/crash-after-refund"
ONCE = "casebook: delivered-twice/key/crash-after-refund"
RESTART = "casebook: restart/naive/crash-after-third"
ANSWER = "casebook: answer-in_memory_loop/plain/calm"


def states(drawn: View) -> list[Any]:
    """The state after each event of a view."""
    return applied(drawn["start"], drawn["patches"])


def applied(state: Any, patches: Any) -> list[Any]:
    """The state after each event, as JavaScript computes it: from the text, by the rule of `Patch`."""
    state, found = json.loads(json.dumps(state)), []
    for changes in json.loads(json.dumps(patches)):
        for path, value in changes:
            holder = state
            for key in path[:-1]:
                holder = holder[key]
            if value is None:
                del holder[path[-1]]
            elif isinstance(holder, list):
                holder[path[-1] : path[-1] + 1] = [value]
            else:
                holder[path[-1]] = value
        found.append(json.loads(json.dumps(state)))
    return found


NAMES = list(SOURCES)


def check(trace: Trace, topology: str) -> None:
    """Every prefix of a trace has the state that the whole trace has there."""
    whole = view(trace, topology)
    after = states(whole)
    assert len(after) == len(trace) == len(whole["events"]) == len(whole["say"]["zh"])
    for length in range(1, len(trace) + 1, max(1, len(trace) // 7)):
        part = view(Trace(trace.header, trace.events[:length]), topology, intents=None)
        assert _without_wanted(states(part)[-1]) == _without_wanted(after[length - 1])


def _without_wanted(state: Any) -> Any:
    for row in state["ledger"]:
        del row["wanted"], row["extra"]
    return state


@pytest.mark.parametrize("name", SNIPPETS)
def test_patches_give_the_state_of_each_event(name: str) -> None:
    one = experiment_of(name)
    calm = one.run(()).trace
    check(calm, one.topology.key)
    for point in crash_points(calm)[::7]:
        check(one.run(parse_plan(f"crash at {point}")).trace, one.topology.key)


@functools.cache
def traces() -> list[tuple[str, Trace, list[str]]]:
    """Of every program: its topology, its calm run, its crash points."""
    found = []
    for name in NAMES:
        one = experiment_of(name)
        calm = one.run(()).trace
        found.append((one.topology.key, calm, crash_points(calm)))
    return found


@given(st.data())
@settings(max_examples=examples(60))
def test_patches_give_the_state_after_any_crashes(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(NAMES))
    topology, _, points = traces()[NAMES.index(name)]
    chosen = data.draw(st.lists(st.sampled_from(points), min_size=1, max_size=2, unique=True))
    plan = parse_plan(" ; ".join(f"crash at {point}" for point in sorted(chosen)))
    check(experiment_of(name).run(plan).trace, topology)


@given(st.data())
@settings(max_examples=examples(150))
def test_any_events_in_any_order_can_be_told(data: st.DataObject) -> None:
    """Of a trace that was thinned out or put together wrongly: what is not there is not shown."""
    topology, trace, _ = traces()[data.draw(st.integers(0, len(NAMES) - 1))]
    chosen = data.draw(st.lists(st.integers(0, len(trace) - 1), max_size=30))
    if data.draw(st.booleans()):
        topology = data.draw(st.sampled_from(list(SIGNATURES)))
    events = [trace.events[index]._replace(sequence=at) for at, index in enumerate(chosen)]
    story = tell(Trace(trace.header, events), topologies()[topology], intents_of(trace))
    assert len(applied(start_state(SIGNATURES[topology]), story.patches)) == len(events)


# -- what is in it --------------------------------------------------------------------------------


def last_state(name: str, plan: str | None = None, upto: str | None = None) -> Any:
    """The state at the end of a snippet's run, or after the point `upto`."""
    one = experiment_of(name)
    outcome = one.run(None if plan is None else parse_plan(plan))
    drawn = view(outcome.trace, one.topology.key, intents=one.intents(outcome))
    points = [event.point for event in outcome.trace]
    return states(drawn)[-1 if upto is None else points.index(upto)]


def test_a_crash_leaves_what_is_stored_and_takes_what_was_known() -> None:
    at_death = last_state(TWICE, upto="process:worker-1#1.crashed")
    assert at_death["processes"]["worker-1"]["alive"] is False
    assert at_death["processes"]["worker-1"]["knows"] != []  # what was lost, until the next life
    assert at_death["queue"][0]["state"] == "leased"
    assert [row["receipt"] for row in at_death["ledger"]] == ["refund-1"]
    again = last_state(TWICE, upto="process:worker-1#2.started")
    assert again["processes"]["worker-1"] | {"doing": ""} == {
        "alive": True,
        "life": 2,
        "node": "worker",
        "doing": "",
        "knows": [],
        "variables": [],
    }


def test_the_node_of_a_diagram_is_lost_only_while_no_process_of_it_lives() -> None:
    lost = last_state(RESTART, upto="process:process#1.crashed")
    assert lost["nodes"]["process"] == {"alive": False, "life": 1, "lost": True}
    other = last_state(TWICE, upto="process:worker-1#1.crashed")
    assert other["nodes"]["worker"] == {"alive": True, "life": 1, "lost": False}
    back = last_state(RESTART, upto="process:process#2.started")
    assert back["nodes"]["process"] == {"alive": True, "life": 2, "lost": False}


def test_the_ledger_says_which_effect_was_one_too_many() -> None:
    rows = last_state(TWICE)["ledger"]
    assert [(row["receipt"], row["wanted"], row["extra"]) for row in rows] == [
        ("refund-1", 1, False),
        ("refund-2", 1, True),
    ]
    kept = last_state(ONCE)["ledger"]
    assert [(row["key"], row["recognised"], row["extra"]) for row in kept] == [("A-1042/refund", 1, False)]


def test_a_message_is_sent_leased_delivered_again_and_dead() -> None:
    plan = ["receive:refunds#1.stored", "abandon:refunds#1.stored", "receive:refunds#2.stored"]
    rows = [last_state("queue_workers/poison.py", upto=point)["queue"][0] for point in plan]
    assert [(row["state"], row["deliveries"], row["leased_by"]) for row in rows] == [
        ("leased", 1, "worker-1"),
        ("visible", 1, ""),
        ("leased", 2, "worker-2"),
    ]
    dead = last_state("queue_workers/poison.py")["queue"][0]
    assert (dead["state"], dead["reason"]) == ("dead", "max deliveries exceeded")


def test_records_are_rows_and_a_lost_claim_changes_none() -> None:
    assert last_state(TWICE)["stores"] == {
        "records.db": [{"key": "A-1042", "value": "refund-2", "kind": "record"}]
    }
    journal = last_state("casebook: restart/key/crash-after-third")["stores"]["journal.db"]
    assert [row["key"] for row in journal] == [f"REQ-7/web-{n}" for n in range(1, 6)]


def test_a_thread_has_checkpoints_with_the_writes_beside_them_and_a_question() -> None:
    state = last_state("checkpointed_graph/approval.py", upto="result:CHG-1042#1.paused")
    rows = state["stores"]["agent.db"]
    assert [row["key"]["en"] for row in rows] == [f"CHG-1042 · step {n}" for n in (-1, 0, 1)]
    assert rows[2]["value"]["en"].startswith("next ask: ")
    assert [(p["label"], p["value"]["en"]) for p in rows[2]["pending"]] == [
        ("ask", "question drain db-7, restart it, check replication")
    ]
    assert [person["state"] for person in state["people"]] == ["asked"]
    assert [p["answer"] for p in last_state("checkpointed_graph/approval.py")["people"]] == ["yes"]


def test_an_engine_keeps_timers_and_signals_while_no_worker_lives() -> None:
    waiting = last_state("durable_workflow/incident.py", upto="process:worker#1.crashed")
    assert [(row["label"], row["value"]) for row in waiting["pending"]] == [("INC-7", "RUNNING")]
    signalled = last_state("durable_workflow/incident.py", upto="process:worker#2.started")
    assert [(row["label"]["en"], row["value"]) for row in signalled["pending"][1:]] == [
        ("signal approve", "Ann")
    ]
    timer = last_state("durable_workflow/incident.py", upto="commands:Incident#2.stored")
    assert timer["pending"][1]["value"]["en"] == "fires at 1 d 0:00:00"
    assert timer["processes"]["worker"]["knows"][-1]["label"]["en"] == "cached run INC-7"
    end = last_state("durable_workflow/incident.py")
    assert [(row["label"], row["value"]) for row in end["pending"]] == [("INC-7", "COMPLETED")]
    assert [row["key"] for row in end["stores"]["INC-7"]] == [str(n) for n in range(1, 35)]


def test_what_is_on_its_way_is_on_an_edge_of_the_diagram_and_lost_with_its_sender() -> None:
    asked = last_state(TWICE, upto="effect:refund#1.requested")
    assert asked["in_flight"] == [
        {"step": "effect:refund#1", "from": "worker", "to": "callee", "edge": "call"}
    ]
    done = last_state(TWICE, upto="effect:refund#1.applied")
    assert [flying["edge"] for flying in done["in_flight"]] == ["receipt"]
    assert last_state(TWICE, upto="process:worker-1#1.crashed")["in_flight"] == []


def test_marks_verdicts_and_counts() -> None:
    one = experiment_of(TWICE)
    outcome = one.run()
    drawn = view(outcome.trace, "queue_workers", intents=one.intents(outcome))
    kinds = [(mark["kind"], outcome.trace.events[mark["at"]].kind) for mark in drawn["marks"]]
    assert kinds == [
        ("fault", "fault"),
        ("crash", "process"),
        ("restart", "process"),
        ("lease-end", "lease"),
        ("duplicate", "effect"),
        ("end", "process"),
    ]
    once = next(verdict for verdict in drawn["verdicts"] if verdict["check"] == "once")
    assert (once["status"], once["event"]) == ("violated", drawn["marks"][4]["at"])
    assert once["say"]["en"].startswith("refund(A-1042)")
    assert drawn["counts"] == [{"name": "refund", "applied": 2, "recognised": 0, "wanted": 1}]


def test_crash_points_are_those_of_the_explorer() -> None:
    for topology, trace, points in traces():
        drawn = view(trace, topology)
        assert [e["point"] for e in drawn["events"] if e.get("crash")] == points


@pytest.mark.parametrize("key", SIGNATURES)
def test_before_the_first_event_every_node_of_the_diagram_is_there(key: str) -> None:
    start = view(Trace({}), key)["start"]
    assert list(start["nodes"]) == [node.id for node in SIGNATURES[key].nodes]
    assert {node.id for node in SIGNATURES[key].nodes if not start["nodes"][node.id]["alive"]} == {
        node.id for node in SIGNATURES[key].nodes if node.dies
    }


ASKING = """
    from durable_lab import world
    from durable_lab.in_memory_loop import Client

    def agent(request):
        if world.ask("approve", about={"change": "restart"}) == "yes":
            world.call("apply")

    Client(deadline=9999).send(agent)
"""


def drawn_state(source: str, plan: str, upto: str) -> Any:
    """The state of a program's run under a plan, after a point."""
    one = experiment(source)
    trace = one.run(parse_plan(plan)).trace
    return states(view(trace, one.topology.key))[[event.point for event in trace].index(upto)]


def test_a_question_dies_with_the_process_that_waits_for_its_answer() -> None:
    plan = "crash landing person:approve#2.requested at person:approve#1.requested"
    asked = drawn_state(ASKING, plan, "person:approve#1.requested")["people"]
    assert asked == [{"question": "approve", "about": "change = restart", "answer": "", "state": "asked"}]
    lost = drawn_state(ASKING, plan, "process:process#1.crashed")["people"]
    assert (lost[0]["state"], lost[0]["answer"]["en"]) == ("lost", "whoever asked is gone")
    late = drawn_state(ASKING, plan, "person:approve#1.answered")["people"]
    assert [(row["state"], row["answer"]) for row in late] == [("lost", "yes"), ("asked", "")]
    assert drawn_state(ASKING, plan, "person:approve#2.answered")["people"][1]["state"] == "answered"


def test_a_paused_process_lives_and_does_not_know() -> None:
    plan = "pause process at effect:apply#1.requested for 9s"
    paused = drawn_state(ASKING, plan, "process:process#1.paused")["processes"]["process"]
    assert (paused["alive"], paused["doing"]["en"]) == (True, "paused, without knowing")
    back = drawn_state(ASKING, plan, "process:process#1.resumed")["processes"]["process"]
    assert back["doing"]["en"] == "serves request 1, try 1"


def test_a_stuck_run_is_still_running() -> None:
    state = last_state("casebook: clock/naive/worker-restarts")
    assert state["pending"][0]["value"] == {"zh": "RUNNING，卡住", "en": "RUNNING, stuck"}


def test_what_the_model_said_is_known_when_the_process_goes_on() -> None:
    said = last_state(ANSWER, "", "model:model#1.answered")
    assert said["processes"]["process"]["knows"] == []
    later = last_state(ANSWER, "", "model:model#2.requested")
    assert [row["value"] for row in later["processes"]["process"]["knows"]] == ["db-7"]
