"""A payload that is too large, and a patch that was removed too early."""

import asyncio
from datetime import timedelta

from temporalio import activity, workflow
from temporalio.client import Client
from temporalio.worker import Replayer, Worker


@activity.defn
async def big() -> bytes:
    return b"x" * 3_000_000


@workflow.defn
class Big:
    @workflow.run
    async def run(self) -> int:
        return len(await workflow.execute_activity(big, start_to_close_timeout=timedelta(seconds=5)))


@workflow.defn(name="Change")
class Patched:
    @workflow.run
    async def run(self) -> None:
        if workflow.patched("notice-first"):
            await asyncio.sleep(0.1)
        await asyncio.sleep(0.1)


@workflow.defn(name="Change")
class Removed:
    @workflow.run
    async def run(self) -> None:
        await asyncio.sleep(0.1)
        await asyncio.sleep(0.1)


async def main() -> None:
    client = await Client.connect("localhost:7233")
    async with Worker(client, task_queue="q-limits", workflows=[Big, Patched], activities=[big]):
        handle = await client.start_workflow(Big.run, id="big", task_queue="q-limits")
        attempts = 0
        while attempts < 3:
            await asyncio.sleep(0.2)
            description = await handle.describe()
            for pending in description.raw_description.pending_activities:
                attempts = pending.attempt
                failure = pending.last_failure
        kind = failure.application_failure_info.type
        print(description.status.name, "after two attempts:", failure.message.partition("]")[0] + "]", kind)
        await handle.terminate()
        handle = await client.start_workflow(Patched.run, id="patched", task_queue="q-limits")
        await handle.result()
    replayed = await Replayer(workflows=[Removed]).replay_workflow(
        await handle.fetch_history(), raise_on_replay_failure=False
    )
    print(str(replayed.replay_failure).partition(" encountered")[0].rpartition(": ")[2])


if __name__ == "__main__":
    asyncio.run(main())
