"""A change, reasoned out in a graph that goes round until its review is good, and pauses for a person."""

import sqlite3
from typing import TypedDict

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, interrupt

from durable_lab import world

KEYED = False  #: naive
KEYED = True  #: keyed
SAYS = {"Plan": "restart db-7", "Better": "drain, restart db-7", "Review of drain": "fine", "Review": "risky"}

world.answers(SAYS)


class State(TypedDict, total=False):
    number: str
    question: str
    plan: str


def draft(state: State) -> State:
    return {"plan": world.model(f"Plan for {state['question']}")}


def review(state: State) -> Command[str]:
    if world.model(f"Review of {state['plan']}") == "fine":
        return Command(goto="approval")
    return Command(goto="review", update={"plan": world.model(f"Better than {state['plan']}")})


def approval(state: State) -> Command[str]:
    return Command(goto="change" if interrupt({"change": state["plan"]}) == "yes" else END)


def change(state: State) -> None:
    key = f"{state['number']}/change" if KEYED else None
    world.call("apply_change", change=state["plan"], key=key)


builder = StateGraph(State).add_node("draft", draft).add_node("change", change)
builder.add_node("review", review, destinations=("review", "approval"))
builder.add_node("approval", approval, destinations=("change", END))
builder.add_edge(START, "draft").add_edge("draft", "review").add_edge("change", END)

saver = SqliteSaver(sqlite3.connect("agent.db", check_same_thread=False))
graph = builder.compile(checkpointer=saver)
thread = {"configurable": {"thread_id": "CHG-12"}}

paused = graph.invoke({"number": "CHG-12", "question": "db-7 is slow"}, thread, durability="sync")
answer = world.ask("approve", about=paused["__interrupt__"][0].value)
graph.invoke(Command(resume=answer), thread, durability="sync")
