"""The programs that are measured."""

RELEASE = """# durable-lab: --input '{"service": "db-7"}'
import operator, sqlite3
from typing import Annotated, TypedDict
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, StateGraph
from durable_lab import world

STEPS = ["plan", "freeze", "back_up", "drain", "migrate", "deploy", "check", "shift", "thaw", "report"]

class State(TypedDict, total=False):
    service: str
    log: Annotated[list[str], operator.add]

def step(name):
    def node(state):
        receipt = world.call(name, service=state["service"], key=f"{state['service']}-{name}")
        return {"log": [receipt]}
    return node

builder = StateGraph(State)
for before, name in zip([START, *STEPS], STEPS):
    builder.add_node(name, step(name))
    builder.add_edge(before, name)
graph = builder.compile(checkpointer=SqliteSaver(sqlite3.connect("agent.db")))
"""
"""A release in ten steps, each an effect with a key and a checkpoint: 76 crash points, none of which fails."""

UNKEYED_RELEASE = RELEASE.replace(""", key=f"{state['service']}-{name}")""", ")")
"""The same without keys: a crash after an effect and before its record repeats it."""

QUEUE = """
from durable_lab import world
from durable_lab.queue_workers import Queue

queue = Queue("refunds")

@queue.worker
def refund(message):
    world.call("refund", payment=message.body, key=message.id)
    message.complete()

if __name__ == "__main__":
    for payment in range({n}):
        queue.send(payment)
    queue.run(workers=4)
"""

GRAPH = """
import sqlite3
from typing import TypedDict
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from durable_lab import world

class State(TypedDict, total=False):
    n: int

def step(state):
    world.call("check", n=state["n"])
    return {{"n": state["n"] + 1}}

builder = StateGraph(State)
builder.add_node("step", step)
builder.add_edge(START, "step")
builder.add_conditional_edges("step", lambda state: "step" if state["n"] < {n} else END)
graph = builder.compile(checkpointer=SqliteSaver(sqlite3.connect("agent.db")))
graph.invoke({{"n": 0}}, {{"configurable": {{"thread_id": "t"}}}})
"""

INVOKES = GRAPH.replace(' if state["n"] < {n} else END', " if False else END").replace(
    "graph.invoke(", "for _ in range({n}): graph.invoke("
)
"""One superstep in each of many calls on one thread."""

LOOP = """
from durable_lab import world

for n in range({n}):
    world.model("what next?")
    world.call("check", n=n, key=str(n))
"""

WORKFLOW = """
import asyncio
from datetime import timedelta
from temporalio import activity, workflow
from temporalio.client import Client
from temporalio.worker import Worker
from durable_lab import world

@activity.defn
async def check(n: int) -> str:
    return await world.acall("check", n=n)

@workflow.defn
class Batch:
    @workflow.run
    async def run(self) -> None:
        for n in range({n}):
            await workflow.execute_activity(check, n, start_to_close_timeout=timedelta(seconds=30))

async def main():
    client = await Client.connect("localhost")
    async with Worker(client, task_queue="q", workflows=[Batch], activities=[check]):
        await client.execute_workflow(Batch.run, id="batch", task_queue="q")

if __name__ == "__main__":
    asyncio.run(main())
"""
