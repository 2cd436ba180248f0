# langgraph#8702: node with RetryPolicy repeats its side effect. Right: E 2 without key, 1 with key (E, then fails once, node retried)
import sqlite3
from typing import TypedDict
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import RetryPolicy
from durable_lab import world


class State(TypedDict, total=False):
    x: str


def a(state):
    world.call("mail", to="ops")
    world.call("log", to="ops", key="log")


g = (
    StateGraph(State)
    .add_node("a", a, retry_policy=RetryPolicy(max_attempts=3))
    .add_edge(START, "a")
    .add_edge("a", END)
)
graph = g.compile(checkpointer=SqliteSaver(sqlite3.connect("agent.db", check_same_thread=False)))
print(graph.invoke({}, {"configurable": {"thread_id": "1"}}))
