"""A preemption: of what is due at one instant, another goes first. Another schedule, and nothing else."""

from __future__ import annotations

import pytest

from durable_lab.explorer.points import single_faults
from durable_lab.kernel.faults.plan import parse_plan, plan_text
from tests.support import experiment, run_text, run_well

SIDE_BY_SIDE = """
import asyncio
from durable_lab import world

async def main():
    await asyncio.gather(world.acall("a"), world.acall("b"))

asyncio.run(main())
"""

WORKERS = """
from durable_lab import world
from durable_lab.queue_workers import Queue

queue = Queue("q")

@queue.worker
def handle(message):
    world.call("work", n=message.body, key=message.id)
    message.complete()

if __name__ == "__main__":
    queue.send(1)
    queue.send(2)
    queue.run(workers=2)
"""


def applied(source: str, plan: str = "") -> list[str]:
    return [e.name for e in run_well(source, plan).trace.select("effect", "applied")]


def test_its_text() -> None:
    text = "preempt at effect:a#1.requested"
    assert plan_text(parse_plan(text)) == text


def test_requests_that_arrive_at_one_instant_arrive_in_another_order() -> None:
    assert applied(SIDE_BY_SIDE) == ["a", "b"]
    assert applied(SIDE_BY_SIDE, "preempt at effect:b#1.requested") == ["b", "a"]


def test_where_there_is_no_choice_it_does_not_happen_and_changes_nothing() -> None:
    source = "from durable_lab import world\nworld.call('a')\nworld.call('b')\n"
    plan = "preempt at effect:a#1.requested"
    ran = run_text(source, plan)
    assert ran.trace.header["not_reached"] == [plan]
    assert [e.to_json() for e in ran.trace] == [e.to_json() for e in run_text(source).trace]


def test_it_is_the_same_each_time_and_nothing_is_lost() -> None:
    *_, found = experiment(WORKERS).explore("all")
    preempted = [tried for tried in found.runs if tried.plan.startswith("preempt")]
    assert preempted and all(tried.reached and tried.held for tried in preempted)
    for tried in preempted:
        first, again = (run_text(WORKERS, tried.plan).trace.digest() for _ in range(2))
        assert first == again != run_text(WORKERS).trace.digest()


@pytest.mark.parametrize("source", [SIDE_BY_SIDE, WORKERS])
def test_only_points_with_a_choice_are_tried(source: str) -> None:
    *_, found = experiment(source).explore("all")
    assert [tried.plan for tried in found.runs if not tried.reached] == []
    assert 0 < sum(plan.startswith("preempt") for plan in found.others) < len(found.baseline)


RACE = """
import asyncio
from durable_lab import world

first = []

async def ask(name):
    await world.acall("ask", of=name)
    if not first:
        first.append(name)
        await world.acall("win", who=name)

async def main():
    await asyncio.gather(ask("a"), ask("b"))

asyncio.run(main())
"""


def test_a_race_is_found_that_no_crash_shows() -> None:
    *_, found = experiment(RACE).explore("all")
    shown = {way.verdict.code: way.tried.plan for way in found.ways() if "win" in str(way.verdict.fields)}
    raced = [tried.plan for tried in found.runs if tried.plan.startswith("preempt") and not tried.held]
    assert raced and "ghost-unwanted" in shown


def test_every_single_fault_that_applies_is_tried_once() -> None:
    trace = run_text(WORKERS).trace
    *_, found = experiment(WORKERS).explore("all")
    plans = single_faults(trace, found.intents, [])
    assert len(plans) == len(set(plans))
    assert {plan.split()[0] for plan in plans} == {"lose", "delay", "fail", "hang", "redeliver", "pause"}
