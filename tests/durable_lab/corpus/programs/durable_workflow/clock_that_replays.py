"""A branch on time: the workflow's own clock says the same on replay."""

import asyncio
from datetime import timedelta

from temporalio import activity, workflow
from temporalio.client import Client
from temporalio.worker import Worker

with workflow.unsafe.imports_passed_through():
    from durable_lab import world

SHORT = timedelta(seconds=30)


@activity.defn
async def open_ticket(number: str) -> str:
    return await world.acall("open_ticket", number=number, key=f"{number}/ticket")


@activity.defn
async def page(number: str) -> str:
    return await world.acall("page", number=number, key=f"{number}/page")


@workflow.defn
class Incident:
    @workflow.run
    async def run(self, number: str) -> str:
        with workflow.unsafe.sandbox_unrestricted():
            now = workflow.now()
        young = now - workflow.info().start_time < timedelta(hours=1)
        await workflow.execute_activity(open_ticket if young else page, number, start_to_close_timeout=SHORT)
        await asyncio.sleep(86400)
        return "closed"


async def main() -> None:
    client = await Client.connect("localhost:7233")
    async with Worker(client, task_queue="ops", workflows=[Incident], activities=[open_ticket, page]):
        handle = await client.start_workflow(Incident.run, "INC-7", id="INC-7", task_queue="ops")
        await asyncio.sleep(2 * 86400)
        await handle.result()


if __name__ == "__main__":
    asyncio.run(main())
