"""pydantic state with validation error."""

from pydantic import BaseModel
from langgraph.graph import StateGraph, START, END


class OverallState(BaseModel):
    a: str
    n: int = 0


def node(state: OverallState):
    return {"a": state.a + " goodbye", "n": state.n + 1}


b = StateGraph(OverallState)
b.add_node(node)
b.add_edge(START, "node")
b.add_edge("node", END)
graph = b.compile()
print(graph.invoke({"a": "hello"}))
try:
    graph.invoke({"a": 123})
except Exception as e:
    print(type(e).__name__)
