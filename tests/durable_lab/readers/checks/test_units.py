"""The recovery unit: begun again as often as need be, but not once its end is durable."""

from __future__ import annotations

import pytest

from tests.durable_lab.readers.checks.judging import one_activity, verdict
from tests.support import graph

CHAIN = graph("app = chain([work('a'), work('b')])\napp.invoke({'n': 1}, thread)\n")


def test_without_a_crash_nothing_is_begun_again() -> None:
    assert verdict("unit", CHAIN) == ("not exercised", "")


@pytest.mark.parametrize("plan", ["crash at effect:a#1.applied", "crash at writes:a#1.stored"])
@pytest.mark.parametrize("durability", ["sync", "async", "exit"])
def test_a_node_begins_again_until_its_writes_are_stored(plan: str, durability: str) -> None:
    source = CHAIN.replace("thread)", f"thread, durability={durability!r})")
    if durability != "exit" or "writes" not in plan:
        assert verdict("unit", source, plan) == ("holds", "")


def test_writes_on_a_checkpoint_that_was_never_stored_are_worth_nothing() -> None:
    """`b` runs again although its writes were stored: the store had refused the checkpoint under them."""
    source = graph("""
app = chain([work('a'), work('b'), work('c')])
try:
    app.invoke({'n': 1}, thread)
except Exception:
    app.invoke(None, thread)
""")
    assert verdict("unit", source, "down agent.db at checkpoint:a#1.sent x 1") == ("holds", "")


def test_two_runs_of_one_thread_at_once_begin_again_what_is_done() -> None:
    """The second run is through with `last` when the first one, which knows nothing of it, comes there."""
    source = graph("""
import asyncio

begun, ended = [], []

async def first(state):
    begun.append(1)
    await asyncio.sleep(10 if len(begun) == 1 else 1)

async def last(state):
    await asyncio.sleep(1)

app = chain([first, last])

async def second_client():
    await asyncio.sleep(5)
    await app.ainvoke(None, thread)

async def main():
    await asyncio.gather(app.ainvoke({"n": 1}, thread), second_client())

asyncio.run(main())
""")
    assert verdict("unit", source) == ("violated", "unit-again")


QUEUE = """
from durable_lab import world
from durable_lab.queue_workers import Queue

queue = Queue("q")

@queue.worker
def handle(message):
    world.call("a", n=message.body)
    message.complete()

if __name__ == "__main__":
    queue.send(1)
    queue.run(workers=1)
"""


def test_a_message_is_delivered_again_until_it_is_completed() -> None:
    assert verdict("unit", QUEUE, "crash at complete:q#1.sent") == ("holds", "")
    assert verdict("unit", QUEUE, "crash at complete:q#1.stored") == ("holds", "")


def test_sent_again_it_is_another_lineage() -> None:
    plan = "crash at effect:a#1.applied ; redeliver send:q#1"
    assert verdict("unit", QUEUE, plan) == ("holds", "")


ACTIVITY = one_activity('world.acall("a")')


def test_an_activity_is_tried_again_until_its_completion_is_accepted() -> None:
    assert verdict("unit", ACTIVITY, "crash at effect:a#1.applied") == ("holds", "")
    assert verdict("unit", ACTIVITY, "crash at completion:act#1.stored") == ("holds", "")
