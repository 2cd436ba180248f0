"""Two parallel interrupts, resume by id map; resume without id is refused."""

import operator
from typing import Annotated
from typing_extensions import TypedDict
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, END, StateGraph
from langgraph.types import Command, interrupt


class State(TypedDict):
    vals: Annotated[list[str], operator.add]


def node_a(state):
    answer = interrupt("question_a")
    return {"vals": [f"a:{answer}"]}


def node_b(state):
    answer = interrupt("question_b")
    return {"vals": [f"b:{answer}"]}


graph = (
    StateGraph(State)
    .add_node("a", node_a)
    .add_node("b", node_b)
    .add_edge(START, "a")
    .add_edge(START, "b")
    .add_edge("a", END)
    .add_edge("b", END)
    .compile(checkpointer=InMemorySaver())
)
config = {"configurable": {"thread_id": "1"}}
interrupted_result = graph.invoke({"vals": []}, config)
print(sorted(i.value for i in interrupted_result["__interrupt__"]))
try:
    graph.invoke(Command(resume="both"), config)
except Exception as e:
    print(type(e).__name__, str(e)[:60])
resume_map = {i.id: f"answer for {i.value}" for i in interrupted_result["__interrupt__"]}
result = graph.invoke(Command(resume=resume_map), config)
print("Final state:", result)
