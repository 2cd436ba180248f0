"""A long activity that tells how far it came: the next attempt goes on there, and each item has its key."""

import asyncio
from datetime import timedelta

from temporalio import activity, workflow
from temporalio.client import Client
from temporalio.worker import Worker

with workflow.unsafe.imports_passed_through():
    from durable_lab import world

SHORT = timedelta(seconds=30)


@activity.defn
async def migrate(tables: list[str]) -> int:
    done = activity.info().heartbeat_details
    for i in range(done[0] if done else 0, len(tables)):
        await world.acall("migrate", table=tables[i], key=f"migration/{tables[i]}")
        activity.heartbeat(i + 1)
        await asyncio.sleep(3)
    return len(tables)


@workflow.defn
class Migration:
    @workflow.run
    async def run(self, tables: list[str]) -> int:
        return await workflow.execute_activity(
            migrate, tables, start_to_close_timeout=timedelta(hours=1), heartbeat_timeout=timedelta(seconds=6)
        )


async def main() -> None:
    client = await Client.connect("localhost:7233")
    async with Worker(client, task_queue="db", workflows=[Migration], activities=[migrate]):
        await client.execute_workflow(Migration.run, ["a", "b", "c"], id="migration", task_queue="db")


if __name__ == "__main__":
    asyncio.run(main())
