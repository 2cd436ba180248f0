"""An attempt that does not start, does not report, is taken back, or fails for ever."""

from __future__ import annotations

import pytest

from tests.durable_lab.topologies.workflow.programs import events, history, program
from tests.support import run_text, run_well

ONE = """
@activity.defn
async def slow(seconds: float) -> str:
    await asyncio.sleep(seconds)
    await world.acall("slow")
    return "slept"

@activity.defn
async def failing(_: float) -> str:
    raise ValueError("no")

@activity.defn
async def beating(_: float) -> str:
    while True:
        activity.heartbeat()
        await asyncio.sleep(1)

@workflow.defn
class One:
    @workflow.run
    async def run(self) -> str:
        try:
            {body}
        except ActivityError as error:
            cause = error.cause
            return " <- ".join(repr(e) for e in (error, cause, cause.__cause__) if e is not None)

ACTIVITIES += [slow, failing, beating]
"""

RESULT = """
async with worker(One):
    print(await result(await begin(One)))
"""


def one(body: str, client: str = RESULT) -> str:
    return program(ONE.format(body=body), client)


@pytest.mark.parametrize(
    ("body", "cause", "written"),
    [
        (
            "return await act(slow, 1, task_queue='nobody', schedule_to_start_timeout=timedelta(seconds=9))",
            "TimeoutError('activity ScheduleToStart timeout')",
            "ACTIVITY_TASK_SCHEDULED ACTIVITY_TASK_TIMED_OUT",
        ),
        (
            "return await act(slow, 60, schedule_to_close_timeout=timedelta(seconds=9))",
            "TimeoutError('activity ScheduleToClose timeout')",
            "ACTIVITY_TASK_SCHEDULED ACTIVITY_TASK_STARTED ACTIVITY_TASK_TIMED_OUT",
        ),
        (
            "return await act(failing, 0, schedule_to_close_timeout=timedelta(seconds=5))",
            "ApplicationError('ValueError: no')",
            "ACTIVITY_TASK_SCHEDULED ACTIVITY_TASK_STARTED ACTIVITY_TASK_FAILED",
        ),
    ],
)
def test_a_limit_ends_the_activity(body: str, cause: str, written: str) -> None:
    ran = run_well(one(body))
    assert cause in ran.lines[0]
    assert history(ran.trace)[4:] == [*written.split(), *events("T E_COMPLETED")]


def test_what_ran_out_while_it_was_tried_again_tells_the_last_failure_too() -> None:
    policy = "retry_policy=RetryPolicy(initial_interval=timedelta(seconds=2), backoff_coefficient=1)"
    body = "return await act(slow, 20, start_to_close_timeout=LIMIT, heartbeat_timeout=timedelta(seconds=4), "
    body += f"schedule_to_close_timeout=timedelta(seconds=9), {policy})"
    (line,) = run_well(one(body)).lines
    assert "activity ScheduleToClose timeout" in line
    assert "activity Heartbeat timeout" in line


def test_an_activity_that_is_not_started_is_cancelled_at_once() -> None:
    body = """task = workflow.start_activity(slow, 1, task_queue="nobody", start_to_close_timeout=LIMIT)
            await asyncio.sleep(5)
            task.cancel()
            return await task"""
    ran = run_well(one(body))
    assert ran.lines[0].startswith("ActivityError('Activity cancelled') <- CancelledError(")
    assert "ACTIVITY_TASK_CANCEL_REQUESTED" in history(ran.trace)
    assert ran.done == {}


def test_one_that_is_running_goes_on_until_it_asks() -> None:
    """A cancellation is heard with the next heartbeat only: `slow` has none, and does its effect."""
    body = """task = workflow.start_activity(slow, 20, start_to_close_timeout=LIMIT)
            await asyncio.sleep(5)
            task.cancel()
            try:
                return await task
            finally:
                await asyncio.sleep(60)"""
    assert run_well(one(body)).done == {"slow": 1}


def test_what_was_scheduled_and_cancelled_in_one_turn_leaves_no_event() -> None:
    body = """task = workflow.start_activity(slow, 20, start_to_close_timeout=LIMIT)
            task.cancel()
            try:
                return await task
            except asyncio.CancelledError:
                return "cancelled" """
    ran = run_well(one(body))
    assert ran.lines == ["cancelled"]
    assert history(ran.trace) == events("E_STARTED T E_COMPLETED")


def test_reports_of_an_attempt_that_was_given_up_are_refused() -> None:
    """The heartbeats and the failure of an attempt whose time is over."""
    beats = "await act(beating, 0, schedule_to_close_timeout=timedelta(seconds=5))"
    ran = run_text(one(beats, RESULT + "    await asyncio.sleep(100)\n"))
    assert "refused" in {e.phase for e in ran.trace.select("heartbeat")}
    late = ONE.replace("await world.acall", "raise ValueError('late')\n    await world.acall").format(
        body="await act(slow, 8, schedule_to_close_timeout=timedelta(seconds=5))"
    )
    ran = run_well(program(late, RESULT + "    await asyncio.sleep(20)\n"))
    assert [e.phase for e in ran.trace.select("completion")] == ["sent", "refused"]


def test_an_activity_that_fails_for_ever_is_stuck_and_a_new_worker_tries_it_again() -> None:
    client = """
first = worker(One)
running = asyncio.create_task(first.run())
handle = await begin(One)
await asyncio.sleep(3600)
print(first.is_running)
await first.shutdown()
await running
print(first.is_running)
async with worker(One):
    await asyncio.sleep(3600)
    print((await handle.describe()).status.name)
"""
    policy = "retry_policy=RetryPolicy(initial_interval=timedelta(seconds=1), maximum_interval=LIMIT)"
    ran = run_well(one(f"return await act(failing, 0, {policy})", client))
    assert ran.lines == ["True", "False", "RUNNING"]
    phases = [e.phase for e in ran.trace.select("workflow")]
    assert phases[:3] == ["stuck", "resumed", "stuck"]
