"""Skipping a crash that leaves a known state loses nothing: explored with and without, the findings are the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from durable_lab.experiment import Experiment
from durable_lab.explorer import Exploration, Tried
from tests.programs import SOURCES
from tests.support import explore_text, graph

ROOT = Path(__file__).resolve().parents[3]
CORPUS = sorted((ROOT / "tests" / "durable_lab" / "corpus" / "programs").rglob("*.py"))
PROGRAMS = {**SOURCES, **{"/".join(path.parts[-2:]): path.read_text(encoding="utf-8") for path in CORPUS}}
SMALL = (
    "in_memory_loop/",
    "checkpointed_graph/stored_at_exit",
    "checkpointed_graph/try_again",
    "queue_workers/key",
)
"""Programs of which all pairs are tried too; of the others they take too long for a test."""


def explored(name: str, *, pairs: bool, prune: bool) -> Exploration:
    *_, found = Experiment(PROGRAMS[name], "file.py").explore(pairs=pairs, prune=prune)
    return found


def failures(tried: Tried) -> set[object]:
    return {(v.check, v.code, str(v.fields)) for v in tried.verdicts if v.status == "violated"}


def ways(found: Exploration) -> set[object]:
    return {way for tried in found.runs for way in failures(tried)}


@pytest.mark.parametrize("name", PROGRAMS)
def test_with_and_without_skipping_the_ways_of_failing_are_the_same(name: str) -> None:
    pairs = name.startswith(SMALL)
    full, skipping = (explored(name, pairs=pairs, prune=prune) for prune in (False, True))
    assert full.pruned == 0
    assert ways(skipping) == ways(full)
    said = {tried.plan: failures(tried) for tried in full.runs}
    for tried in skipping.runs:
        assert failures(tried) == said[tried.plan], tried.plan


def test_where_one_process_dies_most_crashes_leave_a_known_state() -> None:
    source = graph("app = chain([work(str(n)) for n in range(4)])\napp.invoke({'n': 1}, thread)\n")
    found = explore_text(source)
    assert found.pruned > len(found.points) // 3
    plans = {tried.plan: tried.same_as for tried in found.runs}
    assert plans["crash at effect:0#1.returned"] == "crash at effect:0#1.applied"
    assert plans["crash at effect:0#1.applied"] == ""


SERVED_SLOWLY = """
import asyncio
from durable_lab import world
world.callee("pay", takes=10.0)
async def main():
    await asyncio.gather(world.acall("pay", n=1), world.amodel("p"))
asyncio.run(main())
"""


def test_a_request_that_is_still_served_is_part_of_the_state() -> None:
    """Before it arrives it dies with its process; while it is served it does not."""
    full, skipping = (
        list(Experiment(SERVED_SLOWLY, "file.py").explore(prune=prune))[-1] for prune in (False, True)
    )
    said = {tried.plan: failures(tried) for tried in full.runs}
    assert said["crash at model:model#1.requested"] == set()
    assert len(said["crash at model:model#1.answered"]) == 1
    assert {tried.plan: failures(tried) for tried in skipping.runs} == said


NOTHING = "from durable_lab import world\nworld.call('a')\n"


@pytest.mark.parametrize(
    ("why", "source"),
    [
        ("the clock", "import time\nfrom durable_lab import world\nworld.call('a', at=time.time())\n"),
        ("the ledger's times", NOTHING + "world.ledger()\n"),
    ],
)
def test_a_program_that_can_tell_two_states_apart_is_not_skipped(why: str, source: str) -> None:
    assert explore_text(NOTHING).pruned == 1, "applied and returned leave the same"
    assert explore_text(source).pruned == 0, why


def test_another_life_is_another_state_for_a_program_that_uses_chance() -> None:
    """After two crashes it draws other numbers than after one."""
    source = "import random\nfrom durable_lab import world\nworld.call('a', n=random.random())\n"
    *_, found = Experiment(source, "file.py").explore(pairs=True)
    pairs = [tried for tried in found.runs if " ; " in tried.plan]
    singles = {tried.plan for tried in found.runs} - {tried.plan for tried in pairs}
    assert pairs and not [tried for tried in pairs if tried.same_as in singles]


def test_a_key_that_the_callee_forgets_makes_time_count() -> None:
    forgets = (
        "from durable_lab import world\nworld.callee('a', expires_after=60.0)\nworld.call('a', key='k')\n"
    )
    assert explore_text(forgets).pruned == 0


def test_with_another_process_alive_nothing_is_skipped() -> None:
    found = explored("queue_workers/delivered-twice/key.py", pairs=False, prune=True)
    assert found.points and found.pruned == 0


FORGETFUL = """
from durable_lab import world
world.call("a", key="k")
world.callee("a", honours_keys=False)
world.call("b", key="b")
"""
EXPIRING = """
import sqlite3, time
from typing import TypedDict
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, StateGraph
from durable_lab import world
world.intend("x", {}, approval="approve", valid_for=7100)
class State(TypedDict):
    n: int
def act(state):
    time.sleep(7000)
    world.call("x", key="x")
builder = StateGraph(State).add_node(act).add_edge(START, "act")
app = builder.compile(checkpointer=SqliteSaver(sqlite3.connect("agent.db", check_same_thread=False)))
world.ask("approve")
app.invoke({"n": 1}, {"configurable": {"thread_id": "1"}})
"""
RENAMED_CLOCK = """
import time as t
from dataclasses import dataclass, field
from durable_lab import world
@dataclass
class Now:
    at: float = field(default_factory=t.time)
t.sleep(100)
world.call("x" if Now().at % 1000 < 500 else "y", key="k")
t.sleep(300)
world.call("z", key="z")
"""


@pytest.mark.parametrize("source", [FORGETFUL, EXPIRING, RENAMED_CLOCK])
def test_what_was_said_of_a_callee_and_what_the_clock_decides_are_part_of_the_state(source: str) -> None:
    full, skipping = ([*Experiment(source, "file.py").explore(prune=prune)][-1] for prune in (False, True))
    assert ways(full), "a program that never fails shows nothing"
    assert [failures(tried) for tried in skipping.runs] == [failures(tried) for tried in full.runs]
