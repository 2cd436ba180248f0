"""The worker dies: in a workflow task, and in an activity that sends heartbeats. Two processes, as in `shim/`."""

import asyncio
import os
from datetime import timedelta
from pathlib import Path

from temporalio import activity, workflow
from temporalio.client import Client
from temporalio.worker import UnsandboxedWorkflowRunner, Worker

import durable_lab  # noqa: F401 - the two processes


def first_time(name: str) -> bool:
    new = not Path(name).exists()
    Path(name).touch()
    return new


@activity.defn
async def items() -> str:
    info = activity.info()
    begin = info.heartbeat_details[0] if info.heartbeat_details else -1
    done = []
    for item in range(begin + 1, 5):
        done.append(item)
        activity.heartbeat(item)
        if item == 4 and first_time("in the activity"):
            os._exit(9)
        await asyncio.sleep(0.1)
    return f"got {list(info.heartbeat_details)}, did {done}"


@workflow.defn
class InTask:
    @workflow.run
    async def run(self) -> None:
        if first_time("in the task"):
            os._exit(9)


@workflow.defn
class InActivity:
    @workflow.run
    async def run(self) -> str:
        return await workflow.execute_activity(
            items, start_to_close_timeout=timedelta(seconds=60), heartbeat_timeout=timedelta(seconds=2)
        )


async def main() -> None:
    client = await Client.connect("localhost:7233")
    runner = UnsandboxedWorkflowRunner()
    workflows = [InTask, InActivity]
    async with Worker(
        client, task_queue="q-died", workflows=workflows, activities=[items], workflow_runner=runner
    ):
        handle = await client.start_workflow(InActivity.run, id="in-activity", task_queue="q-died")
        print("the next attempt", await handle.result())
        handle = await client.start_workflow(InTask.run, id="in-task", task_queue="q-died")
        await handle.result()
        started = None
        async for event in handle.fetch_history_events():
            if event.HasField("workflow_task_started_event_attributes"):
                started = started or event.event_time.ToDatetime()
            if event.HasField("workflow_task_timed_out_event_attributes"):
                print("noticed after", round((event.event_time.ToDatetime() - started).total_seconds()), "s")


if __name__ == "__main__":
    asyncio.run(main())
