"""The nightly checks as one superstep: a task a host, and the writes of each stored when it is done."""

import operator
import sqlite3
from typing import Annotated, TypedDict

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Send

from durable_lab import world

COUNT = 6  # hundreds, in earnest
KEYED = False  #: naive
KEYED = True  #: keyed


class State(TypedDict):
    night: str
    reports: Annotated[list[str], operator.add]


class Check(TypedDict):
    night: str
    host: str


def hosts(state: State) -> list[Send]:
    return [Send("check", {"night": state["night"], "host": f"db-{n}"}) for n in range(1, COUNT + 1)]


def check(job: Check) -> dict[str, list[str]]:
    key = f"{job['night']}/{job['host']}" if KEYED else None
    return {"reports": [world.call("check", host=job["host"], key=key)]}


builder = StateGraph(State).add_node("check", check)
builder.add_conditional_edges(START, hosts, ["check"])
builder.add_edge("check", END)

saver = SqliteSaver(sqlite3.connect("agent.db", check_same_thread=False))
graph = builder.compile(checkpointer=saver)
thread = {"configurable": {"thread_id": "nightly-2026-01-01"}}

result = graph.invoke({"night": "2026-01-01", "reports": []}, thread, durability="sync")
print("reports:", len(result["reports"]))
