"""async nodes, ainvoke, astream, AsyncSqliteSaver not used."""

import asyncio
import operator
from typing import Annotated
from typing_extensions import TypedDict
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import StateGraph, START, END


class State(TypedDict):
    log: Annotated[list, operator.add]


async def slow(state):
    await asyncio.sleep(0.05)
    return {"log": ["slow"]}


async def fast(state):
    return {"log": ["fast"]}


async def join(state):
    return {"log": [f"join{len(state['log'])}"]}


b = StateGraph(State)
for f in (slow, fast, join):
    b.add_node(f.__name__, f)
b.add_edge(START, "slow")
b.add_edge(START, "fast")
b.add_edge(["slow", "fast"], "join")
b.add_edge("join", END)
g = b.compile(checkpointer=InMemorySaver())


async def main():
    c = {"configurable": {"thread_id": "1"}}
    print(await g.ainvoke({"log": []}, c))
    print((await g.aget_state(c)).values)
    async for chunk in g.astream({"log": []}, c, stream_mode="updates"):
        print(chunk)


asyncio.run(main())
