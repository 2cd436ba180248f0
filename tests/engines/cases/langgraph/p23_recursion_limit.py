"""recursion_limit and the error; default limit."""

import operator
from typing import Annotated
from typing_extensions import TypedDict
from langgraph.errors import GraphRecursionError
from langgraph.graph import StateGraph, START, END


class State(TypedDict):
    aggregate: Annotated[list, operator.add]


def a(state: State):
    return {"aggregate": ["A"]}


def b(state: State):
    return {"aggregate": ["B"]}


def route(state: State):
    return "b" if len(state["aggregate"]) < 7 else END


builder = StateGraph(State)
builder.add_node(a)
builder.add_node(b)
builder.add_edge(START, "a")
builder.add_conditional_edges("a", route)
builder.add_edge("b", "a")
graph = builder.compile()
print(graph.invoke({"aggregate": []}))
for limit in (4, 6, 7, 8):
    try:
        print(limit, len(graph.invoke({"aggregate": []}, {"recursion_limit": limit})["aggregate"]))
    except GraphRecursionError as e:
        print(limit, "Recursion Error", str(e)[:90])
