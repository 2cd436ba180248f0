"""The API of a queue's program dies and is started again as any other process; what its client was told stays told."""

from __future__ import annotations

from textwrap import dedent

import pytest

from durable_lab.explorer import crash_points
from tests.support import Ran, explore_text, run_well

ORDERS = """
    from durable_lab import world
    from durable_lab.queue_workers import Queue

    queue = Queue("refunds", lease=30)

    @queue.worker
    def refund(message):
        world.call("refund", order=message.body{key})
        message.complete()

    if __name__ == "__main__":
        print("begin")
        for order in ("A", "B"):
            print(queue.send(order))
        queue.run(workers=2)
        world.call("report", key="report")
"""
NAIVE, KEYED = ORDERS.format(key=""), ORDERS.format(key=", key=message.body")


def lives(ran: Ran, name: str) -> list[tuple[str, int]]:
    """What became of a process: phase and life."""
    return [(e.phase, e.life) for e in ran.trace.select("process") if e.name == name]


AGAIN = [("started", 1), ("crashed", 1), ("started", 2), ("ended", 2)]


@pytest.mark.parametrize(
    ("point", "sent", "refunds"),
    [
        ("send:refunds#1.sent", ["refunds-1", "refunds-2", "refunds-3"], 2),  # lost with its sender
        ("send:refunds#1.stored", ["refunds-1", "refunds-2", "refunds-3"], 3),  # there, and nobody knows
        ("send:refunds#2.sent", ["refunds-1", "refunds-2", "refunds-3"], 2),
        ("send:refunds#2.stored", ["refunds-1", "refunds-2", "refunds-3"], 3),
        ("receive:refunds#1.sent", ["refunds-1", "refunds-2"], 2),  # while it waits in `run`
        ("effect:refund#1.applied", ["refunds-1", "refunds-2"], 2),
        ("complete:refunds#2.stored", ["refunds-1", "refunds-2"], 2),
        ("effect:report#1.applied", ["refunds-1", "refunds-2"], 2),  # after the last call of the client
    ],
)
def test_a_call_that_returned_is_not_repeated_and_the_one_in_progress_is_sent_again(
    point: str, sent: list[str], refunds: int
) -> None:
    ran = run_well(NAIVE, f"crash api at {point}")
    assert lives(ran, "api") == AGAIN
    assert [e.payload["business"] for e in ran.trace.select("send", "sent")] == sent
    assert ran.done == {"refund": refunds, "report": 1}
    keyed = run_well(KEYED, f"crash api at {point}")
    assert keyed.done == {"refund": 2, "report": 1}


def test_its_workers_go_on_without_it_and_are_not_started_twice() -> None:
    ran = run_well(NAIVE, "crash api at effect:refund#1.requested")
    assert [lives(ran, f"worker-{n}") for n in (1, 2)] == [[("started", 1)]] * 2
    died = next(e.time for e in ran.trace.select("process", "crashed"))
    again = next(e.time for e in ran.trace.select("process", "started") if e.life == 2)
    assert any(died < e.time < again for e in ran.trace.select("complete", "stored"))


def test_it_says_once_what_it_has_said() -> None:
    told = run_well(NAIVE, "crash api at effect:refund#1.applied")
    assert told.lines == ["begin", "refunds-1", "refunds-2"]
    sent_again = run_well(NAIVE, "crash api at send:refunds#2.sent")
    assert sent_again.lines == ["begin", "refunds-1", "refunds-3"]
    from_the_beginning = run_well(NAIVE, "crash api at send:refunds#1.sent")
    assert from_the_beginning.lines == ["begin", "refunds-2", "refunds-3"]


def test_calls_side_by_side_are_told_apart_by_what_they_send() -> None:
    """In the second life the first chain gets its answers at once, and is ahead of where it was."""
    source = """
        import asyncio
        from durable_lab import world
        from durable_lab.queue_workers import Queue

        queue = Queue("steps")

        @queue.worker
        async def step(message):
            await world.acall(message.body)
            await message.acomplete()

        async def chain(name):
            for n in (1, 2):
                await queue.asend(f"{name}{n}")

        async def main():
            await asyncio.gather(chain("a"), chain("b"))
            await queue.arun()

        if __name__ == "__main__":
            asyncio.run(main())
    """
    for point in ("send:steps#4.sent", "effect:a1#1.applied"):
        assert run_well(source, f"crash api at {point}").done == {"a1": 1, "b1": 1, "a2": 1, "b2": 1}


def test_told_to_end_it_finishes_the_request_that_it_serves() -> None:
    ran = run_well(NAIVE, "stop api at send:refunds#1.sent")
    assert lives(ran, "api") == [
        ("started", 1),
        ("stopping", 1),
        ("stopped", 1),
        ("started", 2),
        ("ended", 2),
    ]
    assert ran.done == {"refund": 2, "report": 1}
    assert ran.lines == ["begin", "refunds-1", "refunds-2"]


def test_told_to_end_it_waits_for_no_worker() -> None:
    ran = run_well(NAIVE, "stop api at effect:refund#1.requested")
    stopping, stopped = (e.time for e in ran.trace.select("process") if e.phase in ("stopping", "stopped"))
    assert stopping == stopped
    assert ran.done == {"refund": 2, "report": 1}


def test_its_next_life_executes_what_was_deployed() -> None:
    new = dedent(NAIVE).replace('world.call("report"', 'world.call("report_v2"')
    plan = "deploy v2 at effect:refund#1.applied ; stop api at effect:refund#1.applied"
    ran = run_well(NAIVE, plan, versions={"v2": new})
    assert ran.done == {"refund": 2, "report_v2": 1}


def test_the_question_that_it_asks_for_the_client_stays_open() -> None:
    source = KEYED.replace(
        'world.call("report", key="report")', 'world.call("pay", answer=world.ask("approve"))'
    )
    ran = run_well(source, "crash api at person:approve#1.requested")
    assert sum(1 for _ in ran.trace.select("person", "requested")) == 1
    assert ran.done == {"refund": 2, "pay": 1}


def test_an_exploration_crashes_it_too_after_what_the_program_is_made_of() -> None:
    ran = run_well(KEYED, "crash api at send:refunds#1.stored")
    assert ran.trace.header["restarts"] == ["worker-1", "worker-2"]
    found = explore_text(KEYED)
    sends = [f"send:refunds#{n}.{phase}" for n in (1, 2) for phase in ("sent", "stored")]
    report = [f"effect:report#1.{phase}" for phase in ("requested", "applied", "returned")]
    assert found.points[-7:] == [*sends, *report]
    assert sorted(found.points) == sorted(crash_points(found.baseline))
    assert found.failures == []


def test_a_producer_that_makes_its_key_anew_is_found_out() -> None:
    """Whoever got no answer presses again; a key made in the API is another one then."""
    drawn = KEYED.replace("queue.send(order)", 'queue.send(f"{order} {uuid.uuid4()}")')
    source = drawn.replace("order=message.body, key=message.body", "order=message.body[0], key=message.body")
    found = explore_text("import uuid\n" + dedent(source))
    first = found.ways()[0]
    assert (first.tried.plan, first.verdict.code) == ("crash at send:refunds#1.stored", "once-too-many")
    assert "crash at send:refunds#2.sent" in [tried.plan for tried in found.failures]


def test_an_effect_of_its_own_is_done_again_and_an_exploration_says_so() -> None:
    found = explore_text(KEYED.replace('"report", key="report"', '"report"'))
    assert [way.tried.plan for way in found.ways()] == ["crash at effect:report#1.applied"]
