"""Fields of StateSnapshot and config that people print."""

from typing_extensions import TypedDict
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import StateGraph, START


class S(TypedDict):
    x: int


g = (
    StateGraph(S)
    .add_node("n", lambda s: {"x": s["x"] + 1})
    .add_edge(START, "n")
    .compile(checkpointer=InMemorySaver())
)
c = {"configurable": {"thread_id": "1"}}
g.invoke({"x": 1}, c)
s = g.get_state(c)
print(s.values, s.next, s.tasks, s.interrupts)
print(sorted(s.config["configurable"]), sorted(s.metadata), s.metadata)
print(type(s.created_at).__name__, sorted(s.parent_config["configurable"]))
cid = s.parent_config["configurable"]["checkpoint_id"]
p = g.get_state({"configurable": {"thread_id": "1", "checkpoint_id": cid}})
print(p.values, p.next)
print(g.get_state(s.parent_config).values)
print(g.invoke(None, s.parent_config))
