"""add_messages with plain dict messages, MessagesState."""

from typing import Annotated
from typing_extensions import TypedDict
from langgraph.graph import StateGraph, START, END
from langgraph.graph.message import add_messages


class State(TypedDict):
    messages: Annotated[list, add_messages]


def chatbot(state: State):
    last = state["messages"][-1]
    return {"messages": [{"role": "assistant", "content": "you said: " + last.content}]}


graph_builder = StateGraph(State)
graph_builder.add_node("chatbot", chatbot)
graph_builder.add_edge(START, "chatbot")
graph_builder.add_edge("chatbot", END)
graph = graph_builder.compile()
out = graph.invoke({"messages": [{"role": "user", "content": "hi"}]})
for m in out["messages"]:
    print(m.type, m.content)
