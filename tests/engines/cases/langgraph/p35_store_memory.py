"""InMemoryStore with a namespace, store in a node."""

from typing_extensions import TypedDict
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import StateGraph, START
from langgraph.store.base import BaseStore
from langgraph.store.memory import InMemoryStore


class State(TypedDict):
    name: str


def remember(state: State, *, store: BaseStore):
    store.put(("users",), "u1", {"name": state["name"]})
    return {"name": store.get(("users",), "u1").value["name"] + "!"}


g = (
    StateGraph(State)
    .add_node(remember)
    .add_edge(START, "remember")
    .compile(checkpointer=InMemorySaver(), store=InMemoryStore())
)
print(g.invoke({"name": "ann"}, {"configurable": {"thread_id": "1"}}))
