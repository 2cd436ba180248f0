"""Two changes, one approved and one refused: the node that acts reads the answer from the state."""

import sqlite3
from typing import TypedDict

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, interrupt

from durable_lab import world


class State(TypedDict, total=False):
    change: str
    answer: str


def ask(state: State) -> State:
    return {"answer": interrupt({"change": state["change"]})}


def act(state: State) -> None:
    if state["answer"] == "yes":
        world.call("apply", change=state["change"], key=f"{state['change']}/apply")


builder = StateGraph(State).add_node("ask", ask).add_node("act", act)
builder.add_edge(START, "ask").add_edge("ask", "act").add_edge("act", END)
graph = builder.compile(checkpointer=SqliteSaver(sqlite3.connect("agent.db")))

for change, answer in (("C-1", "yes"), ("C-2", "no")):
    world.intend("apply", {"change": change}, approval="ask")
    thread = {"configurable": {"thread_id": change}}
    graph.invoke({"change": change}, thread)
    graph.invoke(Command(resume=answer), thread)
