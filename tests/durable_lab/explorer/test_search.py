"""Crashing a program at every point."""

from __future__ import annotations

import pytest

from durable_lab.explorer import crash_points
from durable_lab.kernel.machine.machine import Machine
from durable_lab.kernel.trace import STEP_PHASES
from durable_lab.report import as_text
from tests.support import experiment, explore_text, graph, run_text

BAD = "from durable_lab import world\nworld.call('a', n=1)\nworld.call('b', n=2, key='k')\n"


def test_every_step_of_the_crash_free_run_is_a_point_once_and_in_order() -> None:
    found = explore_text(BAD)
    assert found.points == [
        f"effect:{name}#1.{phase}" for name in "ab" for phase in ("requested", "applied", "returned")
    ]
    assert [run.plan for run in found.runs] == [f"crash at {point}" for point in found.points]
    assert all(run.reached for run in found.runs)


def test_writes_of_a_graph_are_points_and_reads_prints_and_nodes_are_none() -> None:
    source = graph("app = chain([work('a')])\nprint('x')\napp.invoke({'n': 1}, thread)\n")
    points = explore_text(source).points
    trace = run_text(source).trace
    assert points == [e.point for e in trace if e.phase in STEP_PHASES]
    assert {p.partition(":")[0] for p in points} == {"effect", "checkpoint", "writes"}
    assert {e.kind for e in trace} > {"read", "print", "node"}


def test_failures_and_the_smallest_crash_for_each_way_of_failing() -> None:
    found = explore_text(BAD)
    assert [run.plan for run in found.failures] == [
        "crash at effect:a#1.applied",
        "crash at effect:a#1.returned",
        "crash at effect:b#1.requested",
        "crash at effect:b#1.applied",
        "crash at effect:b#1.returned",
    ]
    ((verdict, run, count),) = ((w.verdict, w.tried, w.count) for w in found.ways())
    assert (verdict.fields["name"], run.plan, count) == ("a", "crash at effect:a#1.applied", 5)
    assert [r.held for r in found.runs].count(True) == 1


def test_two_ways_of_failing_are_two() -> None:
    found = explore_text("from durable_lab import world\nworld.call('a')\nworld.call('b')\n")
    assert [(v.fields["name"], run.plan) for v, run in ((w.verdict, w.tried) for w in found.ways())] == [
        ("a", "crash at effect:a#1.applied"),
        ("b", "crash at effect:b#1.applied"),
    ]


def test_what_is_wrong_without_a_fault_is_not_the_faults_doing() -> None:
    twice = "from durable_lab import world\nworld.intend('a')\nworld.call('a')\nworld.call('a')\n"
    found = explore_text(twice)
    assert [v.fields["count"] for v in found.baseline_verdicts if v.code == "once-too-many"] == [2]
    assert [(w.verdict.fields["count"], w.tried.plan) for w in found.ways()] == [
        (3, "crash at effect:a#1.applied")
    ]
    same = explore_text("from durable_lab import world\nworld.intend('b')\nworld.call('a', key='k')\n")
    assert len(same.failures) == len(same.runs) and same.ways() == []
    assert "No fault adds another way of failing" in as_text(same, "file.py", "en")


def test_it_grows_run_by_run_as_one_object() -> None:
    seen = [(id(e), len(e.runs), len(e.points)) for e in experiment(BAD).explore()]
    assert len({which for which, _, _ in seen}) == 1
    assert [(done, total) for _, done, total in seen] == [(n, 6) for n in range(7)]


def test_the_baseline_is_judged_too() -> None:
    found = explore_text("from durable_lab import world\nworld.call('a')\nraise ValueError\n")
    assert [v.code for v in found.baseline_verdicts if v.status == "violated"] == ["ends-error"]


def test_a_program_without_an_effect_has_no_point() -> None:
    found = explore_text("print('nothing')")
    assert (found.points, found.runs, dict(found.intents)) == ([], [], {})


def test_only_what_is_started_again_can_be_crashed() -> None:
    trace = run_text(BAD).trace
    trace.header["restarts"] = []
    assert crash_points(trace) == []


def test_the_options_own_plan_has_no_part_in_an_exploration() -> None:
    from durable_lab.kernel.faults.plan import parse_plan

    plan = parse_plan("crash at effect:a#1.applied")
    *_, found = experiment(BAD, plan=plan).explore()
    assert found.baseline.header["plan"] == ""


@pytest.mark.parametrize(
    "body", ["world.call('a')", "time.sleep(5)", "print('x')", "print('x', file=sys.stdout)"]
)
def test_a_program_without_an_end_is_cut_off_and_not_explored(
    body: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    defaults = Machine.__init__.__kwdefaults__
    assert defaults is not None
    monkeypatch.setitem(defaults, "limit", 300)
    found = explore_text(f"""
import sys, time
from durable_lab import world
while True:
    try:
        {body}
    except BaseException:
        pass
""")
    assert (found.points, found.runs) == ([], [])
    assert "too-many-events" in [verdict.code for verdict in found.baseline_verdicts]
    shown = as_text(found, "file.py", "en")
    assert "Stopped after 300 events" in shown and "✓" not in shown
