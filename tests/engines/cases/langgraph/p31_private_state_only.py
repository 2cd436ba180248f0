"""Node's own annotated input state (private channels) with no input/output schema options."""

from typing_extensions import TypedDict
from langgraph.graph import StateGraph, START, END


class OverallState(TypedDict):
    a: str


class Node1Output(TypedDict):
    private_data: str


class Node2Input(TypedDict):
    private_data: str


def node_1(state: OverallState) -> Node1Output:
    return {"private_data": "set by node_1"}


def node_2(state: Node2Input) -> OverallState:
    return {"a": "set by node_2 from " + state.get("private_data", "NOTHING")}


def node_3(state: OverallState) -> OverallState:
    return {"a": state["a"] + " / node_3 saw " + ",".join(sorted(state))}


builder = StateGraph(OverallState).add_sequence([node_1, node_2, node_3])
builder.add_edge(START, "node_1")
graph = builder.compile()
print(graph.invoke({"a": "set at start"}))
