"""What runs again after one pause and one answer, by how the code is arranged; and what a retry policy repeats."""

import operator
import os
import sqlite3
from collections import Counter
from pathlib import Path
from typing import Annotated, TypedDict

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.func import entrypoint, task
from langgraph.graph import START, StateGraph
from langgraph.types import Command, RetryPolicy, interrupt

ran = Counter()
saver = SqliteSaver(sqlite3.connect("agent.db", check_same_thread=False))


class State(TypedDict, total=False):
    log: Annotated[list, operator.add]


def show(what, app, given, name=None):
    ran.clear()
    thread = {"configurable": {"thread_id": name or what}}
    app.invoke(given, thread)
    app.invoke(Command(resume="yes"), thread)
    print(f"{what}:", dict(sorted(ran.items())))


@task
def receipt(name):
    ran[name] += 1
    if name == "dies":
        with open("ledger", "a") as effects:
            effects.write("dies\n")
        if not Path("died").exists():
            Path("died").touch()
            os._exit(9)
    return f"receipt of {name}"


def flow(*names):
    seen = []

    @entrypoint(checkpointer=saver)
    def run(given):
        ran["plain code"] += 1
        seen[:] = [receipt(name).result() for name in names]
        interrupt("go?")
        return seen

    return run


thread = {"configurable": {"thread_id": "dies"}}
again = saver.get(thread) is not None
flow("t1", "dies").invoke(None if again else "x", thread, durability="sync")
print(
    "killed in a task, after its effect:",
    Path("ledger").read_text().count("dies"),
    "the task before it, again:",
    ran["t1"],
)


def chain(*nodes, **options):
    builder = StateGraph(State).add_sequence(nodes).add_edge(START, nodes[0][0])
    return builder.compile(**options)


def done(state):
    ran["inner, finished"] += 1


def asks(state):
    ran["inner, asks"] += 1
    interrupt("go?")


def parent_of(**options):
    inner = chain(("done", done), ("asks", asks), **options)

    def parent(state):
        ran["parent's prefix"] += 1
        inner.invoke({"log": []})

    return chain(("parent", parent), checkpointer=saver)


show("called in a node", parent_of(), {"log": []})
show("with checkpointer=False", parent_of(checkpointer=False), {"log": []})
inner = chain(("done", done), ("asks", asks))
show(
    "added as a node",
    chain(("before", lambda state: ran.update(["parent's node"])), ("inner", inner), checkpointer=saver),
    {"log": []},
)


show("tasks", flow("t1", "t2"), "x")


def changed(what, before, after):
    thread = {"configurable": {"thread_id": what}}
    before.invoke("x", thread)
    ran.clear()
    print(f"{what}:", after.invoke(Command(resume="yes"), thread), dict(sorted(ran.items())))


changed("two tasks swapped", flow("t1", "t2"), flow("t2", "t1"))
changed("a task inserted", flow("t1", "t2"), flow("t0", "t1", "t2"))


def fails_twice(state):
    ran["effect"] += 1
    if ran["effect"] < 3:
        raise ConnectionError("later")


ran.clear()
builder = StateGraph(State).add_node(
    "n", fails_twice, retry_policy=RetryPolicy(initial_interval=0.01, jitter=False)
)
builder.add_edge(START, "n").compile(checkpointer=saver).invoke(
    {"log": []}, {"configurable": {"thread_id": "retry"}}
)
print("a retry policy, three attempts:", ran["effect"])
