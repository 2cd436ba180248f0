"""Three nodes in a row, one effect each."""

import sqlite3
from typing import TypedDict

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.errors import EmptyInputError
from langgraph.graph import START, StateGraph

from durable_lab import world

DURABILITY = "sync"


class State(TypedDict, total=False):
    n: int


def work(name):
    def node(state):
        world.call(name)
        return {"n": 1}

    return node


builder = StateGraph(State)
for before, name in ((START, "n1"), ("n1", "n2"), ("n2", "n3")):
    builder.add_node(name, work(name))
    builder.add_edge(before, name)
app = builder.compile(checkpointer=SqliteSaver(sqlite3.connect("agent.db", check_same_thread=False)))
thread = {"configurable": {"thread_id": "t"}}
try:
    app.invoke(None, thread, durability=DURABILITY)  # go on, after a crash
except EmptyInputError:
    app.invoke({"n": 0}, thread, durability=DURABILITY)
