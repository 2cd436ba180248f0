# syntara#185 / nv-config-manager: activities scheduled in the iteration order of a set (of str / of tasks): another process has another hash seed => NDE on replay. Right: ends violated under some crash
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
        for host in {"web-1", "web-2", "db-7", "db-8", "lb-1"}:
            await workflow.execute_activity(step, host, activity_id=host, start_to_close_timeout=30 * S)
        return "done"


async def main():
    client = await Client.connect("localhost:7233")
    async with Worker(client, task_queue="q", workflows=[Flow], activities=[step]):
        handle = await client.start_workflow(Flow.run, id="F", task_queue="q")
        print(await handle.result())


if __name__ == "__main__":
    asyncio.run(main())
