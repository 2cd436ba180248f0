"""A change waits for a person: stored under its thread id, and no process has to stay alive."""

import sqlite3
from typing import TypedDict

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, interrupt

from durable_lab import world


class State(TypedDict):
    number: str
    plan: str
    approved: bool


def plan(state: State) -> dict[str, str]:
    return {"plan": world.model("How to restart db-7 safely?")}


def ask(state: State) -> dict[str, bool]:
    return {"approved": interrupt(state["plan"]) == "yes"}


def apply(state: State) -> None:
    world.call("apply_change", number=state["number"], key=state["number"])


world.answers({"How to restart": "drain db-7, restart it, check replication"})

builder = StateGraph(State).add_node("plan", plan).add_node("ask", ask).add_node("apply", apply)
builder.add_edge(START, "plan").add_edge("plan", "ask").add_edge("apply", END)
builder.add_conditional_edges("ask", lambda state: "apply" if state["approved"] else END)

saver = SqliteSaver(sqlite3.connect("agent.db", check_same_thread=False))
graph = builder.compile(checkpointer=saver)
thread = {"configurable": {"thread_id": "CHG-1042"}}

graph.invoke({"number": "CHG-1042"}, thread)
waiting = graph.get_state(thread)
print("next:", waiting.next, "question:", waiting.interrupts[0].value)

graph.invoke(Command(resume="yes"), thread)
print("next:", graph.get_state(thread).next)
