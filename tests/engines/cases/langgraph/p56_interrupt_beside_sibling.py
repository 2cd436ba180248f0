"""One branch interrupts, the sibling fails / is slow; what is printed and what reruns."""

import operator, time
from typing import Annotated
from typing_extensions import TypedDict
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import StateGraph, START
from langgraph.types import Command, interrupt

ran = []


class S(TypedDict):
    log: Annotated[list, operator.add]


def ask(s):
    ran.append("ask")
    return {"log": [interrupt("ok?")]}


def slow(s):
    time.sleep(0.3)
    ran.append("slow")
    return {"log": ["slow"]}


def after(s):
    return {"log": ["after"]}


g = (
    StateGraph(S)
    .add_node(ask)
    .add_node(slow)
    .add_node(after)
    .add_edge(START, "ask")
    .add_edge(START, "slow")
    .add_edge(["ask", "slow"], "after")
    .compile(checkpointer=InMemorySaver())
)
c = {"configurable": {"thread_id": "1"}}
r = g.invoke({"log": ["in"]}, c)
print(r["log"], [i.value for i in r["__interrupt__"]], g.get_state(c).next, ran)
print(g.invoke(Command(resume="yes"), c), ran)
