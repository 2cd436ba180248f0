"""Where a graph's things are kept: namespaces of one thread are apart."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

from durable_lab.topologies.graph.checkpointers import InMemorySaver
from durable_lab.topologies.graph.pregel.checkpoint import Checkpoint, Superstep, TaskWrites
from durable_lab.topologies.graph.pregel.namespaces import Namespace
from durable_lab.topologies.graph.types import INTERRUPT, Interrupt

ROOT, INNER = Namespace("t"), Namespace("t", "ask:1")
PROCESS: Any = SimpleNamespace(warned=set())
"""A saver in memory asks nothing of it."""


def test_the_graph_that_is_invoked_has_units_and_configs_without_a_namespace() -> None:
    assert ROOT.unit(2, "ask") == "t/2/ask"
    assert ROOT.config("000003") == {"configurable": {"thread_id": "t", "checkpoint_id": "000003"}}


def test_one_inside_of_it_has_its_own() -> None:
    assert INNER.unit(2, "ask") == "t/ask:1/2/ask"
    assert INNER.config() == {"configurable": {"thread_id": "t", "checkpoint_ns": "ask:1"}}
    assert INNER.lineage != ROOT.lineage


def test_keys_never_meet() -> None:
    parts: list[tuple[str, ...]] = [(), ("000001",), ("000001", ""), ("000001", "0")]
    places = (ROOT, INNER, Namespace("t2"))
    keys = [place.key(*some) for place in places for some in parts]
    assert len(set(keys)) == len(keys)


def test_namespaces_of_a_thread_keep_their_own_checkpoints_and_writes() -> None:
    async def kept() -> None:
        saver = InMemorySaver()
        for place, number in ((ROOT, "000001"), (INNER, "000002")):
            checkpoint = Checkpoint(number, 0, "loop", {"place": place.name}, {}, {})
            await saver.put(PROCESS, place, Superstep("", checkpoint, {}, []))
        question = (INTERRUPT, [Interrupt("?", "1")])
        await saver.put_writes(PROCESS, INNER, TaskWrites("000002", "task", "ask", [question]))
        root, inner = await saver.load(PROCESS, ROOT), await saver.load(PROCESS, INNER)
        assert root is not None and inner is not None
        assert (root.checkpoint.channel_values, root.pending) == ({"place": ""}, {})
        assert (inner.checkpoint.channel_values, inner.pending) == ({"place": "ask:1"}, {"task": [question]})
        assert saver.peek(PROCESS, ROOT) == ("000001", [])
        assert saver.peek(PROCESS, INNER) == ("000002", [Interrupt("?", "1")])
        assert saver.peek(PROCESS, Namespace("unknown")) == (None, [])

    asyncio.run(kept())
