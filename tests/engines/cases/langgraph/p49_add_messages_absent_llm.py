"""ReAct without langchain: dict messages with operator.add, tools registry with decorator, Literal routing, stop after max steps."""

import json
import operator
from typing import Annotated, Callable, Literal
from typing_extensions import TypedDict
from langgraph.graph import StateGraph, START, END

TOOLS: dict[str, Callable] = {}


def tool(fn):
    TOOLS[fn.__name__] = fn
    return fn


@tool
def add(a: int, b: int) -> int:
    return a + b


@tool
def multiply(a: int, b: int) -> int:
    return a * b


class AgentState(TypedDict):
    messages: Annotated[list[dict], operator.add]


SCRIPT = iter(
    [
        {"role": "assistant", "tool_calls": [{"id": "1", "name": "add", "args": {"a": 3, "b": 4}}]},
        {
            "role": "assistant",
            "tool_calls": [
                {"id": "2", "name": "multiply", "args": {"a": 7, "b": 2}},
                {"id": "3", "name": "nope", "args": {}},
            ],
        },
        {"role": "assistant", "content": "14"},
    ]
)


def model(state: AgentState):
    return {"messages": [next(SCRIPT)]}


def tools(state: AgentState):
    results = []
    for call in state["messages"][-1]["tool_calls"]:
        try:
            content = json.dumps(TOOLS[call["name"]](**call["args"]))
        except KeyError as e:
            content = f"error: unknown tool {e}"
        results.append({"role": "tool", "tool_call_id": call["id"], "content": content})
    return {"messages": results}


def route(state: AgentState) -> Literal["tools", END]:
    return "tools" if state["messages"][-1].get("tool_calls") else END


g = (
    StateGraph(AgentState)
    .add_node("model", model)
    .add_node("tools", tools)
    .add_edge(START, "model")
    .add_conditional_edges("model", route)
    .add_edge("tools", "model")
    .compile(name="react")
)
print(g.name)
for m in g.invoke({"messages": [{"role": "user", "content": "3+4 then *2"}]})["messages"]:
    print(m)
