"""Orchestrator-worker with Send."""

import operator
from typing import Annotated
from typing_extensions import TypedDict
from langgraph.graph import StateGraph, START, END
from langgraph.types import Send


class State(TypedDict):
    topic: str
    sections: list[str]
    completed: Annotated[list[str], operator.add]
    report: str


class WorkerState(TypedDict):
    section: str
    completed: Annotated[list[str], operator.add]


def orchestrator(state: State):
    return {"sections": [f"{state['topic']}-{i}" for i in range(3)]}


def worker(state: WorkerState):
    return {"completed": ["wrote " + state["section"]]}


def assign(state: State):
    return [Send("worker", {"section": s}) for s in state["sections"]]


def synth(state: State):
    return {"report": " | ".join(state["completed"])}


b = StateGraph(State)
b.add_node("orchestrator", orchestrator)
b.add_node("worker", worker)
b.add_node("synth", synth)
b.add_edge(START, "orchestrator")
b.add_conditional_edges("orchestrator", assign, ["worker"])
b.add_edge("worker", "synth")
b.add_edge("synth", END)
print(b.compile().invoke({"topic": "llm"}))
