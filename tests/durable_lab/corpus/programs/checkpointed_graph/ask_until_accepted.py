"""A loop of proposals: each revision is its own business, so the revision is in the key."""

import sqlite3
from typing import TypedDict

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, interrupt

from durable_lab import world


class State(TypedDict, total=False):
    revision: int
    answer: str


def propose(state: State) -> State:
    revision = state.get("revision", 0) + 1
    world.call("publish", revision=revision, key=f"plan/{revision}")
    return {"revision": revision}


def ask(state: State) -> State:
    return {"answer": interrupt(f"revision {state['revision']}?")}


def after(state: State) -> str:
    return "carry_out" if state["answer"] == "yes" else "propose"


def carry_out(state: State) -> None:
    world.call("carry_out", revision=state["revision"], key="plan/carry-out")


builder = StateGraph(State)
builder.add_node("propose", propose).add_node("ask", ask).add_node("carry_out", carry_out)
builder.add_edge(START, "propose").add_edge("propose", "ask").add_conditional_edges("ask", after)
builder.add_edge("carry_out", END)
graph = builder.compile(checkpointer=SqliteSaver(sqlite3.connect("agent.db")))

thread = {"configurable": {"thread_id": "plan"}}
graph.invoke({}, thread)
for answer in ("no", "no", "yes"):
    graph.invoke(Command(resume=answer), thread)
