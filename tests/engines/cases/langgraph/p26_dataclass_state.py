"""dataclass state with defaults and a field reducer."""

import operator
from dataclasses import dataclass, field
from typing import Annotated
from langgraph.graph import StateGraph, START, END


@dataclass
class State:
    name: str = "nobody"
    log: Annotated[list[str], operator.add] = field(default_factory=list)
    n: int = 5


def node(state: State):
    return {"log": [f"{state.name}{state.n}"], "n": state.n + 1}


def node2(state: State) -> State:
    return State(name=state.name.upper(), log=["2"], n=state.n)


b = StateGraph(State)
b.add_sequence([node, node2])
b.add_edge(START, "node")
print(b.compile().invoke({"name": "ann"}))
print(b.compile().invoke(State(name="bob")))
print(b.compile().invoke({}))
