"""What is cancelled in workflow code, and when; and a client that stops waiting."""

from __future__ import annotations

import pytest

from tests.durable_lab.topologies.workflow.programs import INCIDENT, events, history, program
from tests.support import run_well

FLOW = """
@activity.defn
async def slow(seconds: float) -> str:
    await asyncio.sleep(seconds)
    return "slept"

ACTIVITIES.append(slow)

@workflow.defn
class Flow:
    @workflow.signal
    def stop(self):
        self.task.cancel()

    @workflow.run
    async def run(self) -> str:
        self.task = workflow.start_activity(slow, 1.0, start_to_close_timeout=LIMIT)
        await asyncio.sleep(0.5)
        {body}
"""

CLIENT = """
async with worker(Flow):
    handle = await begin(Flow)
    {wait}
    print(await result(handle))
"""

AGAIN = """self.task.cancel()
        await asyncio.sleep(0)
        self.task.cancel()
        try:
            return await self.task
        except ActivityError as error:
            return repr(error)"""


def flow(body: str, wait: str = "pass") -> str:
    return program(FLOW.format(body=body), CLIENT.format(wait=wait))


def test_an_activity_that_is_cancelled_twice_is_cancelled_once() -> None:
    ran = run_well(flow(AGAIN))
    assert ran.lines == ["ActivityError('Activity cancelled')"]
    assert history(ran.trace).count("ACTIVITY_TASK_CANCEL_REQUESTED") == 1


def test_one_that_ended_before_its_cancellation_is_heard_has_its_result() -> None:
    """Both come in one turn, and a signal's handler runs first: there is nothing to cancel any more."""
    wait = "await asyncio.sleep(2)\n    await handle.signal(Flow.stop)"
    ran = run_well(flow("return await self.task", wait), "delay request commands:Flow#2 until 3s")
    assert ran.lines == ["slept"]
    assert "ACTIVITY_TASK_CANCEL_REQUESTED" not in history(ran.trace)


def test_one_whose_result_is_there_when_it_is_cancelled_raises_what_asyncio_raises() -> None:
    """A timer that cancels it and the end of the activity come in one turn, in this order."""
    body = """asyncio.get_running_loop().call_later(1, self.task.cancel)
        other = asyncio.create_task(asyncio.sleep(0.5))
        try:
            return await self.task
        except asyncio.CancelledError:
            return "too late" """
    source = flow(body).replace("        await asyncio.sleep(0.5)\n", "").replace("slow, 1.0", "slow, 1.2")
    ran = run_well(source, "delay request commands:Flow#2 until 3s")
    assert ran.lines == ["too late"]
    ends = ["TIMER_FIRED", "ACTIVITY_TASK_STARTED", "ACTIVITY_TASK_COMPLETED"]
    assert history(ran.trace)[-7:] == [*ends, *events("T E_COMPLETED")]


@pytest.mark.parametrize("seconds", [5, 90000])
def test_a_client_may_stop_waiting_for_a_result_and_ask_again(seconds: int) -> None:
    """Who stops waiting takes nothing from the run, nor from whoever waits beside it."""
    client = f"""
    async with worker(Incident):
        handle = await begin(Incident, "x")
        beside = asyncio.create_task(handle.result())
        try:
            await asyncio.wait_for(handle.result(), {seconds})
        except asyncio.TimeoutError:
            print("gave up")
        await asyncio.sleep(2 * 86400)
        await handle.signal(Incident.approve, "Ann")
        print(await handle.result(), await beside)
    """
    ran = run_well(program(INCIDENT, client))
    assert ran.lines[1:] == ["gave up", "done by Ann done by Ann"]
