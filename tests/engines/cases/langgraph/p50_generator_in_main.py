"""A generator function that calls the graph and yields results; invoke within a comprehension, lambda, sorted key, property and map()."""

from typing_extensions import TypedDict
from langgraph.graph import StateGraph, START


class S(TypedDict):
    x: int


def n(s):
    import time

    time.sleep(1)
    return {"x": s["x"] + 1}


g = StateGraph(S).add_node(n).add_edge(START, "n").compile()


def results(k):
    for i in range(k):
        yield g.invoke({"x": i})["x"]


class C:
    def __init__(self):
        self.first = g.invoke({"x": 100})["x"]

    @property
    def p(self):
        return g.invoke({"x": 200})["x"]

    def __call__(self, y):
        return g.invoke({"x": y})["x"]


print(list(results(3)))
print(
    [g.invoke({"x": i})["x"] for i in range(2)],
    list(map(lambda i: g.invoke({"x": i})["x"], [5])),
    sorted([3, 1], key=lambda i: g.invoke({"x": -i})["x"]),
)
c = C()
print(c.first, c.p, c(7))
b = StateGraph(S).add_node("c", lambda s: {"x": c(s["x"])}).add_edge(START, "c").compile()
print(b.invoke({"x": 1}))
print({k: v for k, v in ((i, g.invoke({"x": i})["x"]) for i in range(2))})
