"""A question as a graph: search terms, a look-up, a summary, each stored under the thread's id."""

import sqlite3
from typing import TypedDict

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph

from durable_lab import world

NOTES = {
    "db-7 disk": "disk 91 % full since Monday",
    "db-7 backups": "last backup 04:00, complete",
    "web-1 load": "load 0.4",
}

world.answers({"Search terms": "db-7", "Summarise": "db-7 runs out of disk; its backups are fine."})


class State(TypedDict, total=False):
    question: str
    term: str
    found: list[str]
    answer: str


def search(state: State) -> State:
    return {"term": world.model(f"Search terms for: {state['question']}")}


def look_up(state: State) -> State:
    return {"found": [f"{topic}: {note}" for topic, note in NOTES.items() if state["term"] in topic]}


def summarise(state: State) -> State:
    return {"answer": world.model(f"Summarise for {state['question']}: {state['found']}")}


builder = StateGraph(State).add_sequence([search, look_up, summarise])
builder.add_edge(START, "search").add_edge("summarise", END)

saver = SqliteSaver(sqlite3.connect("agent.db", check_same_thread=False))
graph = builder.compile(checkpointer=saver)

thread = {"configurable": {"thread_id": "Q-1"}}
print(graph.invoke({"question": "Is db-7 healthy?"}, thread)["answer"])
