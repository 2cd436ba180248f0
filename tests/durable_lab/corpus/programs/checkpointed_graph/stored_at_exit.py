"""`exit` stores nothing on the way: everything may happen again, and every effect has a key."""

import sqlite3
from typing import TypedDict

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, StateGraph

from durable_lab import world


class State(TypedDict, total=False):
    host: str


def drain(state: State) -> None:
    world.call("drain", host=state["host"], key=f"{state['host']}/drain")


def restart(state: State) -> None:
    world.call("restart", host=state["host"], key=f"{state['host']}/restart")


builder = StateGraph(State).add_node("drain", drain).add_node("restart", restart)
builder.add_edge(START, "drain").add_edge("drain", "restart")
graph = builder.compile(checkpointer=SqliteSaver(sqlite3.connect("agent.db")))
graph.invoke({"host": "db-7"}, {"configurable": {"thread_id": "t"}}, durability="exit")
