"""The ticket has a node of its own, before the one that asks; both effects have a key of the business."""

import sqlite3
from typing import TypedDict

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, interrupt

from durable_lab import world


class State(TypedDict, total=False):
    change: str
    answer: str


def ticket(state: State) -> None:
    world.call("open_ticket", title=state["change"], key=f"{state['change']}/ticket")


def ask(state: State) -> State:
    return {"answer": interrupt(f"apply {state['change']}?")}


def apply(state: State) -> None:
    if state["answer"] == "yes":
        world.call("apply_change", change=state["change"], key=f"{state['change']}/apply")


builder = StateGraph(State)
builder.add_node("ticket", ticket).add_node("ask", ask).add_node("apply", apply)
builder.add_edge(START, "ticket").add_edge("ticket", "ask").add_edge("ask", "apply").add_edge("apply", END)
graph = builder.compile(checkpointer=SqliteSaver(sqlite3.connect("agent.db")))

thread = {"configurable": {"thread_id": "change-1"}}
graph.invoke({"change": "restart db-7"}, thread)
graph.invoke(Command(resume="yes"), thread)
