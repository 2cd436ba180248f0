"""Recording: the reader's line and variables at a named event, in each topology."""

from __future__ import annotations

import dataclasses
import datetime
from typing import Any

import pytest

from durable_lab.kernel.faults.plan import parse_plan
from durable_lab.kernel.machine.recording import Recorder, Seen, text_of
from tests.durable_lab.topologies.workflow.programs import program
from tests.support import NAME, experiment, graph

LOOP = """
    from durable_lab import world
    from durable_lab.in_memory_loop import Client

    def agent(request):
        done = []
        for host in request["hosts"]:
            world.call("change", host=host)  # here
            done.append(host)
        return done

    Client().send(agent, {"hosts": ["a", "b"]})
"""

GRAPH = graph("""
def node(state):
    before = len(state["log"])
    world.call("change")  # here
    return {"n": before}
chain([node]).invoke({"log": ["x"]}, thread)
""")

QUEUE = """
    from durable_lab import world
    from durable_lab.queue_workers import Queue

    queue = Queue("jobs")

    @queue.worker
    def handle(message):
        job = message.body["job"]
        world.call("change", job=job)  # here
        message.complete()

    if __name__ == "__main__":
        queue.send({"job": 7})
        queue.run(workers=1)
"""

WORKFLOW = program(
    """
    @activity.defn
    async def {name}(what: str) -> str:
        attempt = activity.info().attempt
        return {call}("change", what=what)  # here

    ACTIVITIES.append({name})

    @workflow.defn
    class Flow:
        @workflow.run
        async def run(self, what: str) -> str:
            step = 1
            found = await workflow.execute_activity({name}, what, start_to_close_timeout=LIMIT)  # waits
            step = 2
            print(found)  # prints
            return found
    """,
    """
    async with worker(Flow):
        await result(await begin(Flow, "x"))
    """,
)
ASYNC = WORKFLOW.replace("{name}", "apply").replace("{call}", "await world.acall")
SYNC = (
    WORKFLOW.replace("{name}", "apply")
    .replace("async def apply", "def apply")
    .replace("{call}", "world.call")
    .replace("activities=ACTIVITIES", "activities=ACTIVITIES, activity_executor=object()")
)


def recorded(source: str, plan: str = "") -> dict[str, Seen]:
    """By point: what was seen at each event."""
    one = experiment(source)
    recorder = Recorder(NAME)
    trace = one.run(parse_plan(plan), on_event=recorder).trace
    assert any(trace.select("process", "ended"))
    return {
        event.point: recorder.recording[event.sequence]
        for event in trace
        if event.sequence in recorder.recording
    }


def line_of(source: str, mark: str = "# here") -> int:
    """The line of the program that ends with a mark."""
    lines = experiment(source).program.source.splitlines()
    return 1 + next(index for index, line in enumerate(lines) if line.endswith(mark))


@pytest.mark.parametrize(
    ("source", "point", "variables"),
    [
        (
            LOOP,
            "effect:change#2.requested",
            {"request": "{'hosts': ['a', 'b']}", "done": "['a']", "host": "'b'"},
        ),
        (GRAPH, "effect:change#1.requested", {"state": "{'log': ['x']}", "before": "1"}),
        (QUEUE, "effect:change#1.requested", {"message": "Message", "job": "7"}),
        (ASYNC, "effect:change#1.requested", {"what": "'x'", "attempt": "1"}),
        (SYNC, "effect:change#1.requested", {"what": "'x'", "attempt": "1"}),
    ],
    ids=["loop", "graph", "queue", "async activity", "sync activity"],
)
def test_line_and_variables_where_an_effect_is_asked_for(
    source: str, point: str, variables: dict[str, str]
) -> None:
    seen = recorded(source)
    assert dict(seen[point].variables) == variables
    assert seen[point].line == seen[point.replace("requested", "returned")].line == line_of(source)


def test_the_code_of_a_workflow_is_seen_where_it_runs_and_where_it_waits() -> None:
    seen = recorded(ASYNC)
    assert seen["commands:Flow#1.sent"].line == line_of(ASYNC, "# waits")
    assert dict(seen["commands:Flow#1.sent"].variables) == {"self": "Flow", "what": "'x'", "step": "1"}
    assert seen["print:worker#1.printed"].line == line_of(ASYNC, "# prints")
    assert dict(seen["print:worker#1.printed"].variables)["step"] == "2"
    assert "commands:Flow#2.sent" not in seen  # it has returned


def test_another_life_begins_with_nothing_and_is_seen_again() -> None:
    seen = recorded(LOOP, "crash at effect:change#2.applied")
    assert dict(seen["effect:change#3.requested"].variables)["done"] == "[]"


@pytest.mark.parametrize("source", [LOOP, GRAPH, QUEUE, ASYNC], ids=["loop", "graph", "queue", "workflow"])
def test_nothing_is_seen_of_the_outside_nor_of_a_process_that_another_starts(source: str) -> None:
    seen = recorded(source, "crash at effect:change#1.applied")
    kinds = {point.partition(":")[0] + "." + point.rpartition(".")[2] for point in seen}
    assert not kinds & {
        "effect.applied",
        "process.started",
        "process.crashed",
        "fault.happened",
        "send.stored",
    }


def test_a_recording_changes_nothing() -> None:
    for source in (LOOP, GRAPH, QUEUE, ASYNC):
        one = experiment(source)
        assert one.run(on_event=Recorder(NAME)).trace.digest() == one.run().trace.digest()


def test_variables_of_a_module_are_its_data() -> None:
    seen = recorded(
        "import json\nfrom durable_lab import world\nclass A: pass\nn, a = 1, A()\nworld.call('x', n=n)\n"
    )
    assert seen["effect:x#1.requested"].variables == (("n", "1"), ("a", "A"))


def test_inside_a_comprehension_the_function_around_it_is_seen() -> None:
    source = "from durable_lab import world\ndef f(n):\n    return [world.call('x', n=i) for i in range(n)]\nf(1)\n"
    seen = recorded(source)["effect:x#1.requested"]
    assert (seen.line, dict(seen.variables)) == (3, {"n": "1", "i": "0"})


@dataclasses.dataclass
class Point:
    x: int
    y: Any = None


class Odd:
    def __repr__(self) -> str:
        raise AssertionError("the reader's code does not run to be looked at")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "None"),
        ("a" * 100, "'" + "a" * 38 + "…"),
        ({"b", "a", "c"}, "{'a', 'b', 'c'}"),
        (set(), "set()"),
        (frozenset({2, 1}), "{1, 2}"),
        ((1,), "(1,)"),
        ([1, [2, [3, [4]]]], "[1, [2, [3, …]]]"),
        ({"k": (1, 2)}, "{'k': (1, 2)}"),
        (Point(1, [2]), "Point(x=1, y=[2])"),
        (Odd(), "Odd"),
        (datetime.date(2026, 1, 2), "2026-01-02"),
        (b"ab", "b'ab'"),
    ],
)
def test_a_value_as_text(value: Any, text: str) -> None:
    assert text_of(value) == text
