"""A node of its own for the ticket: the question no longer repeats it, a crash still does."""  #: own-node
"""A node of its own, and a key from the business: the callee recognises whatever comes again."""  #: key

import sqlite3
from typing import TypedDict

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, interrupt

from durable_lab import world


class State(TypedDict):
    number: str
    change: str


def open_ticket(state: State) -> None:
    world.call("open_ticket", title=state["change"])  #: own-node
    key = f"{state['number']}/ticket"  # from the business: the same at every attempt  #: key
    world.call("open_ticket", title=state["change"], key=key)  #: key


def ask(state: State) -> Command[str]:
    answer = interrupt({"change": state["change"]})
    return Command(goto="apply_change" if answer == "yes" else END)


def apply_change(state: State) -> None:
    world.call("apply_change", change=state["change"], key=f"{state['number']}/apply")


builder = StateGraph(State)
builder.add_node("open_ticket", open_ticket)
builder.add_node("ask", ask, destinations=("apply_change", END))
builder.add_node("apply_change", apply_change)
builder.add_edge(START, "open_ticket")
builder.add_edge("open_ticket", "ask")

saver = SqliteSaver(sqlite3.connect("agent.db", check_same_thread=False))
graph = builder.compile(checkpointer=saver)
thread = {"configurable": {"thread_id": "CHG-1042"}}

paused = graph.invoke({"number": "CHG-1042", "change": "restart db-7"}, thread)
answer = world.ask("approve", about=paused["__interrupt__"][0].value)  # perhaps days later
graph.invoke(Command(resume=answer), thread)  # the same thread id
