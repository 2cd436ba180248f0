"""What holds of every program of every topology under every plan of faults."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from os import environ
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from durable_lab.experiment import Experiment, Options
from durable_lab.kernel.faults.plan import parse_plan, plan_text
from durable_lab.kernel.machine import simulation
from durable_lab.kernel.machine.machine import Machine
from durable_lab.kernel.machine.simulation import Outcome
from durable_lab.kernel.outside.intents import Intents, identity, intents_of
from durable_lab.kernel.trace import Trace
from durable_lab.readers.checks import judge, violated
from durable_lab.words.messages import LabError
from tests.durable_lab.properties.plans import FAULTS, crashes, plans
from tests.durable_lab.properties.programs import TOPOLOGIES
from tests.support import examples

TESTED = settings(
    max_examples=examples(30),
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.target, Phase.shrink],
)
EACH = pytest.mark.parametrize("topology", TOPOLOGIES)

LANDED = ("applied", "recognised", "refused", "stored", "failed", "answered")
"""Phases of the other side: what was sent in life may come to them after death."""


@dataclass(frozen=True, repr=False)
class Run:
    """A run, and the machine that it was on."""

    source: str
    plan: str
    outcome: Outcome
    machine: Machine
    calm: Trace

    def __repr__(self) -> str:
        return f"{self.source}\n# durable-lab: --fault '{self.plan}'"

    @property
    def trace(self) -> Trace:
        return self.outcome.trace


def versions(source: str) -> dict[str, str]:
    """What a plan may deploy: the same program, only slower."""
    return {"v2": source.replace("time.sleep(3)", "time.sleep(4)") + "# the second version\n"}


def run(source: str, plan: str, calm: Trace | None = None) -> Run:
    """Run a program under a plan; no exception may leave."""
    made: list[Machine] = []

    class Kept(Machine):
        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            made.append(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(simulation, "Machine", Kept)
        outcome = Experiment(source, "program.py", Options(versions=versions(source))).run(parse_plan(plan))
    return Run(source, plan, outcome, made[0], outcome.trace if calm is None else calm)


def calm_run(source: str) -> Run:
    calm = run(source, "")
    assert calm.outcome.ended, calm.outcome.error
    return calm


@st.composite
def runs(
    draw: st.DrawFn,
    /,
    topology: str,
    keyed: bool | None = None,
    faults: Callable[[Trace], st.SearchStrategy[str]] = plans,
) -> Run:
    """A program, a plan for it, and what came of them."""
    source = draw(TOPOLOGIES[topology](keyed))
    calm = calm_run(source).trace
    return run(source, draw(faults(calm)), calm)


def test_every_kind_of_fault_is_in_the_plans() -> None:
    with pytest.raises(LabError) as caught:
        parse_plan("?")
    _, expected = caught.value.fields["expected"]
    assert expected["names"].split(", ") == sorted(FAULTS, key=expected["names"].split(", ").index)


@EACH
@given(data=st.data())
@TESTED
def test_invariants_of_every_run(topology: str, data: st.DataObject) -> None:
    ran = data.draw(runs(topology))
    for invariant in INVARIANTS:
        invariant(ran)


def the_events_are_in_order(ran: Run) -> None:
    events = ran.trace.events
    assert [e.sequence for e in events] == list(range(len(events)))
    assert [e.time for e in events] == sorted(e.time for e in events)


def steps_are_numbered_from_one(ran: Run) -> None:
    seen: Counter[tuple[str, str]] = Counter()
    for event in ran.trace:
        if event.phase in ("requested", "sent") and event.kind != "query":
            seen[event.kind, event.name] += 1
            assert event.n == seen[event.kind, event.name], event


def the_dead_do_nothing_more(ran: Run) -> None:
    """After its crash a life does nothing; what it had sent lands, once, or is lost."""
    dead: set[tuple[str, int]] = set()
    open_steps: dict[tuple[str, int], set[tuple[str, str, int]]] = {}
    for event in ran.trace:
        who, step = (event.process, event.life), (event.kind, event.name, event.n)
        mine = open_steps.setdefault(who, set())
        if event.phase in ("requested", "sent"):
            mine.add(step)
        if who in dead and event.process:
            assert event.phase in LANDED, event
            assert event.phase == "failed" or step in mine, event
        if event.phase in LANDED:
            mine.discard(step)
        if event.phase == "crashed":
            dead.add(who)


def a_life_begins_after_the_end_of_the_one_before(ran: Run) -> None:
    over: dict[str, int] = {}
    for event in ran.trace.select("process"):
        if event.phase == "started":
            assert event.life == over.get(event.name, 0) + 1, event
        elif event.phase in ("crashed", "stopped"):
            over[event.name] = event.life


def a_key_is_applied_once(ran: Run) -> None:
    keys = {(e.name, e.n): e.payload["key"] for e in ran.trace.select("effect", "requested")}
    done = Counter((e.name, keys[e.name, e.n]) for e in ran.trace.select("effect", "applied"))
    assert all(count == 1 for (_, key), count in done.items() if key is not None), done


def the_ledger_is_what_was_applied(ran: Run) -> None:
    applied = list(ran.trace.select("effect", "applied"))
    asked = {(e.name, e.n): e.payload["arguments"] for e in ran.trace.select("effect", "requested")}
    assert [(e.name, asked[e.name, e.n]) for e in applied] == [
        (entry.name, entry.arguments) for entry in ran.machine.world.ledger
    ]
    recognised = sum(1 for _ in ran.trace.select("effect", "recognised"))
    assert recognised == sum(entry.recognised for entry in ran.machine.world.ledger)


def a_receipt_comes_from_what_was_done(ran: Run) -> None:
    """Whoever is told a receipt is told one of the ledger."""
    receipts = {entry.receipt for entry in ran.machine.world.ledger}
    told = {e.payload["result"] for e in ran.trace.select("effect", "returned")}
    assert told <= receipts


def every_fault_happened_or_is_said_not_to_have(ran: Run) -> None:
    plan = {str(fault) for fault in parse_plan(ran.plan)}
    happened = {str(fault) for fault in ran.machine.faults.happened}
    missed = ran.trace.header["not_reached"]
    assert happened | set(missed) == plan
    assert not happened & set(missed)
    assert len(missed) == len(set(missed))
    said = [event.name for event in ran.trace.select("fault")]
    aimless = {text for text in missed if text.startswith(("down ", "cut "))}  # of what nothing touches
    assert set(said) <= happened | aimless


def the_trace_is_json(ran: Run) -> None:
    assert json.loads(ran.trace.text()) == ran.trace.to_json()


def the_plan_is_the_one_of_the_header(ran: Run) -> None:
    assert ran.trace.header["plan"] == plan_text(parse_plan(ran.plan))
    assert plan_text(parse_plan(ran.trace.header["plan"])) == ran.trace.header["plan"]


def an_end_is_said_once_and_last_of_the_program(ran: Run) -> None:
    ends = [
        e for e in ran.trace.select("process") if e.phase in ("ended", "raised", "stuck", "too-many-events")
    ]
    assert len(ends) == 1
    assert (ends[0].phase == "ended") == ran.outcome.ended
    assert (ends[0].phase == "raised") == (ran.outcome.error is not None)


def the_verdicts_are_about_events_of_the_trace(ran: Run) -> None:
    for verdict in judge(ran.trace, intents(ran)):
        assert verdict.status in ("holds", "violated", "not exercised")
        assert verdict.event is None or 0 <= verdict.event < len(ran.trace)
        assert bool(verdict.text("en")) == bool(verdict.text("zh"))


INVARIANTS = [
    the_events_are_in_order,
    steps_are_numbered_from_one,
    the_dead_do_nothing_more,
    a_life_begins_after_the_end_of_the_one_before,
    a_key_is_applied_once,
    the_ledger_is_what_was_applied,
    a_receipt_comes_from_what_was_done,
    every_fault_happened_or_is_said_not_to_have,
    the_trace_is_json,
    the_plan_is_the_one_of_the_header,
    an_end_is_said_once_and_last_of_the_program,
    the_verdicts_are_about_events_of_the_trace,
]


def intents(ran: Run) -> Intents:
    return intents_of(ran.calm)


@EACH
@given(data=st.data())
@TESTED
def test_a_keyed_program_never_does_anything_too_often(topology: str, data: st.DataObject) -> None:
    ran = data.draw(runs(topology, keyed=True))
    told = {verdict.check for verdict in violated(judge(ran.trace, intents(ran)))}
    assert told <= {"ends", "loss"}, "a callee that fails for ever, a request that is lost"


@EACH
@given(data=st.data())
@TESTED
def test_after_crashes_alone_a_keyed_program_has_done_everything(topology: str, data: st.DataObject) -> None:
    ran = data.draw(runs(topology, keyed=True, faults=crashes))
    assert ran.outcome.ended, ran.outcome.error
    assert violated(judge(ran.trace, intents(ran))) == []


@EACH
@given(data=st.data())
@TESTED
def test_without_a_fault_nothing_is_asked_of_a_callee_twice(topology: str, data: st.DataObject) -> None:
    """But what stands before a question: its node begins again."""
    ran = calm_run(data.draw(TOPOLOGIES[topology](None)))
    assert ran.trace.header["not_reached"] == []
    counts = Counter(identity(event) for event in ran.trace.select("effect", "requested"))
    asked_again = {event.payload["unit"] for event in ran.trace.select("question")}
    for event in ran.trace.select("effect", "requested"):
        times = 2 if event.payload["unit"] in asked_again and event.name != "noted" else 1
        assert counts[identity(event)] == times, event


# -- the same plan gives the same trace, byte for byte ------------------------------------------------------

SERVER = """
import json, sys
from durable_lab.experiment import Experiment, Options
from durable_lab.kernel.faults.plan import parse_plan

for line in sys.stdin:
    source, plan, versions = json.loads(line)
    experiment = Experiment(source, "program.py", Options(versions=versions))
    print(experiment.run(parse_plan(plan)).trace.digest(), flush=True)
"""


class Elsewhere:
    """Another interpreter, with another seed of its hashes."""

    def __init__(self, seed: str) -> None:
        environment = {**environ, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", SERVER]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, text=True)

    def digest(self, source: str, plan: str) -> str:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([source, plan, versions(source)]) + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[list[Elsewhere]]:
    several = [Elsewhere(seed) for seed in ("1", "4242")]
    yield several
    for one in several:
        one.process.communicate()


@EACH
@given(data=st.data())
@settings(TESTED, max_examples=examples(15))
def test_the_same_plan_gives_the_same_trace_under_any_seed_of_the_hashes(
    elsewhere: list[Elsewhere], topology: str, data: st.DataObject
) -> None:
    ran = data.draw(runs(topology))
    again = run(ran.source, ran.plan)
    assert again.trace.text() == ran.trace.text()
    assert {one.digest(ran.source, ran.plan) for one in elsewhere} == {ran.trace.digest()}
