# FAULT F4? effect inside a graph that a queue worker runs; every delivery fails and the message becomes a dead letter. Right: no loss holds (somebody was told)
import sqlite3
from typing import TypedDict
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from durable_lab import world
from durable_lab.queue_workers import Message, Queue


class State(TypedDict, total=False):
    x: str


def a(state):
    world.call("ticket", title="db-7", key="t")


graph = (
    StateGraph(State)
    .add_node("a", a)
    .add_edge(START, "a")
    .add_edge("a", END)
    .compile(checkpointer=SqliteSaver(sqlite3.connect("agent.db", check_same_thread=False)))
)
queue = Queue("runs", lease=30, max_deliveries=2)


@queue.worker
def work(message: Message) -> None:
    if message.delivery_count > 1:
        raise RuntimeError("no")
    graph.invoke({"x": "1"}, {"configurable": {"thread_id": message.body}})
    message.complete()


if __name__ == "__main__":
    queue.send("t1")
    queue.run(workers=1)
