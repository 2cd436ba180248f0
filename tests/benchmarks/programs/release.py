# durable-lab: --input '{"service": "db-7"}'
"""A release in ten steps, each an effect and a checkpoint: the program of the crash-and-recover benchmark."""

import operator
import sqlite3
from typing import Annotated, TypedDict

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, StateGraph

from durable_lab import world

STEPS = ["plan", "freeze", "back_up", "drain", "migrate", "deploy", "check", "shift", "thaw", "report"]


class State(TypedDict, total=False):
    service: str
    log: Annotated[list[str], operator.add]


def step(name):
    def node(state):
        receipt = world.call(name, service=state["service"], key=f"{state['service']}-{name}")
        return {"log": [receipt]}

    return node


builder = StateGraph(State)
for before, name in zip([START, *STEPS], STEPS, strict=False):
    builder.add_node(name, step(name))
    builder.add_edge(before, name)
graph = builder.compile(checkpointer=SqliteSaver(sqlite3.connect("agent.db")))
