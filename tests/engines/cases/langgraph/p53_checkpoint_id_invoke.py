"""invoke with a checkpoint_id in config (replay) - node runs again?"""

from typing_extensions import TypedDict
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import StateGraph, START

ran = []


class S(TypedDict):
    x: int


def a(s):
    ran.append("a")
    return {"x": s["x"] + 1}


def b(s):
    ran.append("b")
    return {"x": s["x"] * 10}


g = StateGraph(S).add_sequence([a, b]).add_edge(START, "a").compile(checkpointer=InMemorySaver())
c = {"configurable": {"thread_id": "1"}}
print(g.invoke({"x": 1}, c), ran)
before_b = g.get_state(c).parent_config
print(g.invoke(None, before_b), ran)
print(g.get_state(before_b).next)
