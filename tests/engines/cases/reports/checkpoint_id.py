# langgraph#7361: resuming with a config that names a checkpoint_id replays from it. Right (LangGraph 1.2.24): the second answer forks from the old checkpoint: apply 2.
import sqlite3
from typing import TypedDict
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, interrupt
from durable_lab import world


class State(TypedDict, total=False):
    x: str


def ask(state):
    return {"x": interrupt("go?")}


def apply(state):
    world.call("apply", what="plan")


g = StateGraph(State).add_sequence([ask, apply]).add_edge(START, "ask").add_edge("apply", END)
graph = g.compile(checkpointer=SqliteSaver(sqlite3.connect("agent.db", check_same_thread=False)))
t = {"configurable": {"thread_id": "1"}}
graph.invoke({}, t)
old = graph.get_state(t).config
graph.invoke(Command(resume="yes"), t)
print(graph.invoke(Command(resume="yes"), old))
