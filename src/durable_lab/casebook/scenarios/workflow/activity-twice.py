"""The worker refunds and dies before it reports. The engine, as promised, tries the activity again."""  #: naive
"""A key from the ids of workflow and activity: every attempt at this activity has the same."""  #: activity-key
"""A key from the business, the order and the step: the same at every attempt, in every run."""  #: business-key

import asyncio
from datetime import timedelta

from temporalio import activity, workflow
from temporalio.client import Client
from temporalio.worker import Worker

with workflow.unsafe.imports_passed_through():
    from durable_lab import world


@activity.defn
async def refund(order: str) -> str:
    return await world.acall("refund", order=order)  #: naive
    info = activity.info()  # the same ids at every attempt  #: activity-key
    return await world.acall("refund", order=order, key=f"{info.workflow_id}/{info.activity_id}")  #: activity-key
    return await world.acall("refund", order=order, key=f"{order}/refund")  #: business-key


@workflow.defn
class Refund:
    @workflow.run
    async def run(self, order: str) -> str:
        return await workflow.execute_activity(refund, order, start_to_close_timeout=timedelta(seconds=3))


async def main() -> None:
    client = await Client.connect("localhost:7233")
    async with Worker(client, task_queue="ops", workflows=[Refund], activities=[refund]):
        handle = await client.start_workflow(Refund.run, "A-1042", id="A-1042", task_queue="ops")
        await handle.result()


if __name__ == "__main__":
    asyncio.run(main())
