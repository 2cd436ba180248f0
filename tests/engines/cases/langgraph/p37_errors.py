"""The errors a beginner makes: concurrent write, bad return, unknown edge, no entry, duplicate node, unreachable."""

import operator
from typing import Annotated
from typing_extensions import TypedDict
from langgraph.errors import InvalidUpdateError
from langgraph.graph import StateGraph, START, END


class State(TypedDict):
    x: int


def attempt(label, f):
    try:
        print(label, "->", f())
    except Exception as e:
        print(label, "->", type(e).__name__, str(e).split("\n")[0])


def build(*edges, **nodes):
    b = StateGraph(State)
    for n, f in nodes.items():
        b.add_node(n, f)
    for s, e in edges:
        b.add_edge(s, e)
    return b.compile()


one = lambda s: {"x": 1}
attempt("concurrent", lambda: build((START, "a"), (START, "b"), a=one, b=one).invoke({"x": 0}))
attempt("bad return", lambda: build((START, "a"), a=lambda s: "text").invoke({"x": 0}))
attempt("list return", lambda: build((START, "a"), a=lambda s: [1]).invoke({"x": 0}))
attempt("unknown key", lambda: build((START, "a"), a=lambda s: {"y": 1}).invoke({"x": 0}))
attempt("unknown end", lambda: build((START, "zz"), a=one).invoke({"x": 0}))
attempt("unknown start", lambda: build((START, "a"), ("zz", "a"), a=one).invoke({"x": 0}))
attempt("no entry", lambda: build(("a", END), a=one).invoke({"x": 0}))
attempt("duplicate", lambda: StateGraph(State).add_node("a", one).add_node("a", one))
attempt("reserved", lambda: StateGraph(State).add_node("__start__", one))
attempt("node named as key", lambda: StateGraph(State).add_node("x", one))
attempt("empty input", lambda: build((START, "a"), a=one).invoke({}))
attempt("None input", lambda: build((START, "a"), a=one).invoke(None))
attempt("wrong keys input", lambda: build((START, "a"), a=one).invoke({"q": 1}))
attempt("str input", lambda: build((START, "a"), a=one).invoke("hello"))
attempt(
    "resume without checkpointer",
    lambda: build((START, "a"), a=one).invoke(__import__("langgraph.types").types.Command(resume=1)),
)
attempt("sync of async", lambda: build((START, "a"), a=lambda s: None).invoke({"x": 3}))
attempt("edge from END", lambda: StateGraph(State).add_edge(END, "a"))
attempt(
    "goto unknown",
    lambda: build(
        (START, "a"), a=lambda s: __import__("langgraph.types").types.Command(goto="nope", update={"x": 2})
    ).invoke({"x": 0}),
)
attempt(
    "interrupt without checkpointer",
    lambda: build((START, "a"), a=lambda s: {"x": __import__("langgraph.types").types.interrupt("q")}).invoke(
        {"x": 0}
    ),
)
