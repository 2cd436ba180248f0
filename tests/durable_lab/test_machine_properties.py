"""Properties of the machine, on random programs under random plans."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from durable_lab.kernel.faults import parse_plan, plan_text
from durable_lab.kernel.trace import STEP_PHASES
from tests.support import Ran, graph, run_text

SLOW_OK = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])

CALLEES = ("a", "b", "c")

Effect = tuple[str, str, int]
"""A callee, how it is called, and an argument."""

EFFECTS = st.tuples(st.just("effect"), st.sampled_from(CALLEES), st.booleans(), st.integers(0, 2))
SLEEPS = st.tuples(st.just("sleep"), st.sampled_from([0.01, 0.05, 1, 86400]))
MODELS = st.tuples(st.just("model"), st.sampled_from("pq"))
TOGETHER = st.tuples(st.just("together"), st.lists(EFFECTS, min_size=2, max_size=3))
ACTIONS: st.SearchStrategy[Any] = EFFECTS | SLEEPS | MODELS | TOGETHER
PLAIN = st.lists(ACTIONS, min_size=1, max_size=6)
NODES = st.lists(st.lists(EFFECTS | SLEEPS, min_size=1, max_size=2), min_size=1, max_size=4)
DURABILITY = st.sampled_from(["sync", "async", "exit"])


def call_text(action: Any, where: str, prefix: str = "world.call") -> str:
    """An effect's call. A key is of the place, so it is the same at every attempt and unlike any other."""
    _, name, keyed, n = action
    key = f", key={where!r}" if keyed else ""
    return f"{prefix}({name!r}, n={n}, at={where!r}{key})"


def line(action: Any, where: str) -> list[str]:
    """An action as code."""
    match action:
        case ("effect", *_):
            return [call_text(action, where)]
        case ("sleep", seconds):
            return [f"time.sleep({seconds})"]
        case ("model", prompt):
            return [f"world.model({prompt!r})"]
        case ("together", several):
            calls = [
                call_text(one, f"{where}.{i}", "asyncio.to_thread(world.call, ")
                for i, one in enumerate(several)
            ]
            text = ", ".join(call.replace("(world.call, (", "(world.call, ") for call in calls)
            return ["async def both():", f"    await asyncio.gather({text})", "asyncio.run(both())"]
    raise AssertionError(action)


def plain_program(actions: list[Any]) -> str:
    lines = ["import asyncio, time", "from durable_lab import world"]
    for i, action in enumerate(actions):
        lines += line(action, str(i))
    return "\n".join(lines) + "\n"


def graph_program(nodes: list[list[Any]], durability: str) -> str:
    lines = ["import time"]
    for i, actions in enumerate(nodes):
        lines += [f"def node{i}(state):"]
        lines += [f"    {text}" for j, action in enumerate(actions) for text in line(action, f"{i}.{j}")]
        lines += [f"    return {{'log': [{i}]}}"]
    names = ", ".join(f"node{i}" for i in range(len(nodes)))
    lines += [f"app = chain([{names}])", f"app.invoke({{'n': 1}}, thread, durability={durability!r})"]
    return graph("\n".join(lines))


PROGRAMS = st.builds(plain_program, PLAIN) | st.builds(graph_program, NODES, DURABILITY)


def points_of(source: str) -> list[str]:
    return list(
        dict.fromkeys(e.point for e in run_text(source).trace if e.kind not in ("process", "print", "node"))
    )


@st.composite
def plans(draw: st.DrawFn, source: str) -> str:
    """A plan whose steps are of the program's own crash-free run."""
    points = [p for p in points_of(source) if p.rpartition(".")[2] in STEP_PHASES]
    steps = sorted({p.rpartition(".")[0] for p in points if p.startswith("effect")})
    if not points:
        return ""
    point = st.sampled_from(points)
    faults = [
        st.builds("crash at {}".format, point),
        st.builds("crash landing {} at {}".format, point, point),
    ]
    faults += [
        st.builds("down agent.db at {} for 1s".format, point),
        st.builds("down agent.db at {} x 2".format, point),
    ]
    if steps:
        step = st.sampled_from(steps)
        faults += [
            st.builds("lose reply {}".format, step),
            st.builds("delay {} {} until {}".format, st.sampled_from(["request", "reply"]), step, point),
            st.builds("delay request {} until 1h".format, step),
            st.builds("fail {} {}".format, step, st.sampled_from(["applied", "unapplied x 2"])),
        ]
    return " ; ".join(draw(st.lists(st.one_of(faults), min_size=1, max_size=3)))


@given(st.data())
@SLOW_OK
def test_the_same_plan_gives_the_same_trace(data: st.DataObject) -> None:
    source = data.draw(PROGRAMS)
    plan = data.draw(plans(source))
    assert run_text(source, plan).trace.text() == run_text(source, plan).trace.text()


@given(st.data())
@SLOW_OK
def test_a_dead_process_does_nothing_more_but_what_was_on_its_way(data: st.DataObject) -> None:
    """After its crash: no request, no print, no write; of what it had sent, at most each lands once."""
    source = data.draw(PROGRAMS)
    ran = run_text(source, data.draw(plans(source)))
    dead: dict[tuple[str, int], int] = {}
    sent: dict[tuple[str, int], set[tuple[str, str, int]]] = {}
    for event in ran.trace:
        who, step = (event.process, event.life), (event.kind, event.name, event.n)
        if who in dead:
            assert event.phase in ("applied", "recognised", "refused", "stored", "failed", "answered"), event
            assert event.phase == "failed" or step in sent[who], "it lands once"
            sent[who].discard(step)
        elif event.phase in ("requested", "sent"):
            sent.setdefault(who, set()).add(step)
        elif event.phase in ("applied", "recognised", "refused", "stored", "failed", "answered"):
            sent[who].discard(step)
        if event.phase == "crashed":
            dead[who] = event.sequence
            sent.setdefault(who, set())


@given(st.data())
@SLOW_OK
def test_keyed_effects_are_never_done_twice_under_a_single_crash(data: st.DataObject) -> None:
    source = data.draw(PROGRAMS)
    points = [p for p in points_of(source) if p.startswith(("effect", "checkpoint", "writes"))]
    if not points:
        return
    landing = data.draw(st.none() | st.sampled_from(points))
    arrives = f"landing {landing} " if landing else ""
    ran = run_text(source, f"crash {arrives}at {data.draw(st.sampled_from(points))}")
    assert ran.error is None
    assert ran.ended
    for key, count in done_by_key(ran).items():
        assert count == 1, key


def done_by_key(ran: Ran) -> Counter[str]:
    keys = {(e.name, e.n): e.payload["key"] for e in ran.trace.select("effect", "requested")}
    applied = (keys[e.name, e.n] for e in ran.trace.select("effect", "applied"))
    return Counter(key for key in applied if key is not None)


@given(PROGRAMS)
@SLOW_OK
def test_a_crash_free_run_does_each_effect_exactly_once(source: str) -> None:
    ran = run_text(source)
    assert ran.ended
    assert ran.lives == 1
    requested = Counter(e.payload["arguments"]["at"] for e in ran.trace.select("effect", "requested"))
    assert set(requested.values()) <= {1}
    assert sum(ran.done.values()) == source.count("at='")


@given(st.data())
@SLOW_OK
def test_when_the_faults_stop_the_run_finishes(data: st.DataObject) -> None:
    """Crashes alone never keep a program from its end, and every effect has been done at least once."""
    source = data.draw(PROGRAMS)
    points = [p for p in points_of(source) if p.startswith(("effect", "checkpoint", "writes", "model"))]
    if not points:
        return
    crashes = data.draw(st.lists(st.sampled_from(points), min_size=1, max_size=3))
    ran = run_text(source, " ; ".join(f"crash at {point}" for point in crashes))
    assert ran.ended
    done = {e.payload["arguments"]["at"] for e in ran.trace.select("effect", "requested")}
    calm = {e.payload["arguments"]["at"] for e in run_text(source).trace.select("effect", "requested")}
    assert done == calm


@given(st.data())
@SLOW_OK
def test_a_plan_in_its_canonical_form_is_the_same_plan(data: st.DataObject) -> None:
    source = data.draw(PROGRAMS)
    plan = data.draw(plans(source))
    assert (
        run_text(source, plan).trace.digest() == run_text(source, plan_text(parse_plan(plan))).trace.digest()
    )
