"""Questions and answers: what runs again, which answer goes where, and what is not an error."""

from __future__ import annotations

import pytest

from tests.support import explore_text, filled, graph, run_text, run_well

SEVERAL = """
def ask(state):
    world.call("e0")
{body}
app = chain([ask])
app.invoke({{"n": 1}}, thread, durability="{durability}")
for i in range({n}):
    result = app.invoke(Command(resume=f"answer {{i}}"), thread, durability="{durability}")
print("__interrupt__" in result)
"""


@pytest.mark.parametrize("durability", ["sync", "async", "exit"])
@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_the_code_before_the_kth_of_n_interrupts_runs_n_minus_k_plus_2_times(n: int, durability: str) -> None:
    body = "".join(f"    interrupt('q{k}')\n    world.call('e{k}')\n" for k in range(1, n + 1))
    ran = run_well(filled(SEVERAL, body=body, n=n, durability=durability))
    assert ran.done == {f"e{k - 1}": n - k + 2 for k in range(1, n + 2)}
    assert ran.lines == ["False"]


def test_questions_are_matched_by_their_order_so_swapping_them_swaps_the_answers() -> None:
    ran = run_well(
        graph("""
def ask(state):
    names = ["first", "second"] if not world.ledger("deploy") else ["second", "first"]
    answers = {name: interrupt(name) for name in names}
    print(sorted(answers.items()))
app = chain([ask])
app.invoke({"n": 1}, thread)
app.invoke(Command(resume="for first"), thread)
world.call("deploy")
app.invoke(Command(resume="for second"), thread)
""")
    )
    assert ran.lines == ["[('first', 'for second'), ('second', 'for first')]"]


def test_each_of_three_questions_keeps_its_own_answer() -> None:
    ran = run_well(
        graph("""
def ask(state):
    print([interrupt(f"question {i}") for i in range(3)])
app = chain([ask])
app.invoke({"n": 1}, thread)
for answer in "xyz":
    app.invoke(Command(resume=answer), thread)
""")
    )
    assert ran.lines == ["['x', 'y', 'z']"]


PARALLEL = """
def a(state):
    world.call("a")
    return {"log": [interrupt("qa")]}
def b(state):
    world.call("b")
    return {"log": [interrupt("qb")]}
builder = StateGraph(State).add_node("a", a).add_node("b", b).add_edge(START, "a").add_edge(START, "b")
app = builder.compile(checkpointer=durable())
paused = app.invoke({"n": 1}, thread)
ids = {i.value: i.id for i in paused["__interrupt__"]}
"""


def test_a_bare_answer_to_several_questions_is_refused_and_nothing_runs() -> None:
    ran = run_text(graph(PARALLEL + "app.invoke(Command(resume='yes'), thread)"))
    assert isinstance(ran.error, RuntimeError)
    assert str(ran.error).startswith(
        "When there are multiple pending interrupts, you must specify the interrupt id"
    )
    assert ran.done == {"a": 1, "b": 1}


def test_one_answer_by_id_runs_the_others_prefix_too() -> None:
    ran = run_well(
        graph(
            PARALLEL
            + """
result = app.invoke(Command(resume={ids["qb"]: "B"}), thread)
print([i.value for i in result["__interrupt__"]], app.get_state(thread).next)
result = app.invoke(Command(resume={ids["qa"]: "A"}), thread)
print(result["log"])
"""
        )
    )
    assert ran.lines == ["['qa'] ('a',)", "['A', 'B']"]
    assert ran.done == {"a": 3, "b": 2}


def test_both_answers_at_once() -> None:
    ran = run_well(
        graph(PARALLEL + "print(app.invoke(Command(resume={ids['qa']: 'A', ids['qb']: 'B'}), thread)['log'])")
    )
    assert ran.lines == ["['A', 'B']"]
    assert ran.done == {"a": 2, "b": 2}


def test_an_answered_id_sent_again_is_no_error_and_runs_the_next_pending_prefix() -> None:
    ran = run_well(
        graph(
            PARALLEL
            + """
app.invoke(Command(resume={ids["qb"]: "B"}), thread)
again = app.invoke(Command(resume={ids["qb"]: "B"}), thread)
print([i.value for i in again["__interrupt__"]])
"""
        )
    )
    assert ran.lines == ["['qa']"]
    assert ran.done == {"a": 3, "b": 2}


ONE = """
def ask(state):
    world.call("before")
    world.call("after", answer=interrupt("?"))
def end(state):
    world.call("end")
app = chain([ask, end])
paused = app.invoke({"n": 1}, thread)
"""


def test_going_on_with_nothing_while_paused_repeats_the_prefix_and_stays() -> None:
    ran = run_well(graph(ONE + "print([i.value for i in app.invoke(None, thread)['__interrupt__']])"))
    assert ran.lines == ["['?']"]
    assert ran.done == {"before": 2}


def test_new_input_while_paused_drops_the_pause_and_begins_again_on_the_kept_state() -> None:
    ran = run_well(
        graph(
            ONE
            + """
again = app.invoke({"log": ["new"]}, thread)
print(again["n"], again["log"], len(again["__interrupt__"]))
app.invoke(Command(resume="yes"), thread)
print(app.invoke(Command(resume="yes"), thread), app.get_state(thread).next)
"""
        )
    )
    assert ran.lines == ["1 ['new'] 1", "{'log': ['new'], 'n': 1} ()"]
    assert ran.done == {"before": 3, "after": 1, "end": 1}


def test_an_answer_to_a_wrong_thread_is_no_error_and_starts_a_new_run() -> None:
    ran = run_well(
        graph(
            ONE
            + """
wrong = app.invoke(Command(resume="yes"), {"configurable": {"thread_id": "wrong"}})
print(wrong.get("n"), app.get_state(thread).next)
"""
        )
    )
    assert ran.lines == ["None ('ask',)"]
    assert "after" not in ran.done or ran.done["before"] == 2


def test_an_answer_to_a_finished_thread_does_nothing_and_gives_the_old_result() -> None:
    ran = run_well(
        graph(
            ONE
            + """
first = app.invoke(Command(resume="yes"), thread)
print(first == app.invoke(Command(resume="no"), thread) == app.invoke(None, thread))
"""
        )
    )
    assert ran.lines == ["True"]
    assert ran.done == {"before": 2, "after": 1, "end": 1}


@pytest.mark.parametrize("handler", ["except Exception", "except BaseException", "except"])
def test_catching_everything_around_a_question_swallows_the_pause(handler: str) -> None:
    ran = run_well(
        graph(f"""
def ask(state):
    try:
        interrupt("?")
    {handler}:
        world.call("swallowed")
app = chain([ask])
print("__interrupt__" in app.invoke({{"n": 1}}, thread))
""")
    )
    assert ran.lines == ["False"]
    assert ran.done == {"swallowed": 1}


NO_SAVER = ONE.replace(
    "chain([ask, end])", "StateGraph(State).add_node('ask', ask).add_edge(START, 'ask').compile()"
)


def test_without_a_checkpointer_the_pause_is_returned_and_the_answer_refused() -> None:
    ran = run_text(
        graph(NO_SAVER + "print(len(paused['__interrupt__']))\napp.invoke(Command(resume='yes'), thread)")
    )
    assert ran.lines == ["1"]
    assert isinstance(ran.error, RuntimeError)
    assert str(ran.error) == "Cannot use Command(resume=...) without checkpointer"


def test_without_a_thread_id() -> None:
    ran = run_text(graph("chain([work('a')]).invoke({'n': 1})"))
    assert isinstance(ran.error, ValueError)
    assert "thread_id" in str(ran.error)


def test_going_on_where_nothing_is_stored() -> None:
    ran = run_text(graph("chain([work('a')]).invoke(None, thread)"))
    assert type(ran.error).__name__ == "EmptyInputError"


def test_a_question_outside_of_a_node() -> None:
    ran = run_text(graph("interrupt('?')"))
    assert isinstance(ran.error, RuntimeError)
    assert str(ran.error) == "Called get_config outside of a runnable context"


def test_a_pause_outlives_the_process_and_the_answer_goes_on() -> None:
    """Everything is killed while it waits; nothing is asked twice and no effect is repeated by that."""
    calm = run_well(graph(ONE + "app.invoke(Command(resume='yes'), thread)"))
    killed = run_well(
        graph(ONE + "app.invoke(Command(resume='yes'), thread)"), "crash at writes:ask#1.stored"
    )
    assert calm.done == {"before": 2, "after": 1, "end": 1}
    assert killed.done == {"before": 3, "after": 1, "end": 1}  # invoke(None) runs the prefix again


def test_an_answer_with_an_update_applies_what_nobody_approved() -> None:
    ran = run_well(
        graph("""
def ask(state):
    if interrupt(f"apply {state['n']}?") == "yes":
        world.call("apply", n=state["n"])
app = chain([ask])
app.invoke({"n": 1}, thread)
app.invoke(Command(resume="yes", update={"n": 2}), thread)
""")
    )
    assert next(ran.trace.select("effect", "requested")).payload["arguments"] == {"n": 2}


def test_a_check_that_raises_sticks_because_the_answer_stays_stored() -> None:
    ran = run_well(
        graph("""
def ask(state):
    answer = interrupt("?")
    if answer != "yes":
        raise ValueError(answer)
app = chain([ask])
app.invoke({"n": 1}, thread)
for send in (Command(resume="no"), None, None):
    try:
        app.invoke(send, thread)
    except ValueError as error:
        print(error)
""")
    )
    assert ran.lines == ["no", "no", "no"]


def test_the_leftover_answer_is_taken_by_the_second_question() -> None:
    """After one of two questions of a node was answered, going on with nothing answers the second with it."""
    ran = run_well(
        graph("""
def ask(state):
    print(interrupt("first"), interrupt("second"))
app = chain([ask])
app.invoke({"n": 1}, thread)
print([i.value for i in app.invoke(Command(resume="A"), thread)["__interrupt__"]])
app.invoke(None, thread)
""")
    )
    assert ran.lines == ["['second']", "A A"]


def test_the_state_shows_open_questions() -> None:
    ran = run_well(
        graph(
            ONE
            + """
state = app.get_state(thread)
print(state.next, [i.value for i in state.interrupts], [t.name for t in state.tasks], state.values)
empty = app.get_state({"configurable": {"thread_id": "unknown"}})
print(empty.next, empty.interrupts, empty.values)
"""
        )
    )
    assert ran.lines == ["('ask',) ['?'] ['ask'] {'log': [], 'n': 1}", "() () {}"]


TWO_QUESTIONS = """
def ask(state):
    world.call("apply", first=interrupt("first"), second=interrupt("second"), key="once")
app = chain([ask])
paused = app.invoke({{"n": 1}}, thread, durability="{durability}")
for answer in "AB":
    given = Command(resume={given})
    paused = app.invoke(given, thread, durability="{durability}")
"""


@pytest.mark.parametrize("durability", ["sync", "async", "exit"])
def test_answered_by_id_each_question_gets_its_own_answer_wherever_it_crashes(durability: str) -> None:
    by_id = '{paused["__interrupt__"][0].id: answer}'
    for asked in (
        TWO_QUESTIONS,
        TWO_QUESTIONS.replace('"second")', '"first")'),
    ):  # by its id, not by its text
        found = explore_text(filled(asked, durability=durability, given=by_id))
        assert len(found.points) > 5
        assert found.failures == []


@pytest.mark.parametrize(
    ("durability", "failing"),
    [("sync", ["crash at writes:ask#2.stored"]), ("async", ["crash at writes:ask#2.stored"]), ("exit", [])],
)
def test_a_bare_answer_stays_stored_and_recovery_gives_it_to_the_next_question(
    durability: str, failing: list[str]
) -> None:
    found = explore_text(filled(TWO_QUESTIONS, durability=durability, given="answer"))
    assert [run.plan for run in found.failures] == failing


def test_each_question_of_a_node_has_its_id_and_the_first_ones_answers_the_next_too() -> None:
    ran = run_well(
        graph("""
def ask(state):
    print(interrupt("first"), interrupt("second"))
app = chain([ask])
question = app.invoke({"n": 1}, thread)["__interrupt__"][0]
next_one = app.invoke(Command(resume={question.id: "A"}), thread)["__interrupt__"][0]
print(next_one.id == question.id)
app.invoke(Command(resume={question.id: "A"}), thread)
""")
    )
    assert ran.lines == ["False", "A A"]
