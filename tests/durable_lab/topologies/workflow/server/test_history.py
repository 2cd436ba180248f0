"""The history: the server's events, in the server's order (Temporal server 1.32.0)."""

import pytest

from tests.durable_lab.topologies.workflow.programs import (
    APPROVED,
    INCIDENT,
    events,
    history,
    program,
    replays,
)
from tests.support import run_well

RECORDED = events("E_STARTED T A T TIMER_STARTED TIMER_FIRED T E_SIGNALED T A T A T E_COMPLETED")
"""The types of `hist_incident.json`, recorded on the server."""

SIGNAL_TO_A_DEAD_WORKER = events(
    "E_STARTED T A T TIMER_STARTED TIMER_FIRED T E_SIGNALED WORKFLOW_TASK_SCHEDULED WORKFLOW_TASK_TIMED_OUT "
    "T A T A T E_COMPLETED"
)
"""Recorded on the server: the worker was killed, the signal sent at once, the next worker came a second later."""


def test_the_incident_leaves_the_recorded_events() -> None:
    ran = run_well(APPROVED)
    assert len(RECORDED) == 32
    assert history(ran.trace) == RECORDED
    assert ran.lines == ["begins, replaying: False", "done by Ann"]
    assert ran.done == {"plan": 1, "change": 1, "report": 1}
    assert replays(ran.trace) == 0


def test_a_signal_is_kept_while_no_worker_lives() -> None:
    ran = run_well(APPROVED, "crash worker at signal:approve#1.sent")
    assert history(ran.trace) == SIGNAL_TO_A_DEAD_WORKER
    assert ran.lines == ["begins, replaying: False", "begins, replaying: True", "done by Ann"]
    assert ran.done == {"plan": 1, "change": 1, "report": 1}
    assert replays(ran.trace) == 1


def test_without_a_cache_each_workflow_task_replays() -> None:
    ran = run_well(APPROVED.replace("worker(Incident)", "worker(Incident, max_cached_workflows=0)"))
    assert history(ran.trace) == RECORDED
    assert replays(ran.trace) == 5
    assert ran.done == {"plan": 1, "change": 1, "report": 1}


def test_n_activities_make_5_and_6n_events() -> None:
    chain = """
    @workflow.defn
    class Chain:
        @workflow.run
        async def run(self, n: int):
            for i in range(n):
                await act(plan, str(i))
    """
    body = "async with worker(Chain):\n    await (await begin(Chain, 7)).result()"
    assert len(history(run_well(program(chain, body)).trace)) == 5 + 6 * 7


def test_a_worker_that_dies_while_it_decides_times_out() -> None:
    ran = run_well(APPROVED, "crash at task:Incident#1.returned")
    assert history(ran.trace)[:7] == events(
        "E_STARTED WORKFLOW_TASK_SCHEDULED WORKFLOW_TASK_STARTED WORKFLOW_TASK_TIMED_OUT T"
    )


def test_the_task_that_is_tried_again_is_given_to_whoever_lives() -> None:
    ran = run_well(APPROVED, "crash at commands:Incident#3.sent")
    assert ran.done == {"plan": 1, "change": 1, "report": 1}


TIMERS = """
@workflow.defn
class Timers:
    @workflow.run
    async def run(self):
        try:
            await workflow.wait_condition(lambda: False, timeout=timedelta(seconds=1))
        except asyncio.TimeoutError:
            pass
        await workflow.wait_condition(lambda: True, timeout=5)
        other = asyncio.create_task(asyncio.sleep(5))
        await asyncio.sleep(0.1)
        other.cancel()
        await asyncio.sleep(0.1)
"""


def test_timers_that_never_count_leave_no_event() -> None:
    """Recorded on the server with this workflow: the second wait starts and cancels its timer in one turn."""
    ran = run_well(program(TIMERS, "async with worker(Timers):\n    await (await begin(Timers)).result()"))
    assert history(ran.trace) == events(
        "E_STARTED T TIMER_STARTED TIMER_FIRED T TIMER_STARTED TIMER_STARTED TIMER_FIRED T "
        "TIMER_STARTED TIMER_CANCELED TIMER_FIRED T E_COMPLETED"
    )


LATE = """
@workflow.defn
class Late:
    heard = 0

    @workflow.signal
    def say(self):
        self.heard += 1

    @workflow.run
    async def run(self) -> int:
        return self.heard
"""


def test_a_signal_during_the_completing_task_is_not_lost() -> None:
    body = """
    async with worker(Late):
        handle = await begin(Late)
        await asyncio.sleep(0.5)
        await handle.signal(Late.say)
        print(await handle.result())
    """
    ran = run_well(program(LATE, body), "delay request commands:Late#1 until 1s")
    assert ran.lines == ["1"]
    assert history(ran.trace) == events(
        "E_STARTED WORKFLOW_TASK_SCHEDULED WORKFLOW_TASK_STARTED WORKFLOW_TASK_FAILED E_SIGNALED T E_COMPLETED"
    )


def test_a_signal_before_the_first_task_runs_its_handler_first() -> None:
    body = """
    handle = await begin(Late)
    await handle.signal(Late.say)
    await handle.signal("say")
    async with worker(Late):
        print(await handle.result())
    """
    ran = run_well(program(LATE, body))
    assert ran.lines == ["2"]
    assert history(ran.trace) == events(
        "E_STARTED WORKFLOW_TASK_SCHEDULED E_SIGNALED E_SIGNALED WORKFLOW_TASK_STARTED WORKFLOW_TASK_COMPLETED "
        "E_COMPLETED"
    )


@pytest.mark.parametrize("crash", ["task:Incident#4.returned", "commands:Incident#4.stored"])
def test_a_query_is_answered_after_a_replay(crash: str) -> None:
    body = """
    async with worker(Incident):
        handle = await begin(Incident, "x")
        await asyncio.sleep(2 * 86400)
        await handle.signal(Incident.approve, "Ann")
        await asyncio.sleep(3600)
        print(await handle.query(Incident.status))
    """
    ran = run_well(program(INCIDENT, body), f"crash at {crash}")
    assert ran.lines[-1] == "Ann"
