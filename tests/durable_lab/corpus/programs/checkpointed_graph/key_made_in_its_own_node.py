"""A random key is made in a node before the one that uses it; `sync` has it stored by then."""

import sqlite3
import uuid
from typing import TypedDict

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, StateGraph

from durable_lab import world


class State(TypedDict, total=False):
    invoice: str
    token: str


def draw(state: State) -> State:
    return {"token": uuid.uuid4().hex}


def pay(state: State) -> None:
    token = state["token"]
    world.call("pay", invoice=state["invoice"], key=token)


builder = StateGraph(State).add_node("draw", draw).add_node("pay", pay)
builder.add_edge(START, "draw").add_edge("draw", "pay")
graph = builder.compile(checkpointer=SqliteSaver(sqlite3.connect("agent.db")))
graph.invoke({"invoice": "INV-3"}, {"configurable": {"thread_id": "t"}}, durability="sync")
