"""node returning list of Command and dict; END in goto; Command with tuple update."""

import operator
from typing import Annotated
from typing_extensions import TypedDict
from langgraph.graph import StateGraph, START, END
from langgraph.types import Command, Send


class S(TypedDict):
    log: Annotated[list, operator.add]
    n: int


def a(s):
    return [Command(update={"log": ["a1"]}, goto="b"), {"log": ["a2"]}]


def b(s):
    return Command(update=[("log", ["b"]), ("n", 5)], goto=END)


def never(s):
    return {"log": ["never"]}


g = StateGraph(S).add_node(a).add_node(b).add_node(never).add_edge(START, "a").compile()
for inp in ({"log": []},):
    try:
        print(g.invoke(inp))
    except Exception as e:
        print(type(e).__name__, e)
