"""An endless workflow continues as new after each order; the key is of the order, not of the activity."""

import asyncio
from datetime import timedelta

from temporalio import activity, workflow
from temporalio.client import Client
from temporalio.worker import Worker

with workflow.unsafe.imports_passed_through():
    from durable_lab import world

SHORT = timedelta(seconds=30)


@activity.defn
async def ship(order: str) -> str:
    key = f"{order}/ship"
    return await world.acall("ship", order=order, key=key)


@workflow.defn
class Shop:
    @workflow.run
    async def run(self, orders: list[str]) -> None:
        await workflow.execute_activity(ship, orders[0], start_to_close_timeout=SHORT)
        if orders[1:]:
            workflow.continue_as_new(orders[1:])


async def main() -> None:
    client = await Client.connect("localhost:7233")
    async with Worker(client, task_queue="shop", workflows=[Shop], activities=[ship]):
        await client.execute_workflow(Shop.run, ["A-1", "A-2", "A-3"], id="shop", task_queue="shop")


if __name__ == "__main__":
    asyncio.run(main())
