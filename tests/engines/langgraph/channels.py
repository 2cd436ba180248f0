"""What a superstep leaves to the next: joins, sends and keys, also when a thread is taken up in another way."""

import operator
from typing import Annotated, TypedDict

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, StateGraph
from langgraph.types import Command, Send, interrupt


class State(TypedDict, total=False):
    log: Annotated[list, operator.add]
    n: int


thread = {"configurable": {"thread_id": "t"}}


def node(name):
    return lambda state: {"log": [name]}


def ask(state):
    return {"log": [interrupt("?")]}


def show(what, result):
    print(what, result.get("log"), [q.value for q in result.get("__interrupt__", [])])


def built(names, *edges):
    builder = StateGraph(State)
    for name in names.split():
        builder.add_node(name, ask if name == "ask" else node(name))
    for start, end in edges:
        builder.add_edge(start, end)
    return builder


# a join of which one start has finished, when new input comes
builder = built("a b x ask end", ("x", "ask"), ("ask", "b"), (["a", "b"], "end"))
builder.add_conditional_edges(START, lambda state: ["a", "x"] if state["n"] == 1 else ["b"])
app = builder.compile(checkpointer=InMemorySaver())
show("one start has finished", app.invoke({"n": 1}, thread))
show("the other after new input", app.invoke({"n": 2}, thread))

# one that was to finish in the superstep that new input dropped
builder = built("a b ask end", ("ask", "b"), (["a", "b"], "end"))
builder.add_conditional_edges(START, lambda state: ["a", "ask"] if state["n"] == 1 else ["b"])
app = builder.compile(checkpointer=InMemorySaver())
show("one start beside a pause", app.invoke({"n": 1}, thread))
show("the other after new input", app.invoke({"n": 2}, thread))

# two joins that end at one node
edges = [(START, "a"), (START, "b"), (START, "c"), ("b", "b2"), ("c", "c2"), ("c2", "d")]
builder = built("a b c b2 c2 d end", *edges, (["a", "b2"], "end"), (["b2", "d"], "end"))
show("two joins", builder.compile().invoke({"log": []}))


# a join goes round
def round_again(state):
    return ["a", "b"] if state["log"].count("end") < 2 else "__end__"


builder = built("a b end", (START, "a"), (START, "b"), (["a", "b"], "end"))
builder.add_conditional_edges("end", round_again)
show("a join twice", builder.compile().invoke({"log": []}))


# sends that wait, when a command sends others
def sent(state):
    if state["n"] == 1:
        interrupt("first")
    return {"log": [state["n"]]}


builder = StateGraph(State).add_node("sent", sent)
builder.add_conditional_edges(START, lambda state: [Send("sent", {"n": 1}), Send("sent", {"n": 2})])
app = builder.compile(checkpointer=InMemorySaver())
show("a send waits", app.invoke({"n": 1}, thread))
print([task.path for task in app.get_state(thread).tasks], app.get_state(thread).next)
show("another is sent", app.invoke(Command(goto=Send("sent", {"n": 3})), thread))
print(app.get_state(thread).next)

# going to a node that waits already
app = built("ask", (START, "ask")).compile(checkpointer=InMemorySaver())
show("it waits", app.invoke({"n": 1}, thread))
show("gone to", app.invoke(Command(goto="ask"), thread))
show("answered", app.invoke(Command(resume="yes"), thread))


# keys that another version of the graph has
class Earlier(TypedDict, total=False):
    n: int
    old: int


class Later(TypedDict, total=False):
    n: int
    new: Annotated[list, operator.add]


def sees(state):
    print("sees", dict(sorted(state.items())))
    interrupt("?")


saver = InMemorySaver()
for schema, given in ((Earlier, {"n": 1}), (Later, None), (Earlier, None)):
    builder = StateGraph(schema).add_node("first", lambda state: {"old": 5}).add_node("second", sees)
    app = builder.add_edge(START, "first").add_edge("first", "second").compile(checkpointer=saver)
    app.invoke(given, thread)


# a key that collects, of a type that has no empty value
class Latest(TypedDict, total=False):
    value: Annotated[int | None, lambda before, after: after]


builder = StateGraph(Latest).add_node("a", lambda state: {"value": state["value"] + 1}).add_edge(START, "a")
print(builder.compile().invoke({"value": 1}))
