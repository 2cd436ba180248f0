"""A compiled graph invoked inside of a node function (different schemas), interrupt in it; how often each runs."""

from typing_extensions import TypedDict
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import StateGraph, START, END
from langgraph.types import Command, interrupt

counter = {"parent": 0, "sub": 0}


class SubState(TypedDict):
    bar: str


class State(TypedDict):
    foo: str


def node_in_sub(state: SubState):
    counter["sub"] += 1
    return {"bar": state["bar"] + interrupt("name?")}


subgraph = StateGraph(SubState).add_node("n", node_in_sub).add_edge(START, "n").compile()


def parent(state: State):
    counter["parent"] += 1
    r = subgraph.invoke({"bar": state["foo"]})
    return {"foo": r["bar"]}


g = (
    StateGraph(State)
    .add_node("parent", parent)
    .add_edge(START, "parent")
    .compile(checkpointer=InMemorySaver())
)
c = {"configurable": {"thread_id": "1"}}
r = g.invoke({"foo": "a"}, c)
print(r["foo"], [i.value for i in r.get("__interrupt__", [])], counter)
print(g.invoke(Command(resume="-John"), c), counter)
