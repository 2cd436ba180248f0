"""Rules of the engine that a program meets when it is declared and invoked, each as recorded on LangGraph 1.2.24."""

from __future__ import annotations

import pytest

from durable_lab.words.messages import LabError
from tests.support import explore_text, run_text, run_well

HEAD = """
import sqlite3
from typing import Annotated, TypedDict
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.errors import GraphRecursionError
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, Send, interrupt
from durable_lab import world

class S(TypedDict):
    x: int

def f(state):
    return {"x": state["x"] + 1}

def pick(state):
    return "a"

def ask(state):
    interrupt("?")
    return f(state)

def chain(*nodes, saver=None):
    builder, before = StateGraph(S), START
    for n, node in enumerate(nodes):
        builder.add_node(f"n{n}", node)
        builder.add_edge(before, f"n{n}")
        before = f"n{n}"
    return builder.compile(checkpointer=saver)
"""

REFUSED = {
    "builder = StateGraph(S); builder.add_node('a|b', f)": (
        "'|' is a reserved character and is not allowed in the node names."
    ),
    "builder = StateGraph(S); builder.add_node('a:b', f)": (
        "':' is a reserved character and is not allowed in the node names."
    ),
    "builder = StateGraph(S); builder.add_node('a', f); builder.add_edge(START, 'a')\n"
    "builder.add_conditional_edges('a', lambda s: 'x', {'x': 'nowhere'}); builder.compile()": (
        "At 'a' node, 'condition' branch found unknown target 'nowhere'"
    ),
    "builder = StateGraph(S); builder.add_node('a', f); builder.add_edge(START, 'a')\n"
    "builder.add_conditional_edges('a', pick, ['a', 'nope']); builder.compile()": (
        "At 'a' node, 'pick' branch found unknown target 'nope'"
    ),
    "class T(TypedDict):\n    x: Annotated[int, lambda a: a]\nStateGraph(T)": (
        "Invalid reducer signature. Expected (a, b) -> c. Got (a)"
    ),
    "class T(TypedDict):\n    x: Annotated[int, lambda a, b, c: a]\nStateGraph(T)": (
        "Invalid reducer signature. Expected (a, b) -> c. Got (a, b, c)"
    ),
    "chain(f).invoke({'x': 0}, {'recursion_limit': 0})": "recursion_limit must be at least 1",
}


@pytest.mark.parametrize("program", REFUSED)
def test_what_the_engine_does_not_accept(program: str) -> None:
    error = run_text(HEAD + program).error
    assert type(error) is ValueError and str(error) == REFUSED[program]


def test_a_reducer_may_be_built_in_or_have_a_default() -> None:
    run_well(
        HEAD + "import operator\nclass T(TypedDict):\n    x: Annotated[list, operator.add]\n"
        "    z: Annotated[int, lambda a, b=1: a]\nStateGraph(T)\n"
    )


@pytest.mark.parametrize(
    ("limit", "nodes", "is_reached"), [(1, 1, True), (2, 1, False), (2, 2, True), (3, 2, False), (3, 5, True)]
)
def test_taking_in_the_input_counts_and_the_limit_is_asked_before_the_end(
    limit: int, nodes: int, is_reached: bool
) -> None:
    ran = run_text(HEAD + f"chain(*[f] * {nodes}).invoke({{'x': 0}}, {{'recursion_limit': {limit}}})")
    assert (type(ran.error).__name__ == "GraphRecursionError") == is_reached


@pytest.mark.parametrize(
    ("limit", "nodes", "is_reached"),
    [(1, 1, False), (1, 2, False), (1, 3, True), (2, 3, False), (2, 4, True)],
)
def test_a_resumed_run_takes_in_nothing(limit: int, nodes: int, is_reached: bool) -> None:
    ran = run_text(
        HEAD + f"graph = chain(ask, *[f] * {nodes - 1}, saver=InMemorySaver())\n"
        "place = {'configurable': {'thread_id': '1'}}\ngraph.invoke({'x': 0}, place)\n"
        f"graph.invoke(Command(resume=1), {{**place, 'recursion_limit': {limit}}})\n"
    )
    assert (type(ran.error).__name__ == "GraphRecursionError") == is_reached


def test_a_commands_update_may_be_pairs_and_a_list_without_a_command_is_no_update() -> None:
    pairs = run_well(HEAD + "print(chain(lambda s: Command(update=[('x', 5)])).invoke({'x': 1}))")
    assert pairs.lines == ["{'x': 5}"]
    error = run_text(HEAD + "chain(lambda s: [{'x': 1}]).invoke({'x': 1})").error
    assert str(error).startswith("Expected dict, got [{'x': 1}]\nFor troubleshooting, visit: ")


def test_a_conditional_entry_point() -> None:
    ran = run_well(
        HEAD + "builder = StateGraph(S); builder.add_node('a', f)\n"
        "builder.set_conditional_entry_point(lambda s: True, {True: 'a'})\n"
        "print(builder.compile().invoke({'x': 1}))\n"
    )
    assert ran.lines == ["{'x': 2}"]


@pytest.mark.parametrize(
    "config",
    [
        "{'configurable': {'thread_id': '1', 'checkpoint_id': 'x'}}",
        "{'configurable': {'thread_id': '1', 'checkpoint_ns': 'x'}}",
        "{'max_concurrency': 1}",
        "{'callbacks': [print]}",
        "{'unknown': 1}",
    ],
)
def test_what_a_config_may_not_say_is_refused(config: str) -> None:
    error = run_text(HEAD + f"chain(f).invoke({{'x': 0}}, {config})").error
    assert isinstance(error, LabError) and error.code == "not-modelled"


def test_nodes_get_the_clients_config() -> None:
    ran = run_well(
        HEAD + "def look(state, config):\n    print(config['configurable']['user'], config['tags'])\n"
        "    return {}\nchain(look).invoke({'x': 0}, {'configurable': {'user': 'u'}, 'tags': ['t']})\n"
    )
    assert ran.lines == ["u ['t']"]


def test_a_pause_of_a_graph_that_a_node_invokes_is_refused_and_never_lost() -> None:
    for saver in ("None", "InMemorySaver()"):
        error = run_text(
            HEAD + f"inner = chain(ask, saver={saver})\n"
            "def outer(state):\n    inner.invoke({'x': 1}, {'configurable': {'thread_id': 'i'}})\n"
            "    world.call('apply')\n    return {}\n"
            "chain(outer, saver=InMemorySaver()).invoke({'x': 0}, {'configurable': {'thread_id': 'o'}})\n"
        )
        assert isinstance(error.error, LabError) and error.error.code == "not-modelled"
        assert error.done == {}


def test_answers_by_id_are_sent_again_as_long_as_their_questions_are_open() -> None:
    found = explore_text(
        HEAD
        + """
def step(name):
    def node(state):
        if interrupt(name) == "yes":
            world.call("apply", what=name, key=name)
        return {}
    return node

builder = StateGraph(S)
for name in ("left", "right"):
    builder.add_node(name, step(name))
    builder.add_edge(START, name)
graph = builder.compile(checkpointer=SqliteSaver(sqlite3.connect("agent.db")))
place = {"configurable": {"thread_id": "1"}}
paused = graph.invoke({"x": 0}, place)
graph.invoke(Command(resume={one.id: "yes" for one in paused["__interrupt__"]}), place)
"""
    )
    assert [way.tried.plan for way in found.ways()] == []
