# sdk-dotnet#261 / sdk-typescript#1459: an async signal handler runs an activity; the main method returns while it is in progress: handler abandoned. Right: effect may be 0/1; SDK warns; repair waits for all_handlers_finished
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
    await asyncio.sleep(2)
    return await world.acall("audit", what=what, key=what)


@workflow.defn
class Flow:
    go = False

    @workflow.signal
    async def approve(self, who: str) -> None:
        self.go = True
        await workflow.execute_activity(step, who, start_to_close_timeout=30 * S)
        await workflow.execute_activity(step, who + "2", start_to_close_timeout=30 * S)

    @workflow.run
    async def run(self) -> str:
        await workflow.wait_condition(lambda: self.go and workflow.all_handlers_finished())
        return "closed"


world.intend("audit", {"what": "Ann2"})


async def main():
    client = await Client.connect("localhost:7233")
    async with Worker(client, task_queue="q", workflows=[Flow], activities=[step]):
        handle = await client.start_workflow(Flow.run, id="F", task_queue="q")
        await handle.signal(Flow.approve, "Ann")
        print(await handle.result())
        await asyncio.sleep(100)


if __name__ == "__main__":
    asyncio.run(main())
