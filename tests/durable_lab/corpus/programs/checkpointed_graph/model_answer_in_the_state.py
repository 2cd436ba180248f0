"""A model's answer, which may differ the next time, is in the state before the node that acts on it begins."""

import sqlite3
from typing import TypedDict

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, StateGraph

from durable_lab import world

world.answers({"How": ["one by one", "all at once", "not today"]})


class State(TypedDict, total=False):
    host: str
    how: str


def decide(state: State) -> State:
    return {"how": world.model(f"How to restart {state['host']}?")}


def act(state: State) -> None:
    how = state["how"]
    world.call("restart", host=state["host"], how=how, key=f"{state['host']}/restart")


builder = StateGraph(State).add_node("decide", decide).add_node("act", act)
builder.add_edge(START, "decide").add_edge("decide", "act")
graph = builder.compile(checkpointer=SqliteSaver(sqlite3.connect("agent.db")))
world.intend("restart", {"host": "web"})
graph.invoke({"host": "web"}, {"configurable": {"thread_id": "t"}}, durability="sync")
