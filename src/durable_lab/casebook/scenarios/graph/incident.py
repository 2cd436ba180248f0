"""The incident as a graph: a node a step, each stored before the next begins, and a pause for the person."""

import operator
import sqlite3
from typing import Annotated, TypedDict

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, interrupt

from durable_lab import world

KEYED = False  #: naive
KEYED = True  #: keyed


class State(TypedDict, total=False):
    number: str
    change: str
    receipts: Annotated[list[str], operator.add]


def key(state: State, step: str) -> str | None:
    return f"{state['number']}/{step}" if KEYED else None


def ticket(state: State) -> State:
    return {"receipts": [world.call("open_ticket", title=state["number"], key=key(state, "ticket"))]}


def approval(state: State) -> Command[str]:
    answer = interrupt({"change": state["change"]})
    return Command(goto="change" if answer == "yes" else END)


def change(state: State) -> State:
    return {"receipts": [world.call("apply_change", change=state["change"], key=key(state, "change"))]}


def notice(state: State) -> State:
    return {"receipts": [world.call("send_notice", about=state["number"], key=key(state, "notice"))]}


builder = StateGraph(State).add_node("ticket", ticket).add_node("change", change).add_node("notice", notice)
builder.add_node("approval", approval, destinations=("change", END))
builder.add_edge(START, "ticket").add_edge("ticket", "approval")
builder.add_edge("change", "notice").add_edge("notice", END)

saver = SqliteSaver(sqlite3.connect("agent.db", check_same_thread=False))
graph = builder.compile(checkpointer=saver)
thread = {"configurable": {"thread_id": "INC-7"}}

paused = graph.invoke({"number": "INC-7", "change": "restart db-7"}, thread, durability="sync")
answer = world.ask("approve", about=paused["__interrupt__"][0].value)
graph.invoke(Command(resume=answer), thread, durability="sync")
