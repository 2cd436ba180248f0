"""An approval by signal, days later; a refusal closes the run without the change."""

import asyncio
from datetime import timedelta

from temporalio import activity, workflow
from temporalio.client import Client
from temporalio.worker import Worker

with workflow.unsafe.imports_passed_through():
    from durable_lab import world

SHORT = timedelta(seconds=30)


@activity.defn
async def apply(change: str) -> str:
    return await world.acall("apply", change=change, key=f"{change}/apply")


@workflow.defn
class Change:
    answer = ""

    @workflow.signal
    def approve(self, answer: str) -> None:
        self.answer = answer

    @workflow.run
    async def run(self, change: str) -> str:
        await workflow.wait_condition(lambda: self.answer != "")
        if self.answer != "yes":
            return "refused"
        return await workflow.execute_activity(apply, change, start_to_close_timeout=SHORT)


async def main() -> None:
    world.intend("apply", {"change": "C-1"}, approval="approve")
    client = await Client.connect("localhost:7233")
    async with Worker(client, task_queue="ops", workflows=[Change], activities=[apply]):
        handle = await client.start_workflow(Change.run, "C-1", id="C-1", task_queue="ops")
        await asyncio.sleep(2 * 86400)
        await handle.signal(Change.approve, "no")
        await handle.result()


if __name__ == "__main__":
    asyncio.run(main())
