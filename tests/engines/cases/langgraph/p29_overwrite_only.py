"""Overwrite and {'__overwrite__': ...}."""

import operator
from typing import Annotated
from typing_extensions import TypedDict
from langgraph.graph import StateGraph, START, END
from langgraph.types import Overwrite


class State(TypedDict):
    log: Annotated[list, operator.add]


def a(state):
    return {"log": ["a"]}


def b(state):
    return {"log": Overwrite(["b"])}


g = StateGraph(State).add_node(a).add_node(b).add_edge(START, "a").add_edge("a", "b").compile()
print(g.invoke({"log": ["in"]}))
