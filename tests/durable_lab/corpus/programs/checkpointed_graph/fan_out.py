"""A task for each host by `Send`, a report when all are done; a key for each host."""

import operator
import sqlite3
from typing import Annotated, TypedDict

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, StateGraph
from langgraph.types import Send

from durable_lab import world


class State(TypedDict, total=False):
    hosts: list
    done: Annotated[list, operator.add]


def plan(state: State) -> None:
    return None


def each(state: State) -> list:
    return [Send("check", {"host": host}) for host in state["hosts"]]


def check(task: dict) -> State:
    host = task["host"]
    world.call("check", host=host, key=f"nightly/{host}")
    return {"done": [host]}


def report(state: State) -> None:
    world.call("report", hosts=state["done"], key="nightly/report")


builder = StateGraph(State).add_node("plan", plan).add_node("check", check).add_node("report", report)
builder.add_edge(START, "plan").add_conditional_edges("plan", each).add_edge("check", "report")
graph = builder.compile(checkpointer=SqliteSaver(sqlite3.connect("agent.db")))
graph.invoke({"hosts": ["db-1", "db-2", "db-3"]}, {"configurable": {"thread_id": "t"}})
