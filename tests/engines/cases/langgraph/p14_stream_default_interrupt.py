"""for event in graph.stream(...) with an interrupt: the docs' most usual loop."""

from typing_extensions import TypedDict
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import StateGraph, START, END
from langgraph.types import Command, interrupt


class State(TypedDict):
    some_text: str


def human_node(state: State):
    value = interrupt({"text_to_revise": state["some_text"]})
    return {"some_text": value}


b = StateGraph(State)
b.add_node("human_node", human_node)
b.add_edge(START, "human_node")
graph = b.compile(checkpointer=InMemorySaver())
config = {"configurable": {"thread_id": "1"}}
for chunk in graph.stream({"some_text": "Original"}, config):
    for key, v in chunk.items():
        print(key, [i.value for i in v] if key == "__interrupt__" else v)
for chunk in graph.stream(Command(resume="Edited"), config):
    print(chunk)
