"""Narration: every event of every run has a sentence of its own, short, in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from durable_lab.experiment import Experiment
from durable_lab.explorer import crash_points
from durable_lab.kernel.faults.plan import parse_plan, plan_text
from durable_lab.kernel.outside.intents import Intents, intents_of
from durable_lab.kernel.trace import Event
from durable_lab.options import sections
from durable_lab.readers.narration import Narrator
from durable_lab.story import Story
from tests.durable_lab.topologies.workflow.programs import INCIDENT, program
from tests.durable_lab.words.files import LAB, codes
from tests.programs import SOURCES, experiment_of
from tests.support import experiment, graph

ROOT = Path(__file__).resolve().parents[3]

THERE = codes(LAB / "words/narration.json", *LAB.glob("topologies/*/words.json"))
SENTENCES = {code for code in THERE if "." in code and not code.startswith("picture.")}
"""Of events, by kind and phase: what is neither a label nor of a picture."""

# -- what neither snippets nor scenarios do ----------------------------------------------------------

ENGINE = program(
    INCIDENT
    + """
@activity.defn
async def slow(how: str) -> str:
    for n in range(3):
        activity.heartbeat(n)
        await asyncio.sleep(5)
    return how

@activity.defn
async def bad(how: str) -> str:
    raise ApplicationError(how, non_retryable=True)

@activity.defn
async def flaky(how: str) -> str:
    raise RuntimeError(how)

ACTIVITIES += [slow, bad, flaky]

@workflow.defn
class Everything:
    @workflow.run
    async def run(self, what: str) -> str:
        workflow.patched("v2")
        timer = asyncio.create_task(asyncio.sleep(60))
        running = workflow.start_activity(slow, what, start_to_close_timeout=LIMIT)
        await asyncio.sleep(1)
        timer.cancel()
        running.cancel()
        failing = workflow.start_activity(flaky, what, start_to_close_timeout=LIMIT)
        await asyncio.sleep(0.5)
        failing.cancel()
        for activity, options in [(bad, {}), (slow, {"start_to_close_timeout": timedelta(seconds=1)})]:
            try:
                await act(activity, "x", retry_policy=RetryPolicy(maximum_attempts=1), **options)
            except ActivityError:
                pass
        await act(slow, what, heartbeat_timeout=timedelta(seconds=6))
        raise ApplicationError("at last")

@workflow.defn
class Broken:
    @workflow.run
    async def run(self) -> str:
        raise RuntimeError("a bug")
""",
    """
    async with worker(Incident, Everything):
        first = await begin(Everything, "x")
        second = await begin(Incident, "y", id="other")
        try:
            await begin(Incident, "y", id="other")
        except WorkflowAlreadyStartedError:
            print(await second.query(Incident.status))
        await second.terminate(reason="enough")
        try:
            await second.signal(Incident.approve, "Ann")
        except RPCError:
            print(await result(first))
    async with worker(Broken):
        await begin(Broken, id="broken")
        await asyncio.sleep(86400)
    async with worker(Broken):
        await asyncio.sleep(10)
    """,
)

QUEUE = """
    from durable_lab import world
    from durable_lab.queue_workers import JobStore, Queue

    queue = Queue("jobs", lease=5, max_deliveries=2)
    jobs = JobStore("jobs.db")

    @queue.worker
    def handle(message):
        if message.body == "later" and message.delivery_count == 1:
            message.abandon(delay=3)
        elif message.body != "forgotten":
            if jobs.claim(message.body):
                jobs.put(message.body, "done")
            if message.body == "last":
                queue.send("next")
            message.renew()
            message.complete()

    if __name__ == "__main__":
        for body in ("later", "forgotten", "last"):
            queue.send(body)
        queue.run(workers=1)
"""

CALLEE = """
    import asyncio
    from durable_lab import world

    world.callee("forgetful", honours_keys=False)
    world.callee("slow", takes=5)
    world.callee("sulky", remembers_failures=True)
    world.intend("pay", {"order": 1}, approval="approve")
    world.intend("pay", {"order": 2}, most=2)
    world.intend("note", {}, most=1)
    world.call("pay", order=1, key="k")
    try:
        world.call("pay", order=2, key="k")
    except world.CallFailed:
        world.withdraw("pay", {"order": 2})
    world.call("note", about="a")
    world.call("note", about="b")
    world.call("unwanted", n=1)
    world.call("forgetful", n=1, key="k")
    world.call("forgetful", n=1, key="k")
    for name in ("slow", "slow", "sulky", "sulky"):
        try:
            world.call(name, n=1, key="k", timeout=1)
        except (world.CallFailed, world.CallTimedOut):
            pass
"""

EXIT = graph("""
def one(state):
    world.call("one")
    return {"n": 1}
def two(state):
    return {"n": 2 if interrupt("go on?") else 0}
app = chain([one, two])
app.invoke({"log": []}, thread, durability="exit")
app.invoke(None, thread, durability="exit")
app.invoke(Command(resume=True), thread, durability="exit")
""")

SLOW = graph("""
import time
def one(state):
    time.sleep(1)
    return {"n": len(world.model("how?"))}
def two(state):
    return {"n": 2 if interrupt("go on?") else 0}
app = chain([one, two])
app.invoke({"log": []}, thread)
app.invoke(Command(resume=True), thread)
""")

PEOPLE = """
    from durable_lab import world
    from durable_lab.in_memory_loop import Client

    def agent(request):
        world.model("what now?")
        if world.ask("approve", about={"n": 1}) == "yes":
            world.call("apply", n=1)

    Client().send(agent)
"""

ZOMBIES = """
    import time
    from durable_lab.queue_workers import Queue

    queue = Queue("jobs", lease=10, broker="{broker}")

    @queue.worker
    def handle(message):
        time.sleep(8)
        if message.delivery_count == 1:
            time.sleep(8)
        message.complete()

    if __name__ == "__main__":
        queue.send("a")
        queue.run(workers=2)
"""
"""Brokers that are not like the default one, and a worker that takes too long."""

DEPLOYED = """
    from durable_lab import world
    world.call("old")
    # durable-lab: version v2
    from durable_lab import world
    world.call("new")
"""

FILES = """
import os
from pathlib import Path
os.mkdir("d")
with open("d/a", "w") as file:
    file.write("x")
    file.flush()
    os.fsync(file.fileno())
os.truncate("d/a", 0)
os.replace("d/a", "d/b")
print(Path("d/b").read_text())
os.remove("d/b")
os.rmdir("d")
"""

OTHERS = {
    FILES: ("down disk at file:d/a#1.sent x 1",),
    ENGINE: (),
    dedent(QUEUE): (
        "pause worker-1 at receive:jobs#1.stored for 3s",
        "stop worker-1 at receive:jobs#1.stored",
        "cut worker-1 from jobs at receive:jobs#1.stored for 3s",
        "skew worker-1 by 3s",
    ),
    dedent(ZOMBIES.format(broker="sqs")): (),
    dedent(ZOMBIES.format(broker="nats-jetstream")): (),
    dedent(ZOMBIES.format(broker="rabbitmq-quorum")): (),
    dedent(DEPLOYED): ("deploy v2 at effect:old#1.applied ; crash at effect:old#1.applied",),
    dedent(CALLEE): ("fail effect:sulky#1 unapplied",),
    EXIT: (),
    SLOW: (),
    dedent(PEOPLE): (
        "fail person:approve#1 unapplied",
        "crash at model:model#1.failed ; fail model:model#1 unapplied",
        "crash landing model:model#2.requested at model:model#1.requested",
        "crash landing person:approve#2.requested at person:approve#1.requested",
    ),
}
"""Programs, and plans that are worth a run of them."""

FAULTS = {sections(source)[0]: plans for source, plans in OTHERS.items()}
"""The same by what is compiled of them at first."""

# -- said of runs ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def told() -> Told:
    """Every run of the programs under every kind of fault, narrated."""
    found = Told()
    for one in programs():
        for plan in plans(one):
            found.listen(one, plan)
    return found


class Told:
    """What was said."""

    def __init__(self) -> None:
        self.silent: set[tuple[str, str]] = set()
        self.long: set[str] = set()
        self.codes: set[str] = {"process.too-many-events"}  # of too long a run for here: told below

    def listen(self, experiment: Experiment, plan: str) -> None:
        trace = experiment.run(parse_plan(plan)).trace
        story = Story(intents_of(trace), trace.header, ahead=trace)
        narrator = Narrator(story)
        for event in trace:
            story.take(event)
            telling = narrator.telling(event)
            self.codes.add(telling.code)
            spoken = narrator.say(event)
            if not (spoken["zh"] and spoken["en"]):
                self.silent.add((event.kind, event.phase))
            if len(spoken["en"]) > 90 or len(re.findall(r"[\u4e00-\u9fff]", spoken["zh"])) > 45:
                self.long.add(spoken["en"])


def programs() -> Iterator[Experiment]:
    """Every snippet and every program of a scenario; and what none of them does."""
    yield from map(experiment_of, SOURCES)
    yield from map(experiment, OTHERS)


def plans(experiment: Experiment) -> Iterator[str]:
    """No fault, and each kind of fault at a few of the run's steps, spread over all of them."""
    calm = experiment.run(()).trace
    yield from ("", plan_text(experiment.options.plan), *FAULTS.get(experiment.program.source, ()))
    every = 1 if experiment.program.source in FAULTS else 4
    yield from (f"crash at {point}" for point in crash_points(calm)[::every])
    steps = list(dict.fromkeys(e.step for e in calm if e.phase in ("sent", "requested")))
    for step in steps[::3]:
        yield from (f"fail {step} applied", f"fail {step} unapplied", f"lose reply {step}")
        yield from (f"hang {step}", f"delay request {step} until 50s")
    begun = [event.point for event in calm if event.phase in ("sent", "requested")]
    yield from (f"preempt at {point}" for point in begun[:6])
    stores = dict.fromkeys(
        str(e.payload["store"]) for e in calm if e.phase == "sent" and "store" in e.payload
    )
    for store in stores:
        yield from (
            f"down {store} at {e.point} for 1s" for e in calm if e.phase == "sent" and "store" in e.payload
        )


def test_a_run_that_was_cut_off_says_so() -> None:
    event = Event(0, 1.0, "", 0, "", "process", "process", 1, "too-many-events", {"limit": 100})
    assert (
        Narrator(Story(Intents(), {})).say(event)["en"]
        == "Cut off after 100 events: this run does not end by itself."
    )


def test_every_event_of_every_run_has_a_sentence(told: Told) -> None:
    assert told.silent == set()


def test_no_sentence_is_long_whatever_the_readers_names_are(told: Told) -> None:
    assert told.long == set()


def test_every_sentence_is_said_of_some_run(told: Told) -> None:
    assert SENTENCES - told.codes == set()
