"""A parallel branch fails at once while a slow sibling is still running: does the sibling finish, are its writes kept?"""

import operator, time
from typing import Annotated
from typing_extensions import TypedDict
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import StateGraph, START

ran = []
fail = [True]


class S(TypedDict):
    log: Annotated[list, operator.add]


def slow(s):
    time.sleep(0.5)
    ran.append("slow done")
    return {"log": ["slow"]}


def quick(s):
    if fail:
        fail.pop()
        raise RuntimeError("quick failed")
    return {"log": ["quick"]}


g = (
    StateGraph(S)
    .add_node(slow)
    .add_node(quick)
    .add_edge(START, "slow")
    .add_edge(START, "quick")
    .compile(checkpointer=InMemorySaver())
)
c = {"configurable": {"thread_id": "1"}}
t = time.time()
try:
    g.invoke({"log": []}, c)
except RuntimeError as e:
    print(e, ran, round(time.time() - t, 1))
s = g.get_state(c)
print(s.next, s.values)
print(g.invoke(None, c), ran)
