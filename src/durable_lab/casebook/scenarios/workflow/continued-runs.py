"""Three orders, each in a run of its own that continues as the next: activity ids begin again in each run."""  #: activity-key
"""The key names the business, the order and the step: no run, no activity, no attempt is in it."""  #: business-key

import asyncio
from datetime import timedelta

from temporalio import activity, workflow
from temporalio.client import Client
from temporalio.worker import Worker

with workflow.unsafe.imports_passed_through():
    from durable_lab import world


@activity.defn
async def refund(order: str) -> str:
    info = activity.info()  #: activity-key
    return await world.acall("refund", order=order, key=f"{info.workflow_id}/{info.activity_id}")  #: activity-key
    return await world.acall("refund", order=order, key=f"{order}/refund")  #: business-key


@workflow.defn
class Refunds:
    @workflow.run
    async def run(self, orders: list[str]) -> None:
        await workflow.execute_activity(refund, orders[0], start_to_close_timeout=timedelta(seconds=3))
        if orders[1:]:
            workflow.continue_as_new(orders[1:])  # a new history: it must not grow for ever


async def main() -> None:
    world.callee("refund", other_arguments="first")  # a known key is answered with its first receipt
    client = await Client.connect("localhost:7233")
    async with Worker(client, task_queue="ops", workflows=[Refunds], activities=[refund]):
        orders = ["A-1042", "A-1043", "A-1044"]
        handle = await client.start_workflow(Refunds.run, orders, id="refunds", task_queue="ops")
        await handle.result()


if __name__ == "__main__":
    asyncio.run(main())
