"""durability modes through invoke, crash by an exception, resume with None."""

import operator
from typing import Annotated
from typing_extensions import TypedDict
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import StateGraph, START, END

for durability in ("sync", "async", "exit"):
    fails = [True]
    ran = []

    class State(TypedDict):
        log: Annotated[list, operator.add]

    def one(state):
        ran.append("one")
        return {"log": ["one"]}

    def two(state):
        ran.append("two")
        if fails:
            fails.pop()
            raise ValueError("boom")
        return {"log": ["two"]}

    g = (
        StateGraph(State)
        .add_node(one)
        .add_node(two)
        .add_edge(START, "one")
        .add_edge("one", "two")
        .add_edge("two", END)
        .compile(checkpointer=InMemorySaver())
    )
    cfg = {"configurable": {"thread_id": "1"}}
    try:
        g.invoke({"log": []}, cfg, durability=durability)
    except ValueError as e:
        print(durability, "raised", e, g.get_state(cfg).next, g.get_state(cfg).tasks[0].error)
    print(durability, g.invoke(None, cfg, durability=durability), ran)
