"""A random key, drawn where replay draws it again: in the workflow, and handed to the activity."""

import asyncio
from datetime import timedelta

from temporalio import activity, workflow
from temporalio.client import Client
from temporalio.worker import Worker

with workflow.unsafe.imports_passed_through():
    from durable_lab import world

SHORT = timedelta(seconds=30)


@activity.defn
async def pay(invoice: str, token: str) -> str:
    return await world.acall("pay", invoice=invoice, key=token)


@workflow.defn
class Payment:
    @workflow.run
    async def run(self, invoice: str) -> str:
        token = str(workflow.uuid4())
        await asyncio.sleep(3600)
        return await workflow.execute_activity(pay, args=[invoice, token], start_to_close_timeout=SHORT)


async def main() -> None:
    client = await Client.connect("localhost:7233")
    async with Worker(client, task_queue="pay", workflows=[Payment], activities=[pay]):
        await client.execute_workflow(Payment.run, "INV-3", id="INV-3", task_queue="pay")


if __name__ == "__main__":
    asyncio.run(main())
