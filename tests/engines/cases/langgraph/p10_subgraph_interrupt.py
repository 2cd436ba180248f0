"""A compiled graph as a node, with an interrupt inside; parent resumes."""

from typing_extensions import TypedDict
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import StateGraph, START, END
from langgraph.types import Command, interrupt


class State(TypedDict):
    foo: str


def sub1(state: State):
    v = interrupt("Provide value:")
    return {"foo": state["foo"] + v}


sub = StateGraph(State)
sub.add_node(sub1)
sub.add_edge(START, "sub1")
subgraph = sub.compile()

b = StateGraph(State)
b.add_node("node_1", subgraph)
b.add_node("node_2", lambda s: {"foo": s["foo"] + "!"})
b.add_edge(START, "node_1")
b.add_edge("node_1", "node_2")
b.add_edge("node_2", END)
g = b.compile(checkpointer=InMemorySaver())
c = {"configurable": {"thread_id": "1"}}
r = g.invoke({"foo": "a"}, c)
print(r["foo"], [i.value for i in r["__interrupt__"]])
st = g.get_state(c, subgraphs=True)
print(st.next, st.tasks[0].state.next)
print(g.invoke(Command(resume="bar"), c))
