"""The table measured on eight backends, for those that lease: effects at the callee, way by fault."""

import pytest

from tests.support import run_well

FILE = """
    import time
    from durable_lab import world
    from durable_lab.queue_workers import JobStore, Queue

    queue = Queue("refunds", lease=30)
    records = JobStore("records.db")

    def work(message, key=None):
        for _ in range({rounds}):
            time.sleep({seconds} if message.delivery_count == 1 else 1)
            if {renew}:
                message.renew()
        world.call("refund", order=message.body, key=key)

    def none(message):
        work(message)

    def record(message):
        if records.get(message.body) is None:
            work(message)
            records.put(message.body, "done")

    def key(message):
        work(message, key=message.body + "/refund")

    def record_and_key(message):
        if records.get(message.body) is None:
            work(message, key=message.body + "/refund")
            records.put(message.body, "done")

    def message_key(message):
        work(message, key=message.id)

    def claim(message):
        if records.claim(message.body):
            work(message)
            records.put(message.body, "done")

    @queue.worker
    def handle(message):
        {way}(message)
        message.complete()

    if __name__ == "__main__":
        for _ in range({sent}):
            queue.send("A-1042")
        queue.run(workers=2)
        print(records.get("A-1042"))
"""

CRASHES = {
    "before the effect": "crash at effect:refund#1.requested",
    "after the effect, before the record": "crash at effect:refund#1.applied",
    "after the record, before the ack": "crash at complete:refunds#1.sent",
}
SLOW = {
    "lease overrun": {"seconds": 45},
    "lease overrun, renewed": {"seconds": 10, "rounds": 5, "renew": True},
    "sent twice, concurrently": {"sent": 2},
}
TABLE = {
    "before the effect": (1, 1, 1, 0),
    "after the effect, before the record": (2, 2, 1, 1),
    "after the record, before the ack": (2, 1, 1, 1),
    "lease overrun": (2, 2, 1, 1),
    "lease overrun, renewed": (1, 1, 1, 1),
    "sent twice, concurrently": (2, 2, 1, 1),
}
WAYS = ("none", "record", "key", "claim")


def effects(fault: str, way: str) -> tuple[int, list[str]]:
    knobs = {"seconds": 1, "rounds": 1, "renew": False, "sent": 1, **SLOW.get(fault, {})}
    ran = run_well(FILE.format(way=way, **knobs), CRASHES.get(fault, ""))
    return ran.done.get("refund", 0), ran.lines


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("fault", TABLE)
def test_effects_at_the_callee(fault: str, way: str) -> None:
    assert effects(fault, way)[0] == TABLE[fault][WAYS.index(way)]


@pytest.mark.parametrize("fault", TABLE)
def test_record_and_key_together(fault: str) -> None:
    assert effects(fault, "record_and_key")[0] == 1


def test_a_claim_whose_claimant_died_stays_running() -> None:
    assert effects("before the effect", "claim") == (0, ["running"])
    assert effects("after the effect, before the record", "claim") == (1, ["running"])


def test_a_key_made_of_the_message_id_does_not_see_a_second_sending() -> None:
    assert effects("sent twice, concurrently", "message_key")[0] == 2
    assert effects("lease overrun", "message_key")[0] == 1
