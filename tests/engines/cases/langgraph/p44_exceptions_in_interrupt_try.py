"""side effects before interrupt repeat; try/finally around interrupt; for loop of approvals of tool calls."""

from typing_extensions import TypedDict
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import StateGraph, START, END
from langgraph.types import Command, interrupt

sent = []


class S(TypedDict):
    calls: list
    results: list


def tools(s):
    out = []
    for call in s["calls"]:
        try:
            d = interrupt(call)
        finally:
            sent.append("finally " + call)
        if d["type"] == "accept":
            sent.append(call)
            out.append("ran " + call)
        elif d["type"] == "edit":
            sent.append(d["args"])
            out.append("ran " + d["args"])
        else:
            out.append("rejected")
    return {"results": out}


g = (
    StateGraph(S)
    .add_node(tools)
    .add_edge(START, "tools")
    .add_edge("tools", END)
    .compile(checkpointer=InMemorySaver())
)
c = {"configurable": {"thread_id": "1"}}
r = g.invoke({"calls": ["a", "b", "c"], "results": []}, c)
for d in ({"type": "accept"}, {"type": "edit", "args": "B"}, {"type": "no"}):
    print(r["__interrupt__"][0].value, sent)
    r = g.invoke(Command(resume=d), c)
print(r["results"], sent)
