"""The client's journal: what it was told is not asked again; what was in progress is recovered."""

from __future__ import annotations

from tests.support import graph, run_text, run_well

TWO_CALLS = graph("""
def ask(state):
    world.call("before")
    world.call("after", answer=interrupt("?"))

app = chain([ask])
first = app.invoke({"n": 1}, thread, durability="sync")
print(first["__interrupt__"][0].value)
second = app.invoke(Command(resume="yes"), thread, durability="sync")
print(second)
""")


def test_a_call_that_had_returned_gives_the_same_answer_and_runs_nothing() -> None:
    ran = run_well(TWO_CALLS, "crash at effect:after#1.returned")
    assert ran.done == {"before": 3, "after": 2}  # the first pass, the answer's, and the answer's again
    invoked = [(e.life, e.phase) for e in ran.trace.select("invoke")]
    assert invoked == [(1, "called"), (1, "resumed"), (2, "resumed")]
    assert ran.lines == ["?", "{'log': [], 'n': 1}"]


def test_the_same_input_is_sent_again_only_if_nothing_was_stored() -> None:
    lost = run_well(TWO_CALLS, "crash at checkpoint:input#1.sent")
    assert [e.payload["given"] for e in lost.trace.select("invoke", "called")] == [{"n": 1}, {"n": 1}]
    kept = run_well(TWO_CALLS, "crash at checkpoint:input#1.stored")
    assert [e.payload["given"] for e in kept.trace.select("invoke", "called")] == [{"n": 1}, None]


def test_a_client_answers_again_while_its_question_is_open() -> None:
    ran = run_well(TWO_CALLS, "crash at writes:ask#2.sent")
    assert [e.payload["given"] for e in ran.trace.select("invoke", "resumed")] == ["yes", "yes"]
    done = run_well(TWO_CALLS, "crash at writes:ask#2.stored")
    assert [e.payload["given"] for e in done.trace.select("invoke")][-1] is None
    assert done.done == {"before": 2, "after": 1}


def test_an_error_that_the_client_was_told_is_told_again() -> None:
    ran = run_well(
        graph("""
app = chain([work("a")])
try:
    app.invoke(None, thread)
except Exception as error:
    print(type(error).__name__)
app.invoke({"n": 1}, thread)
"""),
        "crash at effect:a#1.requested",
    )
    assert ran.lines == ["EmptyInputError"]
    assert sum(1 for _ in ran.trace.select("invoke", "called")) == 3


def test_an_answer_from_the_journal_is_a_copy() -> None:
    ran = run_well(
        graph("""
app = chain([work("a")])
result = app.invoke({"n": 1}, thread)
result["log"].append("changed by the client")
app.invoke({"n": 1}, {"configurable": {"thread_id": "u"}})
print(result["log"])
"""),
        "crash at effect:a#2.requested",
    )
    assert ran.lines == ["['a', 'changed by the client']"]


def test_a_call_from_inside_a_node_is_no_clients() -> None:
    """An inner graph begins again with its node; the outer call alone is in the journal."""
    ran = run_well(
        graph("""
inner = chain([work("in1"), work("in2")], InMemorySaver())
def outer(state):
    inner.invoke({"n": 1}, {"configurable": {"thread_id": "inner"}})
    world.call("out")
app = chain([outer])
app.invoke({"n": 1}, thread, durability="sync")
"""),
        "crash at effect:out#1.applied",
    )
    assert ran.done == {"in1": 2, "in2": 2, "out": 2}


def test_several_calls_are_told_apart_by_their_order() -> None:
    source = graph("""
app = chain([work("a")])
for name in "xyz":
    app.invoke({"n": 1}, {"configurable": {"thread_id": name}})
    print(name)
""")
    for n in (1, 2, 3):
        ran = run_well(source, f"crash at effect:a#{n}.requested")
        assert ran.done == {"a": 3}
        assert ran.lines == ["x", "y", "z"]


def test_a_program_without_a_client_call_begins_again() -> None:
    ran = run_text(
        "from durable_lab import world\nprint('begin')\nworld.call('a')", "crash at effect:a#1.returned"
    )
    assert ran.lines == ["begin", "begin"]
