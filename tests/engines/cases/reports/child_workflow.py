# temporalio/sdk-php#113: child id exists already => start fails. Right: WorkflowAlreadyStarted seen by the parent, no stuck run
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
class Child:
    @workflow.run
    async def run(self) -> str:
        return await workflow.execute_activity(step, "x", start_to_close_timeout=30 * S)


@workflow.defn
class Flow:
    @workflow.run
    async def run(self) -> str:
        return await workflow.execute_child_workflow(Child.run, id="child")


async def main():
    client = await Client.connect("localhost:7233")
    async with Worker(client, task_queue="q", workflows=[Flow], activities=[step]):
        handle = await client.start_workflow(Flow.run, id="F", task_queue="q")
        print(await handle.result())


if __name__ == "__main__":
    asyncio.run(main())
