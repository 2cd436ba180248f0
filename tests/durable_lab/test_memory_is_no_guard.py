"""In each topology: what only the process remembers holds as long as it lives, and guards nothing over a crash."""

from __future__ import annotations

import itertools
from typing import cast

import pytest

from durable_lab.readers.checks import violated
from durable_lab.report import as_json, as_markdown, as_text
from tests.support import explore_text, graph

GUARDS = {
    "a global set": """
done = set()
def guarded(name):
    if name not in done:
        effect(name)
        done.add(name)
""",
    "a class attribute": """
class Memory:
    done = ()
def guarded(name):
    if name not in Memory.done:
        effect(name)
        Memory.done = (*Memory.done, name)
""",
    "a mutable default": """
def guarded(name, done=[]):
    if name not in done:
        effect(name)
        done.append(name)
""",
    "a cache": """
import functools
@functools.cache
def guarded(name):
    effect(name)
""",
}

EFFECT = """
from durable_lab import world
def effect(name):
    world.call("refund", order=name)
"""

LOOP = """
from durable_lab.in_memory_loop import Client
GUARD
def agent(request):
    for line in request["lines"]:
        guarded(line)
Client().send(agent, {"lines": ["A-1", "A-1"]})
"""

GRAPH = graph("""
GUARD
def ask(state):
    guarded("A-1")  # begins again when it is resumed
    interrupt("refunded?")
app = chain([ask])
app.invoke({"n": 1}, thread)
app.invoke(Command(resume="yes"), thread)
""")

QUEUE = """
from durable_lab.queue_workers import Queue
GUARD
queue = Queue("refunds", lease=30)

@queue.worker
def refund(message):
    guarded(message.body)
    message.complete()

if __name__ == "__main__":
    queue.send("A-1")
    queue.send("A-1")
    queue.run(workers=1)
"""

WORKFLOW = """
import asyncio
from datetime import timedelta
from temporalio import activity, workflow
from temporalio.client import Client
from temporalio.worker import Worker
GUARD
@activity.defn
def refund(order: str) -> None:
    guarded(order)
    if activity.info().attempt == 1:
        raise ValueError("try again")

@workflow.defn
class Refund:
    @workflow.run
    async def run(self) -> None:
        await workflow.execute_activity(refund, "A-1", start_to_close_timeout=timedelta(seconds=30))

async def main():
    client = await Client.connect("localhost:7233")
    async with Worker(
        client, task_queue="q", workflows=[Refund], activities=[refund], activity_executor=object()
    ):
        await client.execute_workflow(Refund.run, id="wf", task_queue="q")

if __name__ == "__main__":
    asyncio.run(main())
"""

TOPOLOGIES = {
    "in_memory_loop": LOOP,
    "checkpointed_graph": GRAPH,
    "queue_workers": QUEUE,
    "durable_workflow": WORKFLOW,
}


@pytest.mark.parametrize(("topology", "guard"), list(itertools.product(TOPOLOGIES, GUARDS)))
def test_memory_as_the_only_guard_is_no_guard(topology: str, guard: str) -> None:
    found = explore_text(TOPOLOGIES[topology].replace("GUARD", EFFECT + GUARDS[guard]))
    assert violated(found.baseline_verdicts) == [], "without a crash it guards"
    assert {v.code for run in found.failures for v in violated(run.verdicts)} == {"once-too-many"}
    assert "crash at effect:refund#1.applied" in {run.plan for run in found.failures}
    assert "memory alone guards nothing" in " ".join(as_text(found, "file.py", "en").split())
    assert "只记在内存里就等于没有防" in as_markdown(found, "file.py", "zh")
    (way,) = cast("list[dict[str, str]]", as_json(found, "en")["ways"])
    assert way["because"].endswith("memory alone guards nothing")


@pytest.mark.parametrize("topology", TOPOLOGIES)
def test_the_same_effect_without_any_guard_is_wrong_without_a_crash(topology: str) -> None:
    """So that the guard above is one: it does prevent something, while its process lives."""
    bare = "def guarded(name):\n    effect(name)\n"
    found = explore_text(TOPOLOGIES[topology].replace("GUARD", EFFECT + bare))
    done = sum(1 for _ in found.baseline.select("effect", "applied"))
    assert done == 2


@pytest.mark.parametrize("topology", TOPOLOGIES)
def test_a_key_is_a_guard(topology: str) -> None:
    keyed = EFFECT.replace("order=name", 'order=name, key=f"{name}/refund"')
    found = explore_text(TOPOLOGIES[topology].replace("GUARD", keyed + GUARDS["a global set"]))
    assert found.failures == []
