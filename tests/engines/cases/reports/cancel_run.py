# cancelling a run (handle.cancel) while an activity is in progress
import asyncio
from datetime import timedelta
from temporalio import activity, workflow
from temporalio.client import Client
from temporalio.common import RetryPolicy
from temporalio.worker import Worker

with workflow.unsafe.imports_passed_through():
    from durable_lab import world
S = timedelta(seconds=1)


@activity.defn
async def step(what: str) -> str:
    return await world.acall("charge", what=what, key=what)


@workflow.defn
class Flow:
    @workflow.run
    async def run(self) -> str:
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            await workflow.execute_activity(step, "compensate", start_to_close_timeout=30 * S)
            raise


async def main():
    client = await Client.connect("localhost:7233")
    async with Worker(client, task_queue="q", workflows=[Flow], activities=[step]):
        handle = await client.start_workflow(Flow.run, id="F", task_queue="q")
        await asyncio.sleep(10)
        await handle.cancel()
        print(await handle.result())


if __name__ == "__main__":
    asyncio.run(main())
