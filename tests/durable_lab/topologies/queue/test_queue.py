"""Peek-lock, as the default profile words it: leases, deliveries, order, dead letters, workers that die."""

import pytest

from durable_lab.kernel.outside.exchange import CallTimedOut
from durable_lab.readers.checks import intents_of, judge, violated
from durable_lab.topologies.queue.picture import QUEUE_WORKERS
from durable_lab.words.messages import LabError
from tests.support import Ran, run_text, run_well

HEAD = """
    import asyncio, time
    from durable_lab import world
    from durable_lab.queue_workers import JobStore, LockLost, Queue

    queue = Queue("jobs", lease=30, max_deliveries=3)
    records = JobStore("records.db")
"""

WORK = (
    HEAD
    + """
    @queue.worker
    def work(message):
        print(message.body, message.delivery_count)
        world.call("work", job=message.body)
        message.complete()

    if __name__ == "__main__":
        for job in "abc":
            queue.send(job)
        queue.run(workers=2)
        print("over")
"""
)


def times(ran: Ran, kind: str, phase: str) -> list[float]:
    return [round(e.time, 1) for e in ran.trace.select(kind, phase)]


def test_workers_compete_and_run_returns_when_nothing_is_left() -> None:
    ran = run_well(WORK)
    assert ran.lines == ["a 1", "b 1", "c 1", "over"]
    assert ran.done == {"work": 3}
    assert [e.process for e in ran.trace.select("receive", "stored")] == ["worker-1", "worker-2", "worker-1"]
    assert ran.trace.header["restarts"] == ["worker-1", "worker-2"]


def test_a_dead_workers_message_comes_again_at_the_end_of_its_lease() -> None:
    ran = run_well(WORK, "crash at effect:work[a]#1.applied")
    assert ran.lines == ["a 1", "b 1", "c 1", "a 2", "over"]
    assert times(ran, "receive", "stored") == [0.0, 0.0, 0.2, 30.0]
    assert ran.lives == 4  # api, worker-1 twice, worker-2


def test_a_worker_that_dies_after_the_last_message_is_up_before_run_returns() -> None:
    ran = run_well(WORK, "crash at complete:jobs#3.stored")
    assert ran.points[-1] == "process:api#1.ended"
    assert "process:worker-1#2.started" in ran.points[-3:]


def test_events_travel_edges_of_the_diagram() -> None:
    ran = run_well(
        HEAD
        + """
    @queue.worker
    async def work(message):
        if message.body == "first":
            await records.aput("first", "done")
            assert await records.aclaim("second")
            await message.arenew()
            await queue.asend("second")
            await message.acomplete()
        else:
            await records.aget("first")
            await world.acall("work")
            raise ValueError

    if __name__ == "__main__":
        queue.send("first")
        queue.run()
        records.get("first")
    """
    )
    edges = {e.edge for e in ran.trace} - {""}
    assert edges <= {edge.id for edge in QUEUE_WORKERS.edges}
    assert edges == {
        *("send", "receive", "renew", "complete", "send_next", "abandon", "dead_letter"),
        *("read_record", "write_record", "call", "receipt", "result"),
    }


def test_an_error_of_the_handler_abandons_and_is_kept() -> None:
    ran = run_well(
        HEAD
        + """
    @queue.worker
    def work(message):
        world.call("work")
        raise KeyError("address")

    if __name__ == "__main__":
        queue.send("a", message_id="order-7")
        queue.run()
        print(*queue.dead_letters())
    """
    )
    errors = [e.payload["error"] for e in ran.trace.select("handler", "raised")]
    assert errors == ["KeyError('address')"] * 3
    assert ran.done == {"work": 3}
    reason = "reason='max deliveries exceeded', delivery_count=3"
    assert ran.lines == [f"DeadLetter(id='order-7', body='a', {reason})"]
    assert times(ran, "dead_letter", "exceeded") == [0.4]  # no back-off: the budget is gone at once


def test_abandon_keeps_the_place_and_can_wait() -> None:
    source = (
        HEAD
        + """
    @queue.worker
    def work(message):
        print(message.body, message.delivery_count)
        if message.body == "a" and message.delivery_count == 1:
            message.abandon({delay})
        else:
            message.complete()

    if __name__ == "__main__":
        for job in "abc":
            queue.send(job)
        queue.run()
    """
    )
    assert run_well(source.format(delay=0)).lines == ["a 1", "a 2", "b 1", "c 1"]
    assert run_well(source.format(delay=60)).lines == ["a 1", "b 1", "c 1", "a 2"]


def test_dead_letters_with_a_reason() -> None:
    ran = run_well(
        HEAD
        + """
    @queue.worker
    def work(message):
        message.dead_letter("no address")

    if __name__ == "__main__":
        queue.send("a")
        queue.run()
        letter, = queue.dead_letters()
        print(letter.reason, letter.delivery_count)
    """
    )
    assert ran.lines == ["no address 1"]


def test_a_message_that_nobody_settles_comes_again() -> None:
    ran = run_well(
        HEAD
        + """
    @queue.worker
    def work(message):
        print("recognised, and nothing said", message.delivery_count)

    if __name__ == "__main__":
        queue.send("a")
        queue.run()
        print(len(queue.dead_letters()), "dead letter")
    """
    )
    assert ran.lines == [*(f"recognised, and nothing said {n}" for n in (1, 2, 3)), "1 dead letter"]
    assert times(ran, "lease", "ended") == [30.0, 60.0, 90.0]


@pytest.mark.parametrize("settle", ["complete()", "abandon()", "renew()", "dead_letter('late')"])
def test_after_its_lease_a_worker_is_refused_and_the_rival_keeps_the_message(settle: str) -> None:
    ran = run_well(
        HEAD
        + f"""
    @queue.worker
    def work(message):
        if message.delivery_count == 2:
            time.sleep(20)
            return message.complete()
        time.sleep(40)
        try:
            message.{settle}
        except LockLost as lost:
            print(lost, message.token, message.settled)

    if __name__ == "__main__":
        queue.send("a")
        queue.run(workers=2)
        print(queue.dead_letters())
    """
    )
    assert ran.lines == ["the lease of message jobs-1 is over: queue jobs refused to settle it 1 False", "[]"]
    assert times(ran, "complete", "stored") == [50.0]


def test_renewing_keeps_the_rival_away() -> None:
    ran = run_well(
        HEAD
        + """
    @queue.worker
    def work(message):
        for _ in range(5):
            time.sleep(20)
            message.renew()
        message.complete()

    if __name__ == "__main__":
        queue.send("a")
        queue.run(workers=2)
    """
    )
    assert len(list(ran.trace.select("receive", "stored"))) == 1


def test_a_claim_is_atomic() -> None:
    ran = run_well(
        HEAD
        + """
    @queue.worker
    def work(message):
        print(records.claim("job", message.id))
        message.complete()

    if __name__ == "__main__":
        queue.send("a")
        queue.send("b")
        queue.run(workers=2)
    """
    )
    assert sorted(ran.lines) == ["False", "True"]


def test_the_same_body_sent_twice_is_one_matter() -> None:
    ran = run_well(WORK.replace('"abc"', '"aa"'))
    intents = intents_of(ran.trace)
    assert list(intents.values()) == [1]
    assert [verdict.code for verdict in violated(judge(ran.trace, intents))] == ["once-too-many"]


@pytest.mark.parametrize(
    ("plan", "deliveries", "effects"),
    [
        ("lose request complete:jobs#1", 4, 4),
        ("lose reply complete:jobs#1", 3, 3),
        ("lose reply receive:jobs#1", 3, 3),
        ("lose request receive:jobs#1", 3, 3),
        ("fail complete:jobs#1 applied", 3, 3),
    ],
)
def test_a_lost_message_on_the_way_to_the_broker_holds_nobody_up(
    plan: str, deliveries: int, effects: int
) -> None:
    ran = run_well(WORK, plan)
    assert len(list(ran.trace.select("handler", "started"))) == deliveries
    assert ran.done == {"work": effects}


def test_a_sender_without_an_acknowledgement_is_told() -> None:
    ran = run_text(WORK, "lose reply send:jobs#1")
    assert isinstance(ran.error, CallTimedOut)


def test_a_workers_memory_dies_with_it() -> None:
    ran = run_well(
        HEAD
        + """
    seen = []

    @queue.worker
    def work(message):
        seen.append(message.body)
        world.call("work", seen=len(seen))
        message.complete()

    if __name__ == "__main__":
        seen.append("in the api")
        queue.send("a")
        queue.send("b")
        queue.run(workers=1)
    """,
        "crash at effect:work#2.applied",
    )
    assert [e.payload["arguments"]["seen"] for e in ran.trace.select("effect", "requested")] == [1, 2, 1]


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("queue.run()", "no-handler"),
        ("queue.worker(print)\n    queue.send('a')\n    queue.run()", "run-in-worker"),
        ("Queue('jobs', broker='kafka')", "not-modelled"),
    ],
)
def test_mistakes_are_told(source: str, code: str) -> None:
    error = run_text(HEAD + f"    {source}").error
    assert isinstance(error, LabError)
    assert error.code == code


def test_a_file_that_fails_in_its_workers_fails() -> None:
    ran = run_text(
        HEAD
        + """
    queue.worker(print)
    if __name__ == "__main__":
        queue.run()
    else:
        1 / 0
    """
    )
    assert isinstance(ran.error, ZeroDivisionError)


def test_one_queue_feeds_another() -> None:
    ran = run_well("""
    from durable_lab.queue_workers import Queue

    orders, mails = Queue("orders"), Queue("mails")

    @orders.worker
    def order(message):
        mails.send({"to": message.body})
        message.complete()

    @mails.worker
    def mail(message):
        print("mail to", message.body["to"])
        message.complete()

    if __name__ == "__main__":
        orders.send("ada")
        orders.run()
        mails.run()
    """)
    assert ran.lines == ["mail to ada"]
    assert [e.process for e in ran.trace.select("receive", "stored")] == ["worker-1", "worker-2"]


@pytest.mark.parametrize("options", ["lease=0", "lease=-1", "max_deliveries=0"])
def test_a_queue_from_which_nothing_can_be_received_is_refused(options: str) -> None:
    error = run_text(f"from durable_lab.queue_workers import Queue\nQueue('q', {options})\n").error
    assert isinstance(error, ValueError)


def test_a_worker_that_exits_in_its_handler_begins_another_life() -> None:
    source = """
import sys
from durable_lab.queue_workers import Queue
queue = Queue("q", lease=30, max_deliveries=3)
@queue.worker
def work(message):
    sys.exit(1)
if __name__ == "__main__":
    queue.send("A")
    queue.run()
    print(len(queue.dead_letters()))
"""
    ran = run_well(source)
    assert ran.lines == ["1"]
    lives = [e.life for e in ran.trace.select("process", "started") if e.name == "worker-1"]
    assert lives == [1, 2, 3, 4]
