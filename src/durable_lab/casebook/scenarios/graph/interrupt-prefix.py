"""The ticket is opened before the question, in the same node: answering opens it again."""

import sqlite3
from typing import TypedDict

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, interrupt

from durable_lab import world


class State(TypedDict):
    number: str
    change: str


def ask(state: State) -> None:
    world.call("open_ticket", title=state["change"])
    answer = interrupt({"change": state["change"]})
    if answer == "yes":
        world.call("apply_change", change=state["change"], key=f"{state['number']}/apply")


builder = StateGraph(State)
builder.add_node("ask", ask)
builder.add_edge(START, "ask")
builder.add_edge("ask", END)

saver = SqliteSaver(sqlite3.connect("agent.db", check_same_thread=False))
graph = builder.compile(checkpointer=saver)
thread = {"configurable": {"thread_id": "CHG-1042"}}

paused = graph.invoke({"number": "CHG-1042", "change": "restart db-7"}, thread)
answer = world.ask("approve", about=paused["__interrupt__"][0].value)  # perhaps days later
graph.invoke(Command(resume=answer), thread)  # the same thread id
