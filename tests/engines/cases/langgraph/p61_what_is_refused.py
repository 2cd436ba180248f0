"""State, input, a question and an answer that can't be stored: who notices it, when, and what is stored then."""

import sqlite3
from typing import Any, TypedDict

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, StateGraph
from langgraph.types import Command, interrupt


class State(TypedDict, total=False):
    x: Any
    y: int


def give(state):
    print("  give")
    return {"x": lambda: 1}


def use(state):
    print("  use", callable(state["x"]))
    return {"y": 1}


def clear(state):
    print("  clear", state.get("y"))
    return {"x": 0}


def ask_with_a_function(state):
    return {"x": interrupt({"q": print})}


def ask(state):
    return {"x": interrupt("q")}


def chain(saver, *nodes):
    graph = StateGraph(State)
    for before, node in zip([START, *[node.__name__ for node in nodes]], nodes):
        graph.add_node(node.__name__, node)
        graph.add_edge(before, node.__name__)
    return graph.compile(checkpointer=saver)


def attempt(what, app, given, place, durability):
    try:
        print(what, "->", app.invoke(given, place, durability=durability))
    except Exception as error:
        print(what, "!!", type(error).__name__, error)
    state = app.get_state(place)
    print("   ", state.next, state.values, [task.interrupts for task in state.tasks])


for kind in ("memory", "sqlite"):
    for durability in ("sync", "async", "exit"):
        print(kind, durability)
        saver = InMemorySaver()
        if kind == "sqlite":
            saver = SqliteSaver(sqlite3.connect("agent.db", check_same_thread=False))
        places = ({"configurable": {"thread_id": f"{durability} {name}"}} for name in ("s", "q", "i", "a"))
        state, question, given, answer = places
        app = chain(saver, give, use, clear)
        attempt("state", app, {"x": 0}, state, durability)
        attempt("state again", app, None, state, durability)
        attempt("question", chain(saver, ask_with_a_function), {"x": 0}, question, durability)
        attempt("input", chain(saver, ask), {"x": print}, given, durability)
        asking = chain(saver, ask)
        asking.invoke({"x": 0}, answer, durability=durability)
        attempt("answer", asking, Command(resume=print), answer, durability)
