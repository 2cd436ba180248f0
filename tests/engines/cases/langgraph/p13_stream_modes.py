"""stream: updates, values, custom, several modes."""

from typing_extensions import TypedDict
from langgraph.config import get_stream_writer
from langgraph.graph import StateGraph, START, END


class State(TypedDict):
    topic: str
    joke: str


def refine(state: State):
    get_stream_writer()({"progress": 50})
    return {"topic": state["topic"] + " and cats"}


def generate(state: State):
    return {"joke": f"This is a joke about {state['topic']}"}


graph = (
    StateGraph(State)
    .add_node(refine)
    .add_node(generate)
    .add_edge(START, "refine")
    .add_edge("refine", "generate")
    .add_edge("generate", END)
    .compile()
)
for chunk in graph.stream({"topic": "ice cream"}, stream_mode="updates"):
    print(chunk)
for chunk in graph.stream({"topic": "ice cream"}, stream_mode="values"):
    print(chunk)
for mode, chunk in graph.stream({"topic": "ice cream"}, stream_mode=["updates", "custom"]):
    print(mode, chunk)
