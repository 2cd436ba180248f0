# variant: asynchronous all through
import asyncio, sqlite3
from typing import TypedDict
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph


class State(TypedDict, total=False):
    x: str


async def a(state):
    await asyncio.sleep(1)


graph = (
    StateGraph(State)
    .add_node("a", a)
    .add_edge(START, "a")
    .add_edge("a", END)
    .compile(checkpointer=InMemorySaver())
)
t = {"configurable": {"thread_id": "1"}}


async def main():
    try:
        await asyncio.wait_for(graph.ainvoke({}, t), 0.3)
    except TimeoutError:
        print("client gave up")
    await asyncio.sleep(5)
    print((await graph.aget_state(t)).next)


asyncio.run(main())
