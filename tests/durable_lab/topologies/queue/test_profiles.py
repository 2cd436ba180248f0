"""Each broker's profile against what was measured, and what is documented where nothing was."""

from __future__ import annotations

from typing import Any

import pytest

from durable_lab.queue_workers import PROFILES
from durable_lab.words.messages import LabError
from tests.durable_lab.topologies.queue.test_measured import CRASHES, FILE, SLOW, TABLE, WAYS
from tests.support import Ran, run_text, run_well

HEAD = """
    import time
    from durable_lab import world
    from durable_lab.queue_workers import JobStore, LockLost, Queue

    queue = Queue("jobs", broker={broker!r}, **{options!r})
"""

LEASED = ["postgresql", "sqs", "redis-streams", "nats-jetstream", "azure-service-bus"]
CONNECTED = ["rabbitmq-classic", "rabbitmq-quorum"]


def program(broker: str, body: str, **options: Any) -> str:
    return HEAD.format(broker=broker, options=options) + body


def test_every_profile_says_how_it_is_known() -> None:
    assert {key for key, profile in PROFILES.items() if profile.source == "documented"} == {
        "sqs",
        "azure-service-bus",
    }
    assert sorted(PROFILES) == sorted(LEASED + CONNECTED)


def test_the_first_profile_is_the_default() -> None:
    ran = run_well(
        "from durable_lab.queue_workers import Queue\nq = Queue('a')\nprint(q.lease, q.max_deliveries)"
    )
    assert ran.lines == ["30.0 5"]


# -- how often it is delivered ------------------------------------------------------------------------

POISON = """
    @queue.worker
    def work(message):
        if message.delivery_count == 9:
            message.complete()
        else:
            message.abandon()

    if __name__ == "__main__":
        queue.send("poison")
        queue.run()
        print(queue.dead_letters())
"""


@pytest.mark.parametrize(
    ("broker", "deliveries"),
    [
        ("postgresql", 3),
        ("azure-service-bus", 3),
        ("sqs", 3),
        ("redis-streams", 3),
        ("nats-jetstream", 3),
        ("rabbitmq-quorum", 4),
        ("rabbitmq-classic", 9),  # no limit: until the worker gives in
    ],
)
def test_deliveries_at_a_limit_of_three(broker: str, deliveries: int) -> None:
    ran = run_well(program(broker, POISON, max_deliveries=3))
    assert sum(1 for _ in ran.trace.select("handler", "started")) == deliveries
    letters = "[]" if broker in ("nats-jetstream", "rabbitmq-classic") else "[DeadLetter("
    assert ran.lines[0].startswith(letters)


def test_nats_says_only_that_it_stops() -> None:
    ran = run_well(program("nats-jetstream", POISON, max_deliveries=3))
    exceeded = next(ran.trace.select("dead_letter", "exceeded"))
    assert exceeded.payload["reason"] == "max deliveries: an advisory; the message stays in the stream"
    assert exceeded.edge == ""


def test_azure_delivers_ten_times_by_default() -> None:
    ran = run_well(program("azure-service-bus", POISON.replace("== 9", "== 99")))
    assert sum(1 for _ in ran.trace.select("handler", "started")) == 10


# -- in which order -----------------------------------------------------------------------------------

ORDER = """
    @queue.worker
    def work(message):
        if message.body == 1 and message.delivery_count == 1:
            time.sleep(1)
            message.abandon()
        else:
            print(message.body)
            time.sleep(2 if message.body == 2 else 0)
            message.complete()

    if __name__ == "__main__":
        for job in (1, 2, 3):
            queue.send(job)
        queue.run(workers=2)
"""


@pytest.mark.parametrize(
    ("broker", "order"),
    [
        ("postgresql", "213"),
        ("azure-service-bus", "213"),  # documented: at or near the front
        ("sqs", "231"),
        ("redis-streams", "231"),
        ("nats-jetstream", "213"),
        ("rabbitmq-classic", "213"),
        ("rabbitmq-quorum", "213"),
    ],
)
def test_order_after_one_is_abandoned_while_two_and_three_wait(broker: str, order: str) -> None:
    assert "".join(run_well(program(broker, ORDER)).lines) == order


# -- a zombie settles -----------------------------------------------------------------------------------

ZOMBIE = """
    @queue.worker
    def work(message):
        time.sleep(45 if message.delivery_count == 1 else 40)
        try:
            message.{settle}()
            print(message.delivery_count, "settled")
        except LockLost as error:
            print(message.delivery_count, type(error).__name__)

    if __name__ == "__main__":
        queue.send("a")
        queue.run(workers=2)
        print("over")
"""
STALE = {
    "postgresql": ("1 LockLost", "2 settled"),
    "azure-service-bus": ("1 LockLost", "2 settled"),
    "sqs": ("1 settled", "2 settled"),
    "redis-streams": ("1 settled", "2 settled"),
    "nats-jetstream": ("1 settled", "2 settled"),
}


def phases(ran: Ran, kind: str) -> list[str]:
    return [e.phase for e in ran.trace.select(kind) if e.phase != "sent"]


def zombie(broker: str, plan: str = "", settle: str = "complete") -> Ran:
    return run_well(program(broker, ZOMBIE.format(settle=settle), lease=30, max_deliveries=5), plan)


@pytest.mark.parametrize("broker", LEASED)
def test_a_zombie_settles_while_a_rival_holds_it(broker: str) -> None:
    source = program(broker, ZOMBIE.format(settle="complete"), lease=42)
    ran = run_well(source.replace("45 if", "50 if"))
    assert tuple(ran.lines[:2]) == STALE[broker]
    assert (
        phases(ran, "complete")
        == {
            "postgresql": ["refused", "stored"],
            "azure-service-bus": ["refused", "stored"],
            "sqs": ["answered", "stored"],
            "redis-streams": ["stored", "answered"],
            "nats-jetstream": ["stored", "answered"],
        }[broker]
    )


@pytest.mark.parametrize("broker", LEASED)
def test_the_rival_dies_after_the_zombie_has_settled(broker: str) -> None:
    """Accepted is the dangerous word: the message is lost."""
    source = program(broker, ZOMBIE.format(settle="complete"), lease=42).replace("45 if", "50 if")
    settled = {"postgresql": "refused", "azure-service-bus": "refused", "sqs": "answered"}
    ran = run_well(source, f"crash worker-2 at complete:jobs#1.{settled.get(broker, 'stored')}")
    assert ran.lines[0] == STALE[broker][0]
    third = "3 settled" in ran.lines
    assert third is (broker in ("postgresql", "azure-service-bus", "sqs"))


def test_sqs_still_takes_the_latest_receipt_when_nobody_else_has_received_it() -> None:
    source = program("sqs", ZOMBIE.format(settle="complete"), lease=30).replace("workers=2", "workers=1")
    ran = run_well(source)
    assert ran.lines == ["1 settled", "over"]
    assert next(ran.trace.select("complete", "stored")).payload == {"stale": True}


@pytest.mark.parametrize(
    ("broker", "kept"), [("nats-jetstream", True), ("redis-streams", True), ("postgresql", False)]
)
def test_a_zombie_renews(broker: str, kept: bool) -> None:
    source = program(broker, ZOMBIE.format(settle="renew"), lease=30).replace("workers=2", "workers=1")
    first = run_text(source.replace("message.renew()", "message.renew(); message.complete()"))
    assert first.lines[0] == ("1 settled" if kept else "1 LockLost")


@pytest.mark.parametrize("broker", CONNECTED)
def test_rabbitmq_closes_the_channel_of_a_zombie(broker: str) -> None:
    """Frozen for longer than the heartbeat, its connection is closed and the message is delivered again."""
    source = program(broker, ZOMBIE.format(settle="complete"))
    ran = run_well(source, "pause worker-1 at receive:jobs#1.stored for 2m")
    assert ran.lines == ["2 settled", "1 ChannelClosed", "over"]
    ended = next(ran.trace.select("lease", "ended"))
    assert (round(ended.time), ended.payload["why"]) == (60, "connection closed")
    short = run_well(source, "pause worker-1 at receive:jobs#1.stored for 50s")
    assert short.lines == ["1 settled", "over"]


@pytest.mark.parametrize("broker", CONNECTED)
def test_rabbitmq_closes_a_connection_that_is_cut(broker: str) -> None:
    source = program(broker, ZOMBIE.format(settle="complete"))
    ran = run_well(source, "cut worker-1 from jobs at receive:jobs#1.stored for 2m")
    assert "2 settled" in ran.lines
    assert "1 settled" not in ran.lines


@pytest.mark.parametrize("broker", CONNECTED)
def test_rabbitmq_has_a_longest_time_for_an_acknowledgement(broker: str) -> None:
    source = program(broker, ZOMBIE.format(settle="complete")).replace("45 if", "1801 if")
    assert run_well(source).lines == ["1 ChannelClosed", "2 settled", "over"]


# -- when it comes again ------------------------------------------------------------------------------


@pytest.mark.parametrize("broker", LEASED + CONNECTED)
def test_redelivery_after_the_worker_is_killed(broker: str) -> None:
    body = """
    @queue.worker
    def work(message):
        world.call("work")
        message.complete()

    if __name__ == "__main__":
        queue.send("a")
        queue.run(workers=2)
"""
    ran = run_well(program(broker, body, lease=30), "crash worker-1 at effect:work#1.applied")
    received = [e.time for e in ran.trace.select("receive", "stored")]
    gap = received[1] - received[0]
    assert gap == pytest.approx(30, abs=0.1) if broker in LEASED else gap < 0.2


# -- what each way of guarding an effect is worth ------------------------------------------------------

CONNECTION_BOUND = {"lease overrun": (1, 1, 1, 1)}


@pytest.mark.parametrize("broker", LEASED[1:] + CONNECTED)
@pytest.mark.parametrize("fault", TABLE)
@pytest.mark.parametrize("way", WAYS)
def test_effects_at_the_callee(broker: str, fault: str, way: str) -> None:
    knobs = {"seconds": 1, "rounds": 1, "renew": False, "sent": 1, **SLOW.get(fault, {})}
    bound = broker in CONNECTED
    options = f'broker="{broker}"' if bound else f'lease=30, broker="{broker}"'
    source = FILE.format(way=way, **knobs).replace(
        'Queue("refunds", lease=30)', f'Queue("refunds", {options})'
    )
    assert options in source
    if fault == "lease overrun" and PROFILES[broker].stale != "refused":
        source = source.replace(
            "message.complete()", "\\n        message.complete()".replace("\\n        ", "")
        )
    ran = run_well(source, CRASHES.get(fault, ""))
    expected = CONNECTION_BOUND.get(fault, TABLE[fault]) if bound else TABLE[fault]
    assert ran.done.get("refund", 0) == expected[WAYS.index(way)]


# -- what a broker does not have ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("broker", "options", "code"),
    [
        ("azure-service-bus", {"lease": 301}, "lease-too-long"),
        ("sqs", {"lease": 43201}, "lease-too-long"),
        ("kafka", {}, "not-modelled"),
    ],
)
def test_what_a_broker_does_not_have_is_refused(broker: str, options: dict[str, int], code: str) -> None:
    ran = run_text(program(broker, "", **options))
    assert isinstance(ran.error, LabError)
    assert ran.error.code == code


@pytest.mark.parametrize("broker", PROFILES)
def test_a_back_off_is_refused_where_there_is_none(broker: str) -> None:
    body = """
    @queue.worker
    def work(message):
        try:
            message.abandon(60)
        except Exception as error:
            print(error.code)
            message.complete()

    if __name__ == "__main__":
        queue.send("a")
        queue.run()
"""
    ran = run_text(program(broker, body, max_deliveries=1))
    assert ran.lines == ([] if PROFILES[broker].delays else ["no-delay"])


# -- the end of a lease on the worker's own clock -------------------------------------------------------

CLOCK = """
    @queue.worker
    def work(message):
        time.sleep(20)
        if time.time() < message.locked_until:
            world.call("work")
        else:
            print("too late")
        time.sleep(5)
        message.{last}()
        print(round(message.locked_until - 1767225600))
        {complete}

    if __name__ == "__main__":
        queue.send("a")
        queue.run()
"""


@pytest.mark.parametrize(
    ("plan", "lines"),
    [("", ["55"]), ("skew worker-1 by 20s", ["too late", "55"]), ("skew worker-1 by -20s", ["55"])],
)
def test_a_worker_looks_at_its_own_clock(plan: str, lines: list[str]) -> None:
    body = CLOCK.format(last="renew", complete="message.complete()")
    assert run_well(program("postgresql", body, lease=30), plan).lines == lines
