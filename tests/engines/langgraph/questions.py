"""What runs again when several questions of one node are answered, and where a leftover answer goes."""

import operator
from typing import Annotated, TypedDict

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, StateGraph
from langgraph.types import Command, interrupt


class State(TypedDict, total=False):
    log: Annotated[list, operator.add]


thread = {"configurable": {"thread_id": "t"}}


def app_of(*nodes):
    builder = StateGraph(State)
    for node in nodes:
        builder.add_node(node.__name__, node)
        builder.add_edge(START, node.__name__)
    return builder.compile(checkpointer=InMemorySaver())


def show(name, app, given, **options):
    try:
        result = app.invoke(given, thread, **options)
        shown = [i.value for i in result.get("__interrupt__", [])] if result else None
        print(name, "->", result and result.get("log"), shown, app.get_state(thread).next)
    except Exception as error:
        print(name, "->", type(error).__name__, str(error).split(".")[0])


def three(state):
    print("  e0")
    interrupt("q1")
    print("  e1")
    interrupt("q2")
    print("  e2")
    interrupt("q3")
    print("  e3")


for durability in ("sync", "async", "exit"):
    app = app_of(three)
    for given in ({"log": ["in"]}, *(Command(resume=f"a{i}") for i in (1, 2, 3)), Command(resume="late")):
        show(durability, app, given, durability=durability)


def two(state):
    first, second = interrupt("first"), interrupt("second")
    print("  got", first, second)


for durability in ("sync", "async", "exit"):
    app = app_of(two)
    show("leftover", app, {"log": ["in"]}, durability=durability)
    show("leftover", app, Command(resume="A"), durability=durability)
    show("leftover", app, None, durability=durability)
    show("leftover", app, None, durability=durability)

app = app_of(two)
paused = app.invoke({"log": []}, thread)
show("by id, first", app, Command(resume={paused["__interrupt__"][0].id: "A"}))
show("by id, the same again", app, Command(resume={paused["__interrupt__"][0].id: "again"}))
second = app.get_state(thread).interrupts
show("by id, second", app, Command(resume={second[0].id: "B"}) if second else None)


def swallowing(state):
    try:
        interrupt("q")
    except Exception:
        print("  swallowed")
    return {"log": ["end"]}


show("swallowed", app_of(swallowing), {"log": []})


def checking(state):
    answer = interrupt("ok?")
    if answer != "yes":
        raise ValueError("not approved: " + answer)
    return {"log": ["approved"]}


for durability in ("sync", "async", "exit"):
    app = app_of(checking)
    show("checking", app, {"log": []}, durability=durability)
    show("checking", app, Command(resume="no"), durability=durability)
    show("checking", app, None, durability=durability)
    show("checking", app, Command(resume="yes"), durability=durability)


ran = []


def left(state):
    ran.append("left")
    return {"log": ["left " + interrupt("ql")]}


def right(state):
    ran.append("right")
    return {"log": ["right " + interrupt("qr")]}


def done(state):
    ran.append("done")
    return {"log": ["done"]}


for durability in ("sync", "async", "exit"):
    ran.clear()
    app = app_of(left, right, done)
    paused = app.invoke({"log": []}, thread, durability=durability)
    ids = {i.value: i.id for i in paused["__interrupt__"]}
    show("bare", app, Command(resume="x"), durability=durability)
    show("one", app, Command(resume={ids["qr"]: "R"}), durability=durability)
    show("one again", app, Command(resume={ids["qr"]: "R2"}), durability=durability)
    show("other", app, Command(resume={ids["ql"]: "L"}), durability=durability)
    show("finished", app, Command(resume="z"), durability=durability)
    show("nothing", app, None, durability=durability)
    show("new input", app, {"log": ["new"]}, durability=durability)
    show(
        "with an update",
        app,
        Command(resume={ids["ql"]: "?"}, update={"log": ["updated"]}),
        durability=durability,
    )
