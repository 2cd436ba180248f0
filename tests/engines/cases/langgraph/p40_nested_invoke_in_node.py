"""invoke of another checkpointed graph within a node with own saver; and sub-invoke in a tool function, no interrupt."""

from typing_extensions import TypedDict
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import StateGraph, START
from langgraph.types import Command, interrupt


class S(TypedDict):
    x: int


def inc(s):
    return {"x": s["x"] + 1}


sub = StateGraph(S).add_node(inc).add_edge(START, "inc").compile()


def outer(s):
    r = sub.invoke({"x": s["x"]})
    r = sub.invoke(r)
    return {"x": interrupt(r["x"]) + r["x"]}


g = StateGraph(S).add_node(outer).add_edge(START, "outer").compile(checkpointer=InMemorySaver())
c = {"configurable": {"thread_id": "1"}}
print(g.invoke({"x": 1}, c)["__interrupt__"][0].value)
print(g.invoke(Command(resume=10), c))
