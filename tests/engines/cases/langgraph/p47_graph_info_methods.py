"""get_graph().draw_mermaid(), graph.nodes, with_config, batch."""

from typing_extensions import TypedDict
from langgraph.graph import StateGraph, START, END


class S(TypedDict):
    x: int


g = StateGraph(S).add_node("n", lambda s: {"x": s["x"] + 1}).add_edge(START, "n").add_edge("n", END).compile()
print(list(g.nodes))
print(g.get_graph().draw_mermaid()[:30])
print(g.batch([{"x": 1}, {"x": 2}]))
