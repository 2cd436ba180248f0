"""Conditional edges with path_map, list result, conditional entry point, then=... and bad route."""

import operator
from typing import Annotated
from typing_extensions import TypedDict
from langgraph.graph import StateGraph, START, END


class State(TypedDict):
    which: str
    aggregate: Annotated[list, operator.add]


def make(name):
    def node(state):
        return {"aggregate": [name]}

    return node


def route(state):
    if state["which"] == "cd":
        return ["c", "d"]
    return state["which"]


b = StateGraph(State)
for n in "abcde":
    b.add_node(n, make(n))
b.set_conditional_entry_point(lambda s: s["which"] != "x", {True: "a", False: "e"})
b.add_conditional_edges("a", route, {"b": "b", "c": "c", "d": "d", "end": END})
for n in "bcd":
    b.add_edge(n, "e")
g = b.compile()
for which in ("b", "cd", "end", "x", "nowhere"):
    try:
        print(which, g.invoke({"which": which, "aggregate": []})["aggregate"])
    except Exception as e:
        print(which, type(e).__name__, str(e)[:70])
