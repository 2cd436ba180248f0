"""A worker of the engine that is stopped, paused, cut off, or replaced by another version."""

from __future__ import annotations

from textwrap import dedent

import pytest

from durable_lab.topologies.workflow.server.workflow_tasks import _timeout_of
from tests.durable_lab.topologies.workflow.programs import APPROVED, INCIDENT, history, program, replays
from tests.support import Ran, run_well


def worker(ran: Ran) -> list[str]:
    return [e.phase for e in ran.trace.select("process") if e.name == "worker"]


SLOW = program(
    """
    @activity.defn
    async def slow(what: str) -> str:
        await world.acall("slow")
        await asyncio.sleep({seconds})
        return "slept"

    @workflow.defn
    class Flow:
        @workflow.run
        async def run(self):
            return await act(slow, start_to_close_timeout=timedelta(minutes=5))
    """,
    """
    async with Worker(client, task_queue="q", workflows=[Flow], activities=[slow]):
        print(await result(await begin(Flow)))
    """,
)


def test_a_stopped_worker_finishes_its_activities() -> None:
    ran = run_well(SLOW.replace("{seconds}", "20"), "stop worker at effect:slow#1.applied")
    assert ran.done == {"slow": 1}
    assert worker(ran) == ["started", "stopping", "stopped", "started", "stopped"]
    assert ran.lines == ["slept"]


def test_an_activity_that_takes_longer_than_the_grace_runs_again() -> None:
    ran = run_well(SLOW.replace("{seconds}", "60"), "stop worker at effect:slow#1.applied")
    assert ran.done == {"slow": 2}
    assert worker(ran)[1:4] == ["stopping", "crashed", "started"]


@pytest.mark.parametrize(
    "point", ["commands:Incident#1.sent", "signal:approve#1.stored", "effect:plan#1.applied"]
)
def test_a_stopped_worker_loses_no_task(point: str) -> None:
    ran = run_well(APPROVED, f"stop worker at {point}")
    assert ran.done == {"plan": 1, "change": 1, "report": 1}
    assert "WORKFLOW_TASK_TIMED_OUT" not in history(ran.trace)
    assert worker(ran)[1:4] == ["stopping", "stopped", "started"]
    assert replays(ran.trace) == 1


def test_a_paused_worker_reports_what_is_stale() -> None:
    ran = run_well(APPROVED, "pause worker at effect:plan#1.applied for 1m")
    assert ran.done == {"plan": 2, "change": 1, "report": 1}
    assert [e.phase for e in ran.trace.select("completion")][:2] == ["sent", "refused"]


def test_a_worker_that_is_cut_off_from_the_engine_gets_nothing_and_reports_nothing() -> None:
    ran = run_well(APPROVED, "cut worker from engine at effect:plan#1.applied for 1m")
    assert ran.done == {"plan": 2, "change": 1, "report": 1}
    cut = [e.time for e in ran.trace if e.process == "worker" and 1 < e.time < 60]
    assert cut == []


def test_another_version_is_deployed_with_a_restart() -> None:
    old = dedent(APPROVED)
    renamed = old.replace("await act(plan)", "await act(report)")
    plan = "deploy v2 at signal:approve#1.sent ; stop worker at signal:approve#1.sent"
    ran = run_well(old.replace("@workflow.query", "#@workflow.query"), plan, versions={"v2": old})
    assert ran.done == {"plan": 1, "change": 1, "report": 1}
    broken = program(INCIDENT, "pass").replace("await act(plan)", "await act(report)")
    assert broken != renamed  # the client of the first version goes on: only the worker's code is new


def test_a_version_that_does_not_fit_the_history_is_stuck_until_it_is_taken_back() -> None:
    broken = dedent(APPROVED).replace("await act(plan)", "await act(report)")
    plan = (
        "deploy v2 at signal:approve#1.sent ; crash worker at signal:approve#1.sent ; "
        "deploy v1 at task:Incident#4.returned ; crash worker at task:Incident#4.returned"
    )
    ran = run_well(APPROVED, plan, versions={"v1": dedent(APPROVED), "v2": broken})
    assert "WORKFLOW_TASK_FAILED" in history(ran.trace) or ran.ended
    assert ran.done == {"plan": 1, "change": 1, "report": 1}


@pytest.mark.parametrize("fault", ["pause worker", "cut worker from engine"])
@pytest.mark.parametrize("hours", [1, 10])
def test_a_worker_that_is_away_for_long_leaves_no_run_stuck(fault: str, hours: int) -> None:
    """Its tasks time out alike, but not for what its code does: when it is back, the run goes on."""
    ran = run_well(APPROVED, f"{fault} at effect:plan#1.requested for {hours}h")
    assert ran.lines[-1] == "done by Ann"
    assert [e.phase for e in ran.trace.select("workflow")] == ["closed"]


def test_a_thousand_attempts_at_a_workflow_task_are_no_overflow() -> None:
    assert _timeout_of(5000) == _timeout_of(20) == 610.0
