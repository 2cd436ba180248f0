"""Three nodes in a row, one effect each."""

import sqlite3
from typing import TypedDict

from durable_lab import world
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, StateGraph

DURABILITY = "sync"


class State(TypedDict, total=False):
    n: int


def work(name):
    def node(state):
        world.call(name)
        return {"n": 1}

    return node


builder = StateGraph(State)
for before, name in zip([START, "n1", "n2"], ["n1", "n2", "n3"]):
    builder.add_node(name, work(name))
    builder.add_edge(before, name)
app = builder.compile(checkpointer=SqliteSaver(sqlite3.connect("agent.db", check_same_thread=False)))
thread = {"configurable": {"thread_id": "t"}}
if not app.get_state(thread).values or app.get_state(thread).next:
    app.invoke(None if app.get_state(thread).next else {"n": 0}, thread, durability=DURABILITY)
