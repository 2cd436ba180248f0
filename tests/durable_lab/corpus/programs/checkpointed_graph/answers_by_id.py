"""Two changes, one question after the other: an answer names its question, so that one that comes twice answers no other."""

import sqlite3
from typing import TypedDict

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, interrupt

from durable_lab import world


class State(TypedDict, total=False):
    drain: str
    reboot: str


def ask_drain(state: State) -> State:
    return {"drain": interrupt("drain db-7?")}


def drain(state: State) -> None:
    if state["drain"] == "yes":
        world.call("drain", host="db-7", key="db-7/drain")


def ask_reboot(state: State) -> State:
    return {"reboot": interrupt("reboot db-7?")}


def reboot(state: State) -> None:
    if state["reboot"] == "yes":
        world.call("reboot", host="db-7", key="db-7/reboot")


builder = StateGraph(State)
builder.add_node("ask_drain", ask_drain).add_node("drain", drain)
builder.add_node("ask_reboot", ask_reboot).add_node("reboot", reboot)
builder.add_edge(START, "ask_drain").add_edge("ask_drain", "drain").add_edge("drain", "ask_reboot")
builder.add_edge("ask_reboot", "reboot").add_edge("reboot", END)
graph = builder.compile(checkpointer=SqliteSaver(sqlite3.connect("agent.db")))

world.intend("drain", {"host": "db-7"}, approval="ask_drain")
world.intend("reboot", {"host": "db-7"}, approval="ask_reboot")
thread = {"configurable": {"thread_id": "db-7"}}
paused = graph.invoke({}, thread)
for answer in ("yes", "no"):
    question = graph.get_state(thread).interrupts[0]
    paused = graph.invoke(Command(resume={question.id: answer}), thread)
