# probe: compile(interrupt_before=...) and get_state_history, graph.invoke(config checkpoint_id)
import sqlite3
from typing import TypedDict
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph


class State(TypedDict, total=False):
    x: str


def a(state):
    pass


g = StateGraph(State).add_node("a", a).add_edge(START, "a")
graph = g.compile(
    checkpointer=SqliteSaver(sqlite3.connect("agent.db", check_same_thread=False)), interrupt_before=["a"]
)
