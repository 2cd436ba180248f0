"""What a client sends twice: a message, a signal, a resume, a request."""

from __future__ import annotations

import pytest

from tests.durable_lab.topologies.workflow.programs import APPROVED
from tests.support import graph, run_well

QUEUE = """
    from durable_lab import world
    from durable_lab.queue_workers import Queue

    queue = Queue("refunds", lease=30)

    @queue.worker
    def refund(message):
        world.call("refund", order=message.body, key={key})
        message.complete()

    if __name__ == "__main__":
        print(queue.send("A-1042"))
        queue.run(workers=2)
"""


@pytest.mark.parametrize(("key", "done"), [("None", 2), ("message.id", 2), ("message.body", 1)])
def test_a_sender_without_a_reply_sends_a_second_message_about_the_same_matter(key: str, done: int) -> None:
    ran = run_well(QUEUE.format(key=key), "redeliver send:refunds#1")
    assert ran.done == {"refund": done}
    sent = [(e.n, e.phase, e.payload.get("business")) for e in ran.trace.select("send")]
    assert sent == [
        (1, "sent", "refunds-1"),
        (1, "stored", None),
        (2, "sent", "refunds-2"),
        (2, "stored", None),
    ]
    assert ran.lines == ["refunds-2"]


RESUME = graph("""
def first(state):
    world.call("ticket")
    interrupt("first?")
def second(state):
    world.call("second_ticket")
    interrupt("second?")
app = chain([first, second])
app.invoke({"n": 1}, thread)
print([q.value for q in app.invoke(Command(resume="yes"), thread)["__interrupt__"]])
""")


def test_the_same_command_again_resumes_what_asks_now() -> None:
    """Measured: it raises nothing and re-runs the next pending node's prefix."""
    calm = run_well(RESUME)
    assert calm.done == {"ticket": 2, "second_ticket": 1}
    assert calm.lines == ["['second?']"]
    ran = run_well(RESUME.replace('["__interrupt__"]', '.get("__interrupt__", [])'), "redeliver invoke:t#2")
    assert ran.done == {"ticket": 2, "second_ticket": 2}
    assert [(e.phase, e.payload["given"]) for e in ran.trace.select("invoke")][1:] == [("resumed", "yes")] * 2
    assert ran.lines == ["[]"]  # the answer to the first question was taken for the second's


def test_the_same_command_again_to_a_finished_thread_does_nothing() -> None:
    source = graph("""
def ask(state):
    if interrupt("?") == "yes":
        world.call("apply")
app = chain([ask])
app.invoke({"n": 1}, thread)
app.invoke(Command(resume="yes"), thread)
""")
    assert run_well(source, "redeliver invoke:t#2").done == {"apply": 1}


def test_a_request_whose_reply_is_lost_is_sent_again() -> None:
    source = """
from durable_lab import world
from durable_lab.in_memory_loop import Client
def agent(request):
    return world.call("a")
print(Client().send(agent, 1))
"""
    ran = run_well(source, "redeliver request:1#1")
    assert ran.lines == ["a-2"]
    assert [(e.phase, e.n) for e in ran.trace.select("request")] == [
        ("called", 1),
        ("replied", 1),
        ("called", 2),
        ("replied", 2),
    ]


def test_a_signal_is_delivered_twice() -> None:
    ran = run_well(APPROVED, "redeliver signal:approve#1")
    assert [(e.n, e.phase) for e in ran.trace.select("signal")] == [
        (1, "sent"),
        (1, "stored"),
        (2, "sent"),
        (2, "stored"),
    ]
