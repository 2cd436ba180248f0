"""The nightly checks as one workflow: an activity a host, and four events of history for each."""

import asyncio
from datetime import timedelta

from temporalio import activity, workflow
from temporalio.client import Client
from temporalio.worker import Worker

with workflow.unsafe.imports_passed_through():
    from durable_lab import world

COUNT = 6  # hundreds, in earnest; for thousands, a workflow for each part
KEYED = False  #: naive
KEYED = True  #: keyed


@activity.defn
async def check(host: str) -> str:
    night = activity.info().workflow_id
    return await world.acall("check", host=host, key=f"{night}/{host}" if KEYED else None)


@workflow.defn
class Nightly:
    @workflow.run
    async def run(self, hosts: list[str]) -> int:
        limit = timedelta(seconds=30)
        checks = (workflow.execute_activity(check, host, start_to_close_timeout=limit) for host in hosts)
        return len(await asyncio.gather(*checks))


async def main() -> None:
    client = await Client.connect("localhost:7233")
    async with Worker(client, task_queue="ops", workflows=[Nightly], activities=[check]):
        hosts = [f"db-{n}" for n in range(1, COUNT + 1)]
        handle = await client.start_workflow(Nightly.run, hosts, id="nightly-2026-01-01", task_queue="ops")
        print("reports:", await handle.result())


if __name__ == "__main__":
    asyncio.run(main())
