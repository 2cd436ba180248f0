"""The approval may come before anyone waits for it: the signal is kept, and its handler only notes it."""

import asyncio
from datetime import timedelta

from temporalio import activity, workflow
from temporalio.client import Client
from temporalio.worker import Worker

with workflow.unsafe.imports_passed_through():
    from durable_lab import world

SHORT = timedelta(seconds=30)


@activity.defn
async def prepare(change: str) -> str:
    return await world.acall("prepare", change=change, key=f"{change}/prepare")


@activity.defn
async def apply(change: str) -> str:
    return await world.acall("apply", change=change, key=f"{change}/apply")


@workflow.defn
class Change:
    def __init__(self) -> None:
        self.approved = False

    @workflow.signal
    def approve(self) -> None:
        self.approved = True

    @workflow.run
    async def run(self, change: str) -> None:
        await workflow.execute_activity(prepare, change, start_to_close_timeout=SHORT)
        await workflow.wait_condition(lambda: self.approved)
        await workflow.execute_activity(apply, change, start_to_close_timeout=SHORT)


async def main() -> None:
    client = await Client.connect("localhost:7233")
    async with Worker(client, task_queue="ops", workflows=[Change], activities=[prepare, apply]):
        handle = await client.start_workflow(Change.run, "C-1", id="C-1", task_queue="ops")
        await handle.signal(Change.approve)
        await handle.result()


if __name__ == "__main__":
    asyncio.run(main())
