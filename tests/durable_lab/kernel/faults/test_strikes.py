"""Faults of a process, its clock, its network and its code: each reached, and each with its effect."""

from __future__ import annotations

from textwrap import dedent

import pytest

from durable_lab.kernel.machine.supervisor import GRACE
from durable_lab.words.messages import LabError
from tests.support import Ran, graph, run_text, run_well


def lives(ran: Ran, name: str) -> list[tuple[str, int, float]]:
    """What became of a process: phase, life and second."""
    return [(e.phase, e.life, round(e.time, 2)) for e in ran.trace.select("process") if e.name == name]


# -- another answer -----------------------------------------------------------------------------------


def test_a_person_says_something_else() -> None:
    source = (
        "from durable_lab import world\nprint(world.ask('approve', about={'n': 1}), world.ask('approve'))"
    )
    ran = run_well(source, 'answer person:approve#1 "no; not now"')
    assert ran.lines == ["no; not now yes"]
    answered = [e.payload["answer"] for e in ran.trace.select("person", "answered")]
    assert answered == ["no; not now", "yes"]


def test_the_model_says_something_else_when_it_is_asked_again() -> None:
    source = "from durable_lab import world\nprint(world.model('p'), '/', world.model('p'))"
    ran = run_well(source, 'answer model:model#2 "another plan"')
    assert ran.lines == ["answer to: p / another plan"]
    assert [e.payload["answer"] for e in ran.trace.select("model", "answered")][1] == "another plan"


# -- pause ----------------------------------------------------------------------------------------------

ZOMBIE = """
    from durable_lab import world
    from durable_lab.queue_workers import Queue

    queue = Queue("refunds", lease=30)

    @queue.worker
    def refund(message):
        world.call("check", order=message.body)
        world.call("refund", order=message.body{key})
        message.complete()

    if __name__ == "__main__":
        queue.send("A-1042")
        queue.run(workers=2)
        print(queue.dead_letters())
"""
FROZEN = "pause worker-1 at effect:check#1.returned for 1m"


@pytest.mark.parametrize(("key", "done"), [("", 2), (", key=message.body", 1)])
def test_a_paused_worker_goes_on_as_a_zombie(key: str, done: int) -> None:
    ran = run_well(ZOMBIE.format(key=key), FROZEN)
    assert ran.done["refund"] == done
    assert ran.done["check"] == 2
    (_, _, began), (paused, _, at), (resumed, _, until) = lives(ran, "worker-1")
    assert (paused, resumed, round(until - at)) == ("paused", "resumed", 60)
    assert began < at
    refunds = [e.process for e in ran.trace.select("effect", "requested") if e.name == "refund"]
    assert refunds == ["worker-2", "worker-1"]
    stale = [e for e in ran.trace.select("complete") if e.process == "worker-1"]
    assert [e.phase for e in stale] == ["sent", "refused"]


def test_a_paused_process_does_nothing_and_others_go_on() -> None:
    ran = run_well(ZOMBIE.format(key=""), FROZEN)
    points = ran.points
    paused, resumed = points.index("process:worker-1#1.paused"), points.index("process:worker-1#1.resumed")
    assert {e.process for e in ran.trace.events[paused + 1 : resumed]} == {"", "worker-2"}
    assert [e for e in ran.trace if e.process == "worker-2" and 30 < e.time < 60]


@pytest.mark.parametrize("code", ["time.sleep(10)", "asyncio.run(asyncio.sleep(10))"])
def test_timers_of_a_paused_process_run_after_it(code: str) -> None:
    source = f"""
import asyncio, time
from durable_lab import world
world.call("a")
{code}
print(round(time.time() - 1767225600))
"""
    assert run_well(source).lines == ["10"]
    assert run_well(source, "pause at effect:a#1.applied for 5s").lines == ["15"]
    assert run_well(source, "pause at effect:a#1.returned for 1m").lines == ["70"]


def test_the_shell_of_a_paused_process_is_frozen_in_nested_runs_too() -> None:
    source = """
import time
from durable_lab import world
print(list(map(lambda n: world.call("a", n=n), range(2))), round(time.time() - 1767225600))
"""
    assert run_well(source, "pause at effect:a#1.requested for 1m").lines == ["['a-1', 'a-2'] 60"]


def test_a_process_that_is_killed_while_it_is_paused_is_not_resumed() -> None:
    plan = f"{FROZEN} ; crash worker-1 at effect:refund#1.applied"
    ran = run_well(ZOMBIE.format(key=""), plan)
    assert [phase for phase, _, _ in lives(ran, "worker-1")] == ["started", "paused", "crashed", "started"]
    assert ran.done["refund"] == 1


# -- stop -------------------------------------------------------------------------------------------------


def test_a_stopped_worker_finishes_the_message_that_it_has() -> None:
    ran = run_well(ZOMBIE.format(key=""), "stop worker-1 at effect:refund#1.applied")
    assert ran.done == {"check": 1, "refund": 1}
    assert [phase for phase, _, _ in lives(ran, "worker-1")] == ["started", "stopping", "stopped", "started"]
    assert max(e.payload["delivery"] for e in ran.trace.select("complete", "sent")) == 1


def test_a_stopped_worker_that_waits_ends_at_once() -> None:
    ran = run_well(ZOMBIE.format(key=""), "stop worker-2 at effect:check#1.applied")
    (_, stopping), (_, stopped), (again, _) = [(p, at) for p, _, at in lives(ran, "worker-2")][1:]
    assert (stopping, again) == (stopped, "started")


def test_a_worker_that_does_not_end_in_time_is_killed() -> None:
    source = ZOMBIE.format(key="").replace("lease=30", "lease=300")
    source = source.replace("message.complete()", "time.sleep(60); message.complete()").replace(
        "from durable_lab import", "import time\n    from durable_lab import"
    )
    ran = run_well(source, "stop worker-1 at effect:refund#1.returned")
    phases = lives(ran, "worker-1")
    assert [phase for phase, _, _ in phases] == ["started", "stopping", "crashed", "started"]
    assert phases[2][2] - phases[1][2] == pytest.approx(GRACE)
    assert ran.done["refund"] == 2


SCRIPT = """
import asyncio, time
from durable_lab import world

async def work():
    try:
        await asyncio.sleep(5)
    finally:
        world_closed = await world.acall("close_async")

try:
    world.call("open")
    time.sleep(5)
    asyncio.run(work())
    world.call("apply")
finally:
    world.call("close")
print("end")
"""


def test_in_a_plain_script_the_finally_runs_when_it_is_stopped_and_not_when_it_is_killed() -> None:
    stopped = run_well(SCRIPT, "stop at effect:open#1.returned")
    assert stopped.done == {"open": 2, "apply": 1, "close": 2, "close_async": 1}
    assert stopped.lines == ["end"]
    assert [p for p, _, _ in lives(stopped, "process")] == [
        "started",
        "stopping",
        "stopped",
        "started",
        "ended",
    ]
    killed = run_well(SCRIPT, "crash at effect:open#1.returned")
    assert killed.done == {"open": 2, "apply": 1, "close": 1, "close_async": 1}


def test_a_stopped_script_cancels_its_tasks() -> None:
    source = SCRIPT.replace("time.sleep(5)\n    asyncio", "asyncio").replace(
        "sleep(5)", "to_thread(world.call, 'slow')"
    )
    ran = run_well(source, "stop at effect:slow#1.applied")
    assert ran.done == {"open": 2, "slow": 2, "close_async": 2, "close": 2, "apply": 1}


def test_a_script_that_takes_too_long_to_end_is_killed() -> None:
    ran = run_well(
        SCRIPT.replace('world.call("close")', 'time.sleep(60); world.call("close")'),
        "stop at effect:open#1.returned",
    )
    assert [p for p, _, _ in lives(ran, "process")][1:3] == ["stopping", "crashed"]
    assert ran.done["close"] == 1


LOOP = """
import time
from durable_lab import world
from durable_lab.in_memory_loop import Client

def agent(request):
    world.call("ticket")
    time.sleep({seconds})
    world.call("apply")
    return "done"

client = Client(deadline=100)
print(client.send(agent, 1))
time.sleep(3600)
print(client.send(agent, 2))
"""


def test_a_stopped_loop_finishes_its_request_if_it_can() -> None:
    ran = run_well(LOOP.format(seconds=10), "stop at effect:ticket#1.applied")
    assert ran.done == {"ticket": 2, "apply": 2}
    assert ran.lines == ["done", "done"]
    assert [p for p, _, _ in lives(ran, "process")] == ["started", "stopping", "stopped", "started", "ended"]


def test_a_stopped_loop_that_waits_too_long_is_killed_and_begins_again() -> None:
    ran = run_well(LOOP.format(seconds=50), "stop at effect:ticket#1.applied")
    assert ran.done == {"ticket": 3, "apply": 2}
    assert [p for p, _, _ in lives(ran, "process")][1:3] == ["stopping", "crashed"]


APPROVAL = graph("""
def ask(state):
    world.call("ticket", key="t")
    if interrupt("?") == "yes":
        world.call("apply")

app = chain([ask])
app.invoke({"n": 1}, thread)
answer = world.ask("approve")
print(app.invoke(Command(resume=answer), thread))
""")


@pytest.mark.parametrize(
    "point", ["effect:ticket#1.applied", "person:approve#1.requested", "effect:apply#1.applied"]
)
def test_a_stopped_graph_finishes_its_invoke_and_waits_for_nobody(point: str) -> None:
    ran = run_well(APPROVAL, f"stop at {point}")
    assert ran.done == {"ticket": 1, "apply": 1}
    assert sum(1 for _ in ran.trace.select("invoke")) == 2
    assert sum(1 for _ in ran.trace.select("person", "requested")) == 1
    phases = lives(ran, "runner")
    last = point.startswith("effect:apply")  # nothing is left to do for another life
    again = [] if last else ["stopped", "started"]
    assert [p for p, _, _ in phases] == ["started", "stopping", *again, "ended"]
    assert phases[2][2] - phases[1][2] < 1


# -- skew -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plan", "shown"), [("skew process by 1h", "3600 3600"), ("skew process by -90s", "-90 -90")]
)
def test_a_clock_may_be_wrong(plan: str, shown: str) -> None:
    ran = run_well(
        """
import datetime, time
begin, counted = time.time(), time.monotonic()
now = datetime.datetime.now(datetime.UTC).timestamp()
time.sleep(2)
assert time.monotonic() - counted == time.time() - begin == 2
print(round(begin - 1767225600), round(now - 1767225600))
""",
        plan,
    )
    assert ran.lines == [shown]
    assert sum(1 for _ in ran.trace.select("fault")) == 1


def test_a_clock_stays_wrong_over_restarts() -> None:
    source = (
        "import time\nfrom durable_lab import world\nworld.call('a')\nprint(round(time.time() - 1767225600))"
    )
    ran = run_well(source, "skew process by 1h ; crash at effect:a#1.applied")
    assert ran.lines == ["3601"]


# -- cut --------------------------------------------------------------------------------------------------


def test_a_cut_holds_requests_up_until_it_heals() -> None:
    source = """
import time
from durable_lab import world
begin = time.time()
world.call("first")
world.call("a")
print(round(time.time() - begin))
world.call("b")
print(round(time.time() - begin))
"""
    ran = run_well(source, "cut process from a at effect:first#1.returned for 1m")
    assert ran.lines == ["60", "60"]


@pytest.mark.parametrize(
    ("point", "done"),
    [("effect:first#1.returned", {"first": 1}), ("effect:a#1.applied", {"first": 1, "a": 1})],
)
def test_who_gives_up_during_a_cut_does_not_know(point: str, done: dict[str, int]) -> None:
    ran = run_well(
        """
from durable_lab import world
world.call("first")
try:
    world.call("a", timeout=10)
except world.CallTimedOut as error:
    print(error.code)
""",
        f"cut process from a at {point} for 1m",
    )
    assert ran.lines == ["call-timed-out"]
    assert ran.done == done


@pytest.mark.parametrize(
    ("target", "code", "after"),
    [
        ("model", "world.model('p')", 61),
        ("person", "world.ask('approve')", 3660),
        ("a", "world.ask('approve')", 3600),
    ],
)
def test_models_and_people_may_be_out_of_reach(target: str, code: str, after: int) -> None:
    source = f"import time\nfrom durable_lab import world\nworld.call('a')\n{code}\nprint(round(time.time() - 1767225600))"
    ran = run_well(source, f"cut process from {target} at effect:a#1.returned for 1m")
    assert ran.lines == [str(after)]


def test_a_store_that_is_cut_off_answers_when_the_network_heals() -> None:
    source = """
import time
from durable_lab import world
from durable_lab.in_memory_loop import Journal
journal = Journal("journal.db")
journal.record("a")
journal.record("b")
print(journal.done("a"), round(time.time() - 1767225600))
"""
    wrote = run_well(source, "cut process from journal.db at journal:a#1.stored for 1m")
    assert wrote.lines == ["True 60"]
    read = run_well(source, "cut process from journal.db at journal:b#1.stored for 1m")
    assert read.lines == ["True 60"]


def test_a_worker_cut_from_its_queue_loses_the_lease() -> None:
    ran = run_well(ZOMBIE.format(key=""), "cut worker-1 from refunds at effect:refund#1.applied for 1m")
    assert ran.done["refund"] == 2
    assert [e.process for e in ran.trace.select("complete", "stored")] == ["worker-2"]


# -- deploy -----------------------------------------------------------------------------------------------

V1 = "from durable_lab import world\nworld.call('a')\nprint('v1')\n"
V2 = "from durable_lab import world\nworld.call('b')\nprint('v2')\n"


def test_the_next_life_executes_what_was_deployed() -> None:
    ran = run_well(V1, "deploy v2 at effect:a#1.applied ; crash at effect:a#1.applied", versions={"v2": V2})
    assert ran.done == {"a": 1, "b": 1}
    assert ran.lines == ["v2"]
    assert set(ran.trace.header["versions"]) == {"v2"}


def test_what_runs_when_a_version_is_deployed_runs_on() -> None:
    ran = run_well(V1, "deploy v2 at effect:a#1.applied", versions={"v2": V2})
    assert ran.lines == ["v1"]


def test_a_version_that_nobody_gave_is_refused() -> None:
    with pytest.raises(LabError) as caught:
        run_text(V1, "deploy v2 at effect:a#1.applied")
    assert caught.value.code == "no-such-version"
    assert "versions" not in run_well(V1).trace.header


def test_workers_of_a_queue_are_deployed_one_by_one() -> None:
    old = ZOMBIE.format(key="").replace('queue.send("A-1042")', 'queue.send("A-1042"); queue.send("A-1043")')
    new = dedent(old).replace('"refund", order', '"refund_v2", order')
    plan = "deploy v2 at effect:refund#1.applied ; stop worker-1 at effect:refund#1.applied"
    ran = run_well(old.replace("workers=2", "workers=1"), plan, versions={"v2": new})
    assert ran.done == {"check": 2, "refund": 1, "refund_v2": 1}


@pytest.mark.parametrize("fault", ["down no.db at {} for 1h", "cut process from nobody at {} for 1h"])
def test_a_store_or_a_network_that_nothing_touches_can_not_fail(fault: str) -> None:
    """A misspelt name: the plan must not count as carried out."""
    plan = fault.format("effect:a#1.applied")
    ran = run_text("from durable_lab import world\nworld.call('a')\nworld.call('b')\n", plan)
    assert ran.trace.header["not_reached"] == [plan]
