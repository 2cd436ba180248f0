"""People: asked by an agent they answer a process, asked by the client they answer whoever speaks for it."""

from __future__ import annotations

import pytest

from durable_lab.kernel.outside.people import digest
from durable_lab.words.messages import LabError
from tests.support import Ran, graph, run_text, run_well

PLAIN = """
from durable_lab import world
import time
print(world.ask("approve", about={"change": "restart db-7"}))
world.call("apply_change")
"""
LOOP = """
from durable_lab import world
from durable_lab.in_memory_loop import Client

def agent(request):
    return world.ask("approve", about=request)

print(Client(deadline=100_000).send(agent, {"change": "restart db-7"}))
"""
GRAPH = graph("""
def ask(state):
    world.call("ticket", key="k")
    if interrupt("?") == "yes":
        world.call("apply", key="a")

app = chain([ask])
app.invoke({"n": 1}, thread)
answer = world.ask("approve", about={"n": 1})
print(answer)
app.invoke(Command(resume=answer), thread)
""")


def asked(ran: Ran) -> list[tuple[str, str, int, float]]:
    return [(e.step, e.phase, e.life, round(e.time)) for e in ran.trace.select("person")]


def test_a_person_answers_yes_after_an_hour() -> None:
    ran = run_well(PLAIN)
    assert ran.lines == ["yes"]
    assert asked(ran) == [
        ("person:approve#1", "requested", 1, 0),
        ("person:approve#1", "answered", 1, 3600),
    ]


def test_question_and_answer_show_the_proposal_and_its_digest() -> None:
    about = {"change": "restart db-7"}
    requested, answered = run_well(PLAIN).trace.select("person")
    assert requested.payload == {"about": about, "digest": digest(about), "business": "restart db-7"}
    assert answered.payload == {"answer": "yes", "about": about, "digest": digest(about)}


def test_a_digest_knows_equal_proposals_and_tells_others_apart() -> None:
    assert digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1})
    assert digest({"a": 1}) != digest({"a": 2})
    assert len(digest(None)) == 12
    ran = run_well("from durable_lab import world\nprint(world.digest({'a': 1}))")
    assert ran.lines == [digest({"a": 1})]


@pytest.mark.parametrize(
    ("says", "lines"),
    [
        ("'no'", ["no 3600", "no 7200"]),
        ("'no@3d'", ["no 259200", "no 518400"]),
        ("['no@1m', 'yes']", ["no 60", "yes 3660"]),
        ("{'approved': False}", ["{'approved': False} 3600", "{'approved': False} 7200"]),
    ],
)
def test_a_script_says_what_is_answered_and_when(says: str, lines: list[str]) -> None:
    ran = run_well(f"""
from durable_lab import world
import time
world.people({{"approve": {says}}})
begin = time.time()
for _ in range(2):
    print(world.ask("approve"), round(time.time() - begin))
""")
    assert ran.lines == lines


def test_a_question_may_never_be_answered() -> None:
    script = 'from durable_lab import world\nworld.people({"approve": None})\n'
    assert run_text(script + 'world.ask("approve")').trace.events[-1].phase == "stuck"
    waited = run_well(
        script + "try:\n    world.ask('approve', timeout=60)\nexcept world.CallTimedOut as e:\n    print(e)"
    )
    assert waited.lines[0].startswith("approve was not answered in time")


def test_an_answer_says_who_gave_it() -> None:
    ran = run_well("""
from durable_lab import world
world.people({"approve": "no", "apply": "yes"}, by="Ann")
world.people({"approve": "yes"}, by="Bob")
world.ask("approve"), world.ask("apply"), world.ask("other")
""")
    answered = [(e.payload["answer"], e.payload.get("by")) for e in ran.trace.select("person", "answered")]
    assert answered == [("yes", "Bob"), ("yes", "Ann"), ("yes", None)]


def test_a_script_that_cannot_be_read_is_refused_at_once() -> None:
    ran = run_text('from durable_lab import world\nworld.people({"approve": ["no", "yes@soon"]})')
    assert isinstance(ran.error, LabError)
    assert ran.error.code == "bad-answer-delay"


@pytest.mark.parametrize("source", [PLAIN, LOOP])
def test_in_the_loop_a_process_asks_and_its_next_life_asks_again(source: str) -> None:
    ran = run_well(source, "crash at person:approve#1.requested")
    assert [e.edge for e in ran.trace.select("person")] == ["ask_person", "ask_person", "answer_person"]
    assert [e.life for e in ran.trace.select("person", "requested")] == [1, 2]
    late = run_well(source, "crash at person:approve#1.answered")
    assert [e.phase for e in late.trace.select("person")] == ["requested", "answered"] * 2
    assert late.lines == ["yes"]


@pytest.mark.parametrize("phase", ["requested", "answered"])
def test_the_client_asks_once_whatever_dies(phase: str) -> None:
    ran = run_well(GRAPH, f"crash at person:approve#1.{phase}")
    assert [(e.phase, e.edge) for e in ran.trace.select("person")] == [("requested", ""), ("answered", "")]
    assert ran.lives == 2
    assert ran.lines == ["yes"]
    assert ran.done == {"ticket": 1, "apply": 1}


def test_an_answer_that_the_client_has_heard_is_not_asked_for_again() -> None:
    ran = run_well(GRAPH, "crash at effect:apply#1.applied")
    assert len(asked(ran)) == 2
    assert ran.done == {"ticket": 1, "apply": 1}


def test_the_clients_patience_survives_its_process() -> None:
    source = GRAPH.replace('about={"n": 1})', "timeout=60)")
    ran = run_text(source, "hang person:approve#1 ; crash at person:approve#1.requested")
    assert ran.error is not None
    assert "not answered in time" in str(ran.error)
    assert round(ran.trace.events[-1].time) == 60
    assert len(asked(ran)) == 1


def test_a_node_that_asks_is_no_client() -> None:
    ran = run_well(
        graph("""
def ask(state):
    print(world.ask("approve"))
app = chain([ask])
app.invoke({"n": 1}, thread)
"""),
        "crash at person:approve#1.answered",
    )
    assert [e.phase for e in ran.trace.select("person")] == ["requested", "answered"] * 2
    assert {e.edge for e in ran.trace.select("person")} == {""}


@pytest.mark.parametrize(
    ("plan", "line", "phases"),
    [
        ("hang person:approve#1", "late", ["requested"]),
        ("lose request person:approve#1", "late", ["requested"]),
        ("lose reply person:approve#1", "late", ["requested", "answered"]),
        ("delay reply person:approve#1 until 3d", "late", ["requested", "answered"]),
        ("delay reply person:approve#1 until 3h", "yes", ["requested", "answered"]),
    ],
)
def test_a_person_may_be_late_or_silent(plan: str, line: str, phases: list[str]) -> None:
    ran = run_well(
        """
from durable_lab import world
try:
    print(world.ask("approve", timeout=86400))
except world.CallTimedOut:
    print("late")
""",
        plan,
    )
    assert ran.lines == [line]
    assert [e.phase for e in ran.trace.select("person")] == phases


def test_asynchronous_code_asks_with_aask() -> None:
    ran = run_well("""
import asyncio
from durable_lab import world
async def main():
    print(await asyncio.gather(world.aask("a"), world.aask("b b")))
asyncio.run(main())
""")
    assert ran.lines == ["['yes', 'yes']"]
    assert {e.name for e in ran.trace.select("person")} == {"a", "b_b"}
