# blocking client library in an async activity: heartbeats from a task stop; real: heartbeat timeout -> zombie -> effect 2
import asyncio, time
from datetime import timedelta
from temporalio import activity, workflow
from temporalio.client import Client
from temporalio.worker import Worker

with workflow.unsafe.imports_passed_through():
    from durable_lab import world
S = timedelta(seconds=1)


@activity.defn
async def step(what: str) -> str:
    async def beat():
        while True:
            activity.heartbeat()
            await asyncio.sleep(2)

    beating = asyncio.create_task(beat())
    await asyncio.sleep(0.1)
    time.sleep(30)  # a blocking client
    beating.cancel()
    return await world.acall("charge", what=what)


@workflow.defn
class Flow:
    @workflow.run
    async def run(self) -> str:
        return await workflow.execute_activity(
            step, "x", start_to_close_timeout=100 * S, heartbeat_timeout=10 * S
        )


async def main():
    client = await Client.connect("localhost:7233")
    async with Worker(client, task_queue="q", workflows=[Flow], activities=[step]):
        handle = await client.start_workflow(Flow.run, id="F", task_queue="q")
        print(await handle.result())


if __name__ == "__main__":
    asyncio.run(main())
