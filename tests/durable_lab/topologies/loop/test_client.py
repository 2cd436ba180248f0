"""A request is repeated as a whole, after a crash and after a deadline; an answered one never is."""

import pytest

from durable_lab.in_memory_loop import RequestTimedOut
from durable_lab.kernel.faults.plan import parse_plan
from durable_lab.readers.checks import judge, violated
from durable_lab.words.messages import LabError
from tests.support import experiment, explore_text, run_text, run_well

LOOP = """
    import asyncio, time
    from durable_lab import world
    from durable_lab.in_memory_loop import Client
    client = Client(deadline=60, tries=3)
"""

AGENTS = {
    "plain": """
    def agent(request):
        world.call("open_ticket")
        time.sleep(request["seconds"])
        world.call("close_ticket")
        return "done"
""",
    "async": """
    async def agent(request):
        await world.acall("open_ticket")
        await asyncio.sleep(request["seconds"])
        await world.acall("close_ticket")
        return "done"
""",
}


def requests(ran_points: list[str]) -> list[str]:
    return [point for point in ran_points if point.startswith("request:")]


@pytest.mark.parametrize("agent", AGENTS.values(), ids=AGENTS)
def test_a_reply_in_time_ends_the_request(agent: str) -> None:
    ran = run_well(
        LOOP
        + agent
        + """
    print(client.send(agent, {"seconds": 5}))
"""
    )
    assert ran.lines == ["done"]
    assert ran.done == {"open_ticket": 1, "close_ticket": 1}
    assert requests(ran.points) == ["request:1#1.called", "request:1#1.replied"]


@pytest.mark.parametrize("agent", AGENTS.values(), ids=AGENTS)
def test_at_the_deadline_the_request_is_cancelled_and_sent_again(agent: str) -> None:
    ran = run_text(
        LOOP
        + agent
        + """
    client.send(agent, {"seconds": 100})
"""
    )
    assert isinstance(ran.error, RequestTimedOut)
    assert ran.done == {"open_ticket": 3}  # what was done stays done, what was not is not
    tries = [f"request:1#{n}.{phase}" for n in (1, 2, 3) for phase in ("called", "cancelled")]
    assert requests(ran.points) == tries
    assert [e.edge for e in ran.trace.select("request", "called")] == ["request", "retry", "retry"]
    assert [e.time for e in ran.trace.select("request", "cancelled")] == [60.0, 120.0, 180.0]


def test_a_request_that_had_left_still_lands_after_the_cancellation() -> None:
    ran = run_text(
        LOOP
        + AGENTS["plain"]
        + """
    client.send(agent, {"seconds": 1})
""",
        "delay request effect:open_ticket#1 until 70s",
    )
    assert ran.done == {"open_ticket": 2, "close_ticket": 1}


@pytest.mark.parametrize("agent", AGENTS.values(), ids=AGENTS)
def test_after_a_crash_the_whole_request_is_sent_again(agent: str) -> None:
    ran = run_well(
        LOOP
        + agent
        + """
    print(client.send(agent, {"seconds": 5}))
""",
        "crash at effect:open_ticket#1.applied",
    )
    assert ran.lines == ["done"]
    assert ran.done == {"open_ticket": 2, "close_ticket": 1}
    assert requests(ran.points) == ["request:1#1.called", "request:1#2.called", "request:1#2.replied"]


def test_crashes_count_as_tries() -> None:
    ran = run_text(
        LOOP
        + AGENTS["plain"]
        + """
    client.send(agent, {"seconds": 1})
""",
        " ; ".join(f"crash at effect:open_ticket#{n}.applied" for n in (1, 2, 3)),
    )
    assert isinstance(ran.error, RequestTimedOut)
    assert ran.done == {"open_ticket": 3}


def test_an_answered_request_is_never_sent_again() -> None:
    ran = run_well(
        LOOP
        + """
    def first(request):
        world.call("first")
        return "one"
    def second(request):
        world.call("second")
        return "two"
    print(client.send(first))
    print(client.send(second))
""",
        "crash at effect:second#1.applied",
    )
    assert ran.lines == ["one", "two"]
    assert ran.done == {"first": 1, "second": 2}


def test_each_try_gets_the_request_as_it_was_sent() -> None:
    ran = run_well(
        LOOP
        + """
    def agent(request):
        request["seen"].append("again")
        world.call("work", seen=len(request["seen"]))
    client.send(agent, {"seen": []})
""",
        "crash at effect:work#1.applied",
    )
    assert [e.payload["arguments"] for e in ran.trace.select("effect", "requested")] == [{"seen": 1}] * 2


def test_an_error_of_the_agent_is_a_reply() -> None:
    ran = run_text(
        LOOP
        + """
    def agent(request):
        world.call("work")
        raise KeyError("address")
    client.send(agent)
"""
    )
    assert isinstance(ran.error, KeyError)
    assert ran.done == {"work": 1}
    assert requests(ran.points) == ["request:1#1.called", "request:1#1.raised"]


def test_an_agent_calls_another_as_a_function() -> None:
    ran = run_text(
        LOOP
        + """
    client.send(lambda request: client.send(print))
"""
    )
    assert isinstance(ran.error, LabError)
    assert ran.error.code == "not-modelled"


def test_requests_side_by_side() -> None:
    ran = run_well(
        LOOP
        + """
    async def agent(request):
        await asyncio.sleep(10)
        return request
    async def main():
        return await asyncio.gather(*(client.asend(agent, n) for n in range(3)))
    print(asyncio.run(main()))
"""
    )
    assert ran.lines == ["[0, 1, 2]"]


def test_the_request_is_the_recovery_unit() -> None:
    found = explore_text(
        LOOP
        + AGENTS["plain"]
        + """
    client.send(agent, {"seconds": 1})
"""
    )
    assert sum(found.intents.values()) == 2
    failing = [run.plan.removeprefix("crash at effect:") for run in found.failures]
    assert failing == [
        "open_ticket#1.applied",
        "open_ticket#1.returned",
        "close_ticket#1.requested",
        "close_ticket#1.applied",
        "close_ticket#1.returned",
    ]


KEYED_REQUEST = """
from durable_lab import world
from durable_lab.in_memory_loop import Client

def agent(request):
    return world.call("a", of=request, key=request)

Client().send(agent, "REQ-1")
"""


def test_a_request_whose_reply_was_lost_is_not_done_with() -> None:
    """The client sends it again, and that is no unit begun again after its end."""
    tried = experiment(KEYED_REQUEST)
    ran = tried.run(parse_plan("redeliver request:1#1"))
    assert [e.payload["commits"] for e in ran.trace.select("request", "replied")] == [[], ["request/1"]]
    assert violated(judge(ran.trace, tried.intents(ran))) == []
