"""Command(goto, update) with Literal annotations, several gotos, and a Send in a goto."""

import operator
from typing import Annotated, Literal
from typing_extensions import TypedDict
from langgraph.graph import StateGraph, START
from langgraph.types import Command, Send


class State(TypedDict):
    foo: str
    log: Annotated[list, operator.add]


def node_a(state: State) -> Command[Literal["node_b", "node_c"]]:
    return Command(update={"foo": "a", "log": ["a"]}, goto=["node_b", "node_c"])


def node_b(state: State):
    return Command(update={"log": ["b" + state["foo"]]}, goto=Send("node_d", {"foo": "sent"}))


def node_c(state: State):
    return {"log": ["c" + state["foo"]]}


def node_d(state):
    return {"log": ["d" + state["foo"]]}


builder = StateGraph(State)
builder.add_edge(START, "node_a")
builder.add_node(node_a)
builder.add_node(node_b)
builder.add_node(node_c)
builder.add_node(node_d)
graph = builder.compile()
print(graph.invoke({"foo": ""}))
