"""Two effects in one node, and one in the next."""

import sqlite3
from typing import TypedDict

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.errors import EmptyInputError
from langgraph.graph import START, StateGraph

from durable_lab import world

DURABILITY = "sync"


class State(TypedDict, total=False):
    n: int


def two(state):
    world.call("first")
    world.call("second")
    return {"n": 1}


def one(state):
    world.call("third")
    return {"n": 2}


builder = (
    StateGraph(State).add_node("two", two).add_node("one", one).add_edge(START, "two").add_edge("two", "one")
)
app = builder.compile(checkpointer=SqliteSaver(sqlite3.connect("agent.db", check_same_thread=False)))
thread = {"configurable": {"thread_id": "t"}}
try:
    app.invoke(None, thread, durability=DURABILITY)  # go on, after a crash
except EmptyInputError:
    app.invoke({"n": 0}, thread, durability=DURABILITY)
