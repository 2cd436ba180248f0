"""Attempts of an activity: how they are repeated if nothing is said, and that a timeout doesn't stop one."""

import asyncio
import time
from datetime import timedelta

from temporalio import activity, workflow
from temporalio.client import Client
from temporalio.worker import Worker

begun = []
ended = []


@activity.defn
async def flaky() -> None:
    begun.append(time.monotonic())
    if activity.info().attempt < 4:
        raise RuntimeError("not yet")


@activity.defn
async def slow() -> int:
    attempt = activity.info().attempt
    if attempt == 1:
        await asyncio.sleep(4)
    ended.append(attempt)
    return attempt


@workflow.defn
class Default:
    @workflow.run
    async def run(self) -> None:
        await workflow.execute_activity(flaky, start_to_close_timeout=timedelta(seconds=20))


@workflow.defn
class TimedOut:
    @workflow.run
    async def run(self) -> int:
        return await workflow.execute_activity(slow, start_to_close_timeout=timedelta(seconds=1))


async def main() -> None:
    client = await Client.connect("localhost:7233")
    async with Worker(
        client, task_queue="q-attempts", workflows=[Default, TimedOut], activities=[flaky, slow]
    ):
        handle = await client.start_workflow(Default.run, id="default", task_queue="q-attempts")
        await handle.result()
        print("seconds between attempts:", [round(b - a) for a, b in zip(begun, begun[1:], strict=False)])
        async for event in handle.fetch_history_events():
            if event.HasField("activity_task_scheduled_event_attributes"):
                policy = event.activity_task_scheduled_event_attributes.retry_policy
                print("at first", policy.initial_interval.seconds, "s, times", policy.backoff_coefficient)
                print(
                    "at most",
                    policy.maximum_interval.seconds,
                    "s, attempts",
                    policy.maximum_attempts or "unlimited",
                )
        handle = await client.start_workflow(TimedOut.run, id="timed-out", task_queue="q-attempts")
        print("attempt", await handle.result(), "reported; ended:", ended)
        await asyncio.sleep(6)
        print("later, ended:", ended)


if __name__ == "__main__":
    asyncio.run(main())
