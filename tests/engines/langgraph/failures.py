"""A node that raises beside siblings that finish; and going on afterwards."""

import operator
import time
from typing import Annotated, TypedDict

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, StateGraph

attempts = []


class State(TypedDict, total=False):
    log: Annotated[list, operator.add]


def ok1(state):
    attempts.append("ok1")
    return {"log": ["ok1"]}


def ok2(state):
    time.sleep(1.5)
    attempts.append("ok2")
    return {"log": ["ok2"]}


def bad(state):
    time.sleep(0.1)
    attempts.append("bad")
    if attempts.count("bad") < 2:
        raise ValueError("bad")
    return {"log": ["bad"]}


def after(state):
    attempts.append("after")
    return {"log": ["after"]}


builder = StateGraph(State)
for node in (ok1, ok2, bad, after):
    builder.add_node(node.__name__, node)
for name in ("ok1", "ok2", "bad"):
    builder.add_edge(START, name)
builder.add_edge(["ok1", "ok2", "bad"], "after")

for durability in ("sync", "async", "exit"):
    attempts.clear()
    app = builder.compile(checkpointer=InMemorySaver())
    thread = {"configurable": {"thread_id": durability}}
    try:
        app.invoke({"log": ["in"]}, thread, durability=durability)
    except ValueError as error:
        print(durability, "raised", error)
    print(durability, "next", sorted(app.get_state(thread).next))
    print(durability, "result", app.invoke(None, thread, durability=durability))
    print(durability, {name: attempts.count(name) for name in ("ok1", "ok2", "bad", "after")})


def first(state):
    attempts.append("first")
    return {"log": ["first"]}


def second(state):
    attempts.append("second")
    if attempts.count("second") < 2:
        raise KeyError("second")
    return {"log": ["second"]}


chain = StateGraph(State).add_node("first", first).add_node("second", second)
chain.add_edge(START, "first").add_edge("first", "second")
for durability in ("sync", "async", "exit"):
    for given in (None, {"log": ["new input"]}):
        attempts.clear()
        app = chain.compile(checkpointer=InMemorySaver())
        thread = {"configurable": {"thread_id": "t"}}
        try:
            app.invoke({"log": ["in"]}, thread, durability=durability)
        except KeyError as error:
            print(durability, "raised", error, app.get_state(thread).next)
        print(durability, given, app.invoke(given, thread, durability=durability)["log"], attempts)
