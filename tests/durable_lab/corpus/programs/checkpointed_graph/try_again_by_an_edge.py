"""A failed call goes into the state, and an edge leads back to it; every attempt has the same key."""

import sqlite3
from typing import TypedDict

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph

from durable_lab import world


class State(TypedDict, total=False):
    order: str
    attempts: int
    receipt: str


def refund(state: State) -> State:
    attempts = state.get("attempts", 0) + 1
    key = f"{state['order']}/refund"
    try:
        return {
            "receipt": world.call("refund", order=state["order"], key=key, timeout=5),
            "attempts": attempts,
        }
    except (world.CallFailed, world.CallTimedOut):
        return {"attempts": attempts}


def after(state: State) -> str:
    return END if state.get("receipt") or state["attempts"] > 3 else "refund"


builder = StateGraph(State).add_node("refund", refund)
builder.add_edge(START, "refund").add_conditional_edges("refund", after)
graph = builder.compile(checkpointer=SqliteSaver(sqlite3.connect("agent.db")))
graph.invoke({"order": "A-1042"}, {"configurable": {"thread_id": "t"}})
