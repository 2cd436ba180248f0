"""Pauses, answers, gotos, sends, joins and errors, in all three durabilities."""

import operator
from typing import Annotated, TypedDict

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, Send, interrupt


class S(TypedDict, total=False):
    log: Annotated[list, operator.add]
    n: int


def draft(s):
    return {"log": ["draft"]}


def ask(s):
    print("  run ask prefix")
    v = interrupt("q1")
    print("  run ask mid")
    w = interrupt("q2")
    print("  run ask end")
    return {"log": [f"ask:{v}{w}"]}


def after(s):
    print("  run after")


g = StateGraph(S).add_node("draft", draft).add_node("ask", ask).add_node("after", after)
g.add_edge(START, "draft")
g.add_edge("draft", "ask")
g.add_edge("ask", "after")
g.add_edge("after", END)
for d in ["sync", "async", "exit"]:
    a = g.compile(checkpointer=InMemorySaver())
    c = {"configurable": {"thread_id": "t"}}

    def show(x, a=a, c=c):
        print(" ->", x["log"], [i.value for i in x.get("__interrupt__", [])], a.get_state(c).next)

    show(a.invoke({"log": ["in"]}, c, durability=d))
    show(a.invoke(Command(resume="A"), c, durability=d))
    show(a.invoke(None, c, durability=d))
    show(a.invoke(Command(resume="B"), c, durability=d))
    show(a.invoke(Command(resume="C"), c, durability=d))
    show(a.invoke({"log": ["again"]}, c, durability=d))
    show(a.invoke({"log": ["again2"]}, c, durability=d))


def a(s):
    print("  run a")
    return Command(goto=["b", "c"], update={"log": ["a"]})


def b(s):
    return {"log": ["b"]}


def cc(s):
    v = interrupt("qc")
    return {"log": ["c" + v]}


def d(s):
    return {"log": [f"d{s['n']}"]}


def route(s):
    return [Send("d", {"n": 1}), Send("d", {"n": 2})] if len(s["log"]) < 6 else END


g = (
    StateGraph(S)
    .add_node("a", a, destinations=("b", "c"))
    .add_node("b", b)
    .add_node("c", cc)
    .add_node("d", d)
)
g.add_edge(START, "a")
g.add_conditional_edges("b", route)
app = g.compile(checkpointer=InMemorySaver())
cf = {"configurable": {"thread_id": "t"}}
r = app.invoke({"log": ["in"], "n": 0}, cf)
print(r["log"], [i.value for i in r["__interrupt__"]])
st = app.get_state(cf)
print(st.next, [(t.name, [i.value for i in t.interrupts]) for t in st.tasks], st.values)
print(app.invoke(Command(resume="yes"), cf))


# two pending
def q1(s):
    print("  q1")
    return {"log": [interrupt("x")]}


def q2(s):
    print("  q2")
    return {"log": [interrupt("y")]}


app = (
    StateGraph(S)
    .add_node("q1", q1)
    .add_node("q2", q2)
    .add_edge(START, "q1")
    .add_edge(START, "q2")
    .compile(checkpointer=InMemorySaver())
)
r = app.invoke({"log": []}, cf)
print([i.value for i in r["__interrupt__"]])
try:
    app.invoke(Command(resume="z"), cf)
except RuntimeError as e:
    print("RuntimeError", str(e)[:60])
ids = [i.id for i in r["__interrupt__"]]
r = app.invoke(Command(resume={ids[0]: "X"}), cf)
print(r["log"], [i.value for i in r["__interrupt__"]])
r = app.invoke(Command(resume="Y"), cf)
print(r)


# join
def mk(n):
    return lambda s: {"log": [n]}


app = (
    StateGraph(S)
    .add_node("p", mk("p"))
    .add_node("q", mk("q"))
    .add_node("r", mk("r"))
    .add_edge(START, "p")
    .add_edge(START, "q")
    .add_edge(["p", "q"], "r")
    .compile(checkpointer=InMemorySaver())
)
print(app.invoke({"log": []}, cf))


def tryit(name, f):
    try:
        print(name, "->", f())
    except Exception as e:
        print(name, "-> EXC", type(e).__name__, str(e).split("\n")[0])


tryit("compile no entry", lambda: StateGraph(S).add_node("a", b).compile())
app = StateGraph(S).add_node("a", b).add_edge(START, "a").compile(checkpointer=InMemorySaver())
tryit("no thread", lambda: app.invoke({"log": []}))
tryit("none empty", lambda: app.invoke(None, {"configurable": {"thread_id": "z"}}))
tryit("bad input", lambda: app.invoke({"zzz": 1}, {"configurable": {"thread_id": "z2"}}))
tryit(
    "edge to unknown",
    lambda: StateGraph(S).add_node("a", b).add_edge(START, "a").add_edge("a", "zz").compile(),
)
tryit("dup", lambda: StateGraph(S).add_node("a", b).add_node("a", b))
tryit(
    "resume no cp",
    lambda: StateGraph(S).add_node("c", b).add_edge(START, "c").compile().invoke(Command(resume="1")),
)
tryit(
    "bad return",
    lambda: StateGraph(S).add_node("c", lambda s: 5).add_edge(START, "c").compile().invoke({"log": []}),
)
tryit(
    "two writers",
    lambda: (
        StateGraph(S)
        .add_node("p", lambda s: {"n": 1})
        .add_node("q", lambda s: {"n": 2})
        .add_edge(START, "p")
        .add_edge(START, "q")
        .compile()
        .invoke({"log": []})
    ),
)
tryit(
    "recursion",
    lambda: (
        StateGraph(S)
        .add_node("p", lambda s: {"n": 1})
        .add_edge(START, "p")
        .add_edge("p", "p")
        .compile()
        .invoke({"log": []}, {"recursion_limit": 3})
    ),
)
tryit(
    "resume fresh thread", lambda: app.invoke(Command(resume="1"), {"configurable": {"thread_id": "fresh"}})
)
tryit("outside", lambda: interrupt("x"))
