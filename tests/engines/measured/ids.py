"""Ids of questions: each has its own, a stale one answers the next; and where a client sees an open question."""

import operator
import sqlite3
from typing import Annotated, TypedDict

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, StateGraph
from langgraph.types import Command, interrupt


class State(TypedDict, total=False):
    log: Annotated[list, operator.add]


def ask(state):
    return {"log": [interrupt("first"), interrupt("second"), interrupt("third")]}


saver = SqliteSaver(sqlite3.connect("agent.db", check_same_thread=False))
app = StateGraph(State).add_node("ask", ask).add_edge(START, "ask").compile(checkpointer=saver)


def thread(name):
    return {"configurable": {"thread_id": name}}


def opened(name):
    return app.get_state(thread(name)).interrupts


app.invoke({"log": []}, thread("by id"))
ids = []
for answer in ("A", "B", "C"):
    ids.append(opened("by id")[0].id)
    result = app.invoke(Command(resume={ids[-1]: answer}), thread("by id"))
print("distinct ids:", len(set(ids)), "result:", result["log"])

app.invoke({"log": []}, thread("stale"))
first = opened("stale")[0].id
for answer in ("yes", "again", "and again"):
    result = app.invoke(Command(resume={first: answer}), thread("stale"))
    print("the first id:", [question.value for question in opened("stale")], result["log"])

app.invoke({"log": []}, thread("waiting"))
for name in ("waiting", "unknown"):
    state = app.get_state(thread(name))
    print(name, [question.value for question in state.interrupts], state.next, state.values)
app.update_state(thread("waiting"), {"log": ["updated"]})
state = app.get_state(thread("waiting"))
print("updated", [question.value for question in state.interrupts], state.next)


def builder(*questions):
    def node(state):
        return {"log": [f"{question}: {interrupt(question)}" for question in questions]}

    return StateGraph(State).add_node("ask", node).add_edge(START, "ask").compile(checkpointer=saver)


before, after = builder("drain?", "restart?"), builder("restart?", "drain?")
before.invoke({"log": []}, thread("swapped"))
before.invoke(Command(resume="answer to drain"), thread("swapped"))
print("swapped:", after.invoke(Command(resume="answer to restart"), thread("swapped"))["log"])
