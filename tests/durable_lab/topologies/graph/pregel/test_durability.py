"""When checkpoints are written decides what a crash repeats. Counts as measured on the real engine."""

from __future__ import annotations

import pytest

from tests.support import filled, graph, ns, run_text, run_well

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
