"""interrupt_before / interrupt_after with update_state."""

from typing_extensions import TypedDict
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import StateGraph, START, END


class State(TypedDict):
    input: str


def step_1(state):
    print("---1---")


def step_2(state):
    print("---2---", state["input"])


def step_3(state):
    print("---3---")


builder = StateGraph(State)
builder.add_node("step_1", step_1)
builder.add_node("step_2", step_2)
builder.add_node("step_3", step_3)
builder.add_edge(START, "step_1")
builder.add_edge("step_1", "step_2")
builder.add_edge("step_2", "step_3")
builder.add_edge("step_3", END)
graph = builder.compile(checkpointer=InMemorySaver(), interrupt_before=["step_2"], interrupt_after=["step_2"])
thread = {"configurable": {"thread_id": "1"}}
print(graph.invoke({"input": "hello"}, thread))
print(graph.get_state(thread).next)
graph.update_state(thread, {"input": "changed"})
print(graph.invoke(None, thread), graph.get_state(thread).next)
print(graph.invoke(None, thread), graph.get_state(thread).next)
