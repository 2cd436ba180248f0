"""Activities: one recorded completion, any number of attempts. Every outcome here was recorded on the server too."""

import pytest

from tests.durable_lab.topologies.workflow.programs import events, history, program
from tests.support import run_text, run_well

ONE = """
@workflow.defn
class One:
    @workflow.run
    async def run(self) -> str:
        return await act({activity}, "x", {options})

@activity.defn
async def flaky(n: str) -> str:
    attempt = activity.info().attempt
    if attempt < 3:
        raise ValueError(f"attempt {{attempt}}")
    return f"attempt {{attempt}}"

@activity.defn
async def final(_: str) -> str:
    raise ApplicationError("no", 7, type="Final", non_retryable=True)

@activity.defn
async def slow(_: str) -> str:
    await asyncio.sleep(60)
    return await world.acall("slow")

@activity.defn
def blocking(what: str) -> str:
    return world.call("blocking", what=what)

ACTIVITIES += [flaky, final, slow, blocking]
"""

RESULT = """
async with worker(One, activity_executor=object()):
    print(await result(await begin(One)))
"""


def one(activity: str, options: str = "") -> str:
    return program(ONE.format(activity=activity, options=options), RESULT)


def started(trace: object) -> list[tuple[int, str]]:
    found = [e.payload for e in trace.select("history") if e.payload["type"] == "ACTIVITY_TASK_STARTED"]  # type: ignore[attr-defined]
    attributes = [event["attributes"] for event in found]
    return [(a["attempt"], a.get("last_failure", {}).get("message", "")) for a in attributes]


def test_the_worker_dies_between_effect_and_completion() -> None:
    ran = run_well(one("change"), "crash at effect:change#1.applied")
    assert ran.done == {"change": 2}
    assert started(ran.trace) == [(2, "activity StartToClose timeout")]
    assert [name for name in history(ran.trace) if name.startswith("ACTIVITY")] == events("A")


def test_a_recorded_completion_is_never_run_again() -> None:
    ran = run_well(one("change"), "crash at completion:change#1.stored")
    assert ran.done == {"change": 1}


def test_failed_attempts_are_no_events_and_come_after_1_and_2_seconds() -> None:
    ran = run_well(one("flaky"))
    assert ran.lines == ["attempt 3"]
    assert history(ran.trace) == events("E_STARTED T A T E_COMPLETED")
    assert started(ran.trace) == [(3, "attempt 2")]
    times = [e.time for e in ran.trace.select("activity_task")]
    assert [round(b - a, 1) for a, b in zip(times, times[1:], strict=False)] == [1.0, 2.0]


@pytest.mark.parametrize(
    ("activity", "options", "cause"),
    [
        ("flaky", "retry_policy=RetryPolicy(maximum_attempts=2)", "ApplicationError('ValueError: attempt 2')"),
        ("flaky", "retry_policy=RetryPolicy(non_retryable_error_types=['ValueError'])",
         "ApplicationError('ValueError: attempt 1')"),
        ("final", "", "ApplicationError('Final: no')"),
    ],
)  # fmt: skip
def test_what_the_client_sees_when_attempts_are_used_up(activity: str, options: str, cause: str) -> None:
    ran = run_well(one(activity, options))
    failed = "WorkflowFailureError('Workflow execution failed') <- ActivityError('Activity task failed') <- "
    assert ran.lines == [failed + cause]
    assert history(ran.trace)[4:] == [
        "ACTIVITY_TASK_SCHEDULED",
        "ACTIVITY_TASK_STARTED",
        "ACTIVITY_TASK_FAILED",
        *events("T E_FAILED"),
    ]


def test_a_timed_out_attempt_goes_on_and_its_report_is_refused() -> None:
    ran = run_well(one("slow", "retry_policy=RetryPolicy(maximum_attempts=2)"))
    assert ran.lines[0].endswith(
        "<- ActivityError('Activity task timed out') <- TimeoutError('activity StartToClose timeout')"
    )
    body = RESULT + "    await asyncio.sleep(600)\n"
    ran = run_well(
        program(ONE.format(activity="slow", options="retry_policy=RetryPolicy(maximum_attempts=2)"), body)
    )
    assert ran.done == {"slow": 2}
    assert [e.phase for e in ran.trace.select("completion")] == ["sent", "refused"] * 2


def test_a_synchronous_activity_runs_and_dies_as_an_asynchronous_one() -> None:
    ran = run_well(one("blocking"), "crash at effect:blocking#1.applied")
    assert ran.done == {"blocking": 2}


def test_a_synchronous_activity_needs_an_executor() -> None:
    ran = run_text(one("blocking").replace(", activity_executor=object()", ""))
    assert "is not async so an activity_executor must be present" in str(ran.error)


BEATS = """
@activity.defn
async def beats(how: str) -> str:
    info = activity.info()
    if info.attempt > 1:
        return f"got {list(info.heartbeat_details)}"
    for item in range(5):
        activity.heartbeat(item)
        await asyncio.sleep(0.1)
    await world.acall("stop")
    if how == "raise":
        raise RuntimeError("stop")
    await asyncio.sleep(60)
    return "?"

@workflow.defn
class One:
    @workflow.run
    async def run(self, how: str) -> str:
        return await act(beats, how, heartbeat_timeout=timedelta(seconds=2))

ACTIVITIES += [beats]
"""


@pytest.mark.parametrize(
    ("how", "plan", "got"),
    [("die", "crash at effect:stop#1.applied", "[0]"), ("hang", "", "[4]"), ("raise", "", "[4]")],
)
def test_what_the_next_attempt_knows_of_heartbeats(how: str, plan: str, got: str) -> None:
    """Heartbeats are throttled: a process that dies takes the latest with it."""
    body = f"async with worker(One):\n    print(await (await begin(One, {how!r})).result())"
    assert run_well(program(BEATS, body), plan).lines == [f"got {got}"]


def test_the_recovery_unit_is_workflow_and_activity_and_a_continued_run_has_its_own() -> None:
    again = """
    @workflow.defn
    class Again:
        @workflow.run
        async def run(self, n: int) -> int:
            await act(plan, str(n))
            if n < 3:
                workflow.continue_as_new(n + 1)
            return n
    """
    ran = run_well(
        program(again, "async with worker(Again):\n    print(await result(await begin(Again, 1)))")
    )
    assert ran.lines == ["3"]
    units = [(e.payload["unit"], e.payload["attempt"]) for e in ran.trace.select("effect", "requested")]
    assert units == [("wf/1", 1), ("wf#2/1", 1), ("wf#3/1", 1)]


def test_the_sdks_activity_id_as_a_key_loses_orders_over_continue_as_new() -> None:
    """Measured: three orders in three continued runs all made the key `…/1`: one effect."""
    again = """
    @activity.defn
    async def ship(order: str) -> str:
        info = activity.info()
        return await world.acall("ship", key=f"{info.workflow_id}/{info.activity_id}")

    @workflow.defn
    class Again:
        @workflow.run
        async def run(self, n: int) -> int:
            await act(ship, str(n))
            if n < 3:
                workflow.continue_as_new(n + 1)
            return n

    ACTIVITIES += [ship]
    """
    ran = run_well(
        program(again, "async with worker(Again):\n    print(await result(await begin(Again, 1)))")
    )
    assert ran.done == {"ship": 1}
