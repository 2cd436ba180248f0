"""Multi-agent handoff: Command(graph=Command.PARENT)."""

import operator
from typing import Annotated, Literal
from typing_extensions import TypedDict
from langgraph.graph import StateGraph, START, END
from langgraph.types import Command


class State(TypedDict):
    foo: Annotated[str, operator.add]


def node_a(state: State):
    return Command(update={"foo": "a"}, goto="node_b", graph=Command.PARENT)


subgraph = StateGraph(State).add_node(node_a).add_edge(START, "node_a").compile()


def node_b(state: State):
    return {"foo": "b"}


b = StateGraph(State)
b.add_edge(START, "subgraph")
b.add_node("subgraph", subgraph)
b.add_node(node_b)
print(b.compile().invoke({"foo": ""}))
