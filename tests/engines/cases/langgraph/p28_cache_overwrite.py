"""CachePolicy, InMemoryCache, Overwrite."""

import operator
from typing import Annotated
from typing_extensions import TypedDict
from langgraph.cache.memory import InMemoryCache
from langgraph.graph import StateGraph, START, END
from langgraph.types import CachePolicy, Overwrite


class State(TypedDict):
    x: int
    log: Annotated[list, operator.add]


calls = []


def expensive(state: State):
    calls.append(1)
    return {"log": Overwrite(["fresh"])}


b = StateGraph(State)
b.add_node("expensive", expensive, cache_policy=CachePolicy(ttl=3))
b.set_entry_point("expensive")
b.set_finish_point("expensive")
g = b.compile(cache=InMemoryCache())
print(g.invoke({"x": 5, "log": ["old"]}))
print(g.invoke({"x": 5, "log": ["old"]}), len(calls))
