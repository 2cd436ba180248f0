"""When checkpoints are written decides what a crash repeats. Counts as measured on the real engine."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from durable_lab.kernel.machine.process import Process
from durable_lab.topologies.graph.checkpointers import BaseCheckpointSaver
from durable_lab.topologies.graph.pregel.checkpoint import Checkpoint, Superstep, TaskWrites
from durable_lab.topologies.graph.pregel.durability import Writer, writer_for
from durable_lab.topologies.graph.pregel.namespaces import Namespace
from durable_lab.topologies.graph.pregel.writes import NO_TASK
from durable_lab.topologies.graph.types import ERROR, Durability
from tests.support import filled, graph, ns, on_machine, run_text, run_well

NODES = ("n1", "n2", "n3")

THREE = """
app = chain([work("n1"), work("n2"), work("n3")])
app.invoke({{"n": 1}}, thread, durability="{durability}")
"""

KILLED = [
    # where, what the modes repeat; None: no such point in this mode
    ("effect:n1#1.requested", "", "", ""),
    ("effect:n1#1.applied", "n1", "n1", "n1"),
    ("writes:n1#1.sent", "n1", "n1", None),
    ("writes:n1#1.stored", "", "", None),
    ("checkpoint:n1#1.sent", "", "", None),
    ("checkpoint:n1#1.stored", "", "", None),
    ("effect:n2#1.requested", "", "n1", "n1"),
    ("effect:n2#1.applied", "n2", "n2", "n1 n2"),
    ("writes:n2#1.stored", "", "", None),
    ("effect:n3#1.applied", "n3", "n3", "n1 n2 n3"),
    ("checkpoint:n3#1.sent", "", "", None),
    ("checkpoint:exit#1.sent", None, None, "n1 n2 n3"),
    ("checkpoint:exit#1.stored", None, None, ""),
]


@pytest.mark.parametrize("durability", ["sync", "async", "exit"])
@pytest.mark.parametrize("row", KILLED, ids=lambda row: row[0])
def test_what_a_kill_repeats(row: tuple[str, str | None, str | None, str | None], durability: str) -> None:
    repeated = row[1 + ("sync", "async", "exit").index(durability)]
    source = filled(THREE, durability=durability)
    plan = f"crash at {row[0]}"
    if repeated is None:
        assert run_text(source, plan).trace.header["not_reached"] == [plan]
    else:
        assert run_well(source, plan).done == {n: 1 + (n in repeated.split()) for n in NODES}


@pytest.mark.parametrize(
    ("durability", "done"),
    [("sync", {"n1": 1, "n2": 1, "n3": 2}), ("async", {"n1": 1, "n2": 2, "n3": 2})],
)
def test_a_slow_store_makes_async_repeat_two_nodes(durability: str, done: dict[str, int]) -> None:
    """As with nodes that take no time, measured in 11 runs of 12: n2's writes are still on their way."""
    plan = "delay request writes:n2#1 until 0.06s ; crash at effect:n3#1.applied"
    assert run_well(filled(THREE, durability=durability), plan).done == done


def test_the_default_is_async() -> None:
    source = graph("""
app = chain([work("n1"), work("n2"), work("n3")])
app.invoke({"n": 1}, thread)
""")
    plan = "delay request writes:n2#1 until 0.06s ; crash at effect:n3#1.applied"
    assert run_well(source, plan).done == {"n1": 1, "n2": 2, "n3": 2}


def test_steps_are_numbered_from_the_input() -> None:
    for durability, wanted in (("sync", [-1, 0, 1, 2, 3]), ("async", [-1, 0, 1, 2, 3]), ("exit", [3])):
        ran = run_well(filled(THREE, durability=durability))
        assert [e.payload["step"] for e in ran.trace.select("checkpoint", "sent")] == wanted


def test_sync_writes_then_puts_then_goes_on() -> None:
    ran = run_well(filled(THREE, durability="sync"))
    points = ran.points
    order = ["effect:n1#1.returned", "writes:n1#1.stored", "checkpoint:n1#1.sent", "checkpoint:n1#1.stored"]
    order.append("effect:n2#1.requested")
    assert [points.index(point) for point in order] == sorted(points.index(point) for point in order)


def test_async_makes_the_same_writes_later_than_the_nodes() -> None:
    sync, later = (run_well(filled(THREE, durability=d)) for d in ("sync", "async"))
    kinds = ("writes", "checkpoint")
    written = [[e.point for e in ran.trace if e.kind in kinds] for ran in (sync, later)]
    assert written[0] == written[1]
    assert later.points.index("effect:n2#1.requested") < later.points.index("writes:n1#1.stored")


# -- the store refuses -----------------------------------------------------------------------------

FOUR = ("n1", "n2", "n3", "n4")

REFUSED = """
import time
app = chain([work(f"n{{i}}") for i in range(1, 5)])
try:
    app.invoke({{"n": 1}}, thread, durability="{durability}")
except world.CallFailed as error:
    print(" ".join(entry.name for entry in world.ledger()))
time.sleep(60)
try:
    app.invoke(None, thread, durability="{durability}")
except Exception as error:
    print(type(error).__name__)
    app.invoke({{"n": 1}}, thread, durability="{durability}")
"""
ALL = "n1 n2 n3 n4"


@pytest.mark.parametrize(
    ("plan", "durability", "before_the_error", "in_the_end"),
    [
        ("fail checkpoint:n1#1 unapplied", "sync", "n1", (1, 1, 1, 1)),
        ("fail checkpoint:n1#1 unapplied", "async", ALL, (1, 2, 2, 2)),
        ("fail checkpoint:exit#1 unapplied", "exit", ALL, (2, 2, 2, 2)),
        ("down agent.db at effect:n1#1.returned for 10s", "sync", "n1", (2, 1, 1, 1)),
        ("down agent.db at effect:n1#1.returned for 10s", "async", ALL, (2, 2, 2, 2)),
        ("down agent.db at effect:n1#1.returned for 10s", "exit", ALL, (2, 2, 2, 2)),
    ],
)
def test_a_store_that_refuses(
    plan: str, durability: str, before_the_error: str, in_the_end: tuple[int, ...]
) -> None:
    ran = run_well(filled(REFUSED, durability=durability), plan)
    assert ran.lines[0] == before_the_error
    assert ran.done == dict(zip(FOUR, in_the_end, strict=True))


@pytest.mark.parametrize("durability", ["sync", "async"])
def test_pending_writes_refused_even_sync_runs_to_the_end_and_then_raises(durability: str) -> None:
    ran = run_well(filled(REFUSED, durability=durability), "fail writes:n1#1 unapplied")
    assert ran.lines[0] == ALL


@pytest.mark.parametrize("durability", ["async", "exit"])
def test_twelve_nodes_run_before_the_error_and_twelve_again(durability: str) -> None:
    source = filled(REFUSED, durability=durability).replace("range(1, 5)", "range(1, 13)")
    ran = run_well(source, "down agent.db at effect:n1#1.requested for 10s")
    names = [f"n{i}" for i in range(1, 13)]
    assert ran.lines[0].split() == names
    assert ran.done == ns(names, 2)


PAUSE = """
def ask(state):
    world.call("ticket")
    interrupt("?")
app = chain([ask])
try:
    app.invoke({{"n": 1}}, thread, durability="{durability}")
except world.CallFailed:
    print("refused", len(world.ledger()), app.get_state(thread).next)
"""


@pytest.mark.parametrize(
    ("durability", "checkpoint", "tickets"),
    [("sync", "input", 0), ("async", "input", 1), ("exit", "exit", 1)],
)
def test_a_pause_whose_put_is_refused(durability: str, checkpoint: str, tickets: int) -> None:
    """sync: raised before the node; async, exit: the ticket is there, and nothing is stored."""
    ran = run_well(filled(PAUSE, durability=durability), f"fail checkpoint:{checkpoint}#1 unapplied x 9")
    assert ran.lines == [f"refused {tickets} ()"]


def test_a_store_that_can_not_be_read_refuses_the_invoke() -> None:
    ran = run_text(
        graph("""
app = chain([work("n1")])
world.call("first")
app.invoke({"n": 1}, thread)
"""),
        "down agent.db at effect:first#1.returned for 1s",
    )
    assert type(ran.error).__name__ == "StoreUnavailable"
    assert ran.done == {"first": 1}


def test_a_checkpoint_of_a_dead_process_that_lands_late_is_not_the_latest() -> None:
    source = graph("""
        app = chain([work("a"), work("b")])
        app.invoke({"log": []}, thread)
        print(app.get_state(thread).values["log"])
    """)
    ran = run_well(source, "crash landing checkpoint:b#1.stored at checkpoint:a#1.sent")
    assert ran.points.index("checkpoint:a#1.stored") > ran.points.index("checkpoint:b#1.stored")
    assert ran.lines == ["['a', 'b']"]


# -- the writers by themselves ---------------------------------------------------------------------


class Noting(BaseCheckpointSaver):
    """Takes a second for each write, notes it, and refuses those that it is told to."""

    def __init__(self, refuses: str = "") -> None:
        self.stored: list[str] = []
        self.refuses = refuses

    async def put(self, process: Process, namespace: Namespace, over: Superstep) -> None:
        await self._note(" ".join([f"{over.name}:{over.checkpoint.id}", *over.commits]))

    async def put_writes(self, process: Process, namespace: Namespace, done: TaskWrites) -> None:
        await self._note(" ".join([f"{done.name}/{done.task_id}", *done.commits]))

    async def _note(self, what: str) -> None:
        await asyncio.sleep(1)
        if self.refuses and what.startswith(self.refuses):
            raise OSError(what)
        self.stored.append(what)


def over(number: str) -> Superstep:
    return Superstep("step", Checkpoint(number, 0, "loop", {}, {}, {}), {}, [])


def wrote(task: str, *, failed: bool = False) -> TaskWrites:
    return TaskWrites("1", task, "node", [(ERROR if failed else "n", 1)], () if failed else (f"unit-{task}",))


def with_writer(
    durability: Durability, saver: Noting, use: Callable[[Writer], Coroutine[Any, Any, None]]
) -> None:
    """Run `use` with a writer, in a process of a machine."""
    ended: list[asyncio.Future[Any]] = []

    def start(process: Process) -> None:
        ended.append(process.start(use(writer_for(durability, saver, process, Namespace("t")))))

    on_machine(start)
    ended[0].result()


def test_async_hands_over_and_goes_on() -> None:
    saver = Noting()

    async def use(writer: Writer) -> None:
        writer.put(over("1"))
        writer.put_writes(wrote("a"))
        await writer.before_superstep()
        assert saver.stored == []
        await writer.finish(raise_errors=True)
        assert saver.stored == ["step:1", "node/a unit-a"]

    with_writer("async", saver, use)


def test_sync_waits_for_the_checkpoint_and_what_was_handed_over_before() -> None:
    saver = Noting()

    async def use(writer: Writer) -> None:
        writer.put_writes(wrote("a"))
        writer.put(over("2"))
        writer.put_writes(wrote("b"))
        await writer.before_superstep()
        assert saver.stored == ["node/a unit-a", "step:2"]
        await writer.finish(raise_errors=True)
        assert saver.stored == ["node/a unit-a", "step:2", "node/b unit-b"]

    with_writer("sync", saver, use)


def test_exit_stores_the_last_checkpoint_and_what_is_beside_it() -> None:
    """Whole supersteps are done once the checkpoint is there; a task of an open one is not."""
    saver = Noting()

    async def use(writer: Writer) -> None:
        writer.put_writes(TaskWrites("1", NO_TASK, "resume", [("n", 1)]))
        writer.put_writes(wrote("a"))
        writer.put(over("2"))
        writer.put_writes(wrote("b"))
        writer.put(over("3"))
        writer.put_writes(wrote("c"))
        await writer.before_superstep()
        assert saver.stored == []
        await writer.finish(raise_errors=True)
        assert saver.stored == ["exit:3 unit-a unit-b", "exit/c"]

    with_writer("exit", saver, use)


def test_exit_keeps_nothing_that_a_sibling_writes_after_a_failure() -> None:
    saver = Noting()

    async def use(writer: Writer) -> None:
        for done in (wrote("a"), wrote("b", failed=True), wrote("c")):
            writer.put_writes(done)
        await writer.finish(raise_errors=True)
        assert saver.stored == ["exit/a", "exit/b"]

    with_writer("exit", saver, use)


@pytest.mark.parametrize(
    ("refuses", "stored"), [("step:1", ["node/a unit-a"]), ("node", ["step:1", "step:2"])]
)
def test_a_checkpoint_needs_the_one_before_it_and_pending_writes_need_none(
    refuses: str, stored: list[str]
) -> None:
    saver = Noting(refuses)

    async def use(writer: Writer) -> None:
        writer.put(over("1"))
        writer.put_writes(wrote("a"))
        writer.put(over("2"))
        await writer.finish(raise_errors=False)
        assert saver.stored == stored
        with pytest.raises(OSError, match=refuses):
            await writer.finish(raise_errors=True)

    with_writer("async", saver, use)


def test_without_a_checkpointer_nothing_is_stored() -> None:
    nobody: Any = None  # neither a process nor a place is needed for that
    writer = writer_for("sync", None, nobody, nobody)
    writer.put(over("1"))
    writer.put_writes(wrote("a"))
    asyncio.run(writer.before_superstep())
    asyncio.run(writer.finish(raise_errors=True))
