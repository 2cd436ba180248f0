"""Four nodes, a change each, default durability: the next node runs while the last is being stored."""  #: naive
"""The same graph with durability="sync": no node begins before the last one is stored."""  #: sync
"""Stored before it goes on, and a key for each change: a node that runs again changes nothing again."""  #: key

import sqlite3
import time
from typing import TypedDict

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph

from durable_lab import world


class State(TypedDict):
    number: str


def drain(state: State) -> None:
    world.call("apply_change", change="drain web-1")  #: naive sync
    world.call("apply_change", change="drain web-1", key=f"{state['number']}/drain")  #: key


def upgrade(state: State) -> None:
    world.call("apply_change", change="upgrade web-1")  #: naive sync
    world.call("apply_change", change="upgrade web-1", key=f"{state['number']}/upgrade")  #: key


def restart(state: State) -> None:
    world.call("apply_change", change="restart web-1")  #: naive sync
    world.call("apply_change", change="restart web-1", key=f"{state['number']}/restart")  #: key


def enlist(state: State) -> None:
    world.call("apply_change", change="enlist web-1")  #: naive sync
    world.call("apply_change", change="enlist web-1", key=f"{state['number']}/enlist")  #: key


builder = StateGraph(State).add_sequence([drain, upgrade, restart, enlist])
builder.add_edge(START, "drain").add_edge("enlist", END)

saver = SqliteSaver(sqlite3.connect("agent.db", check_same_thread=False))
graph = builder.compile(checkpointer=saver)
thread = {"configurable": {"thread_id": "CHG-1042"}}

try:
    graph.invoke({"number": "CHG-1042"}, thread)  #: naive
    graph.invoke({"number": "CHG-1042"}, thread, durability="sync")  #: sync key
except Exception as error:
    print("the store refused:", type(error).__name__)
    time.sleep(600)  # somebody repairs the store
    graph.invoke(None, thread)  # and resumes: the same thread, no new input  #: naive
    graph.invoke(None, thread, durability="sync")  # and resumes: the same thread, no new input  #: sync key
