"""RunnableConfig in a node: configurable values besides thread_id."""

from langchain_core.runnables import RunnableConfig
from typing_extensions import TypedDict
from langgraph.graph import StateGraph, START


class State(TypedDict):
    out: str


def node(state: State, config: RunnableConfig):
    user = config["configurable"].get("user_id", "unknown")
    return {
        "out": f"hello {user}",
    }


g = StateGraph(State).add_node(node).add_edge(START, "node").compile()
print(g.invoke({"out": ""}, {"configurable": {"user_id": "ann"}, "tags": ["x"]}))


def node2(state: State, config):
    return {
        "out": str(sorted(k for k in config["configurable"] if not k.startswith("__")))
        + str(config.get("metadata", {}).get("langgraph_step"))
    }


g = StateGraph(State).add_node(node2).add_edge(START, "node2").compile()
print(g.invoke({"out": ""}, {"configurable": {"user_id": "ann", "thread_id": "1"}}))
