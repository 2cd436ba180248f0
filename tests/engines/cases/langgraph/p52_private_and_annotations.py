"""p42 without Optional; list update tuples."""

from typing import Annotated
from typing_extensions import TypedDict
from langgraph.graph import StateGraph, START


class S(TypedDict):
    total: Annotated[int, lambda a, b: a + b]
    d: Annotated[dict, lambda a, b: {**a, **b}]
    s: Annotated[set, lambda a, b: a | b]
    plain: str
    meta: Annotated[str, "just documentation"]


def a(st):
    print({k: st[k] for k in sorted(st)})
    return {"total": 2, "d": {"k": 1}, "s": {1}, "meta": "m"}


def b(st):
    print({k: st[k] for k in sorted(st)})
    return {"total": 3, "d": {"j": 2}, "s": {2}}


g = StateGraph(S).add_sequence([a, b]).add_edge(START, "a").compile()
print(g.invoke({"plain": "p"}))
