"""Side by side on two workers: each may die, and the other goes on."""

import asyncio
from datetime import timedelta

from temporalio import activity, workflow
from temporalio.client import Client
from temporalio.worker import Worker

with workflow.unsafe.imports_passed_through():
    from durable_lab import world

SHORT = timedelta(seconds=30)


@activity.defn
async def check(host: str) -> str:
    return await world.acall("check", host=host, key=f"nightly/{host}")


@activity.defn
async def report(hosts: list[str]) -> str:
    return await world.acall("report", hosts=hosts, key="nightly/report")


@workflow.defn
class Nightly:
    @workflow.run
    async def run(self, hosts: list[str]) -> None:
        checks = [workflow.start_activity(check, host, start_to_close_timeout=SHORT) for host in hosts]
        await asyncio.gather(*checks)
        await workflow.execute_activity(report, hosts, start_to_close_timeout=SHORT)


async def main() -> None:
    client = await Client.connect("localhost:7233")
    both = {"task_queue": "night", "workflows": [Nightly], "activities": [check, report]}
    async with Worker(client, **both), Worker(client, **both):
        await client.execute_workflow(Nightly.run, ["db-1", "db-2"], id="nightly", task_queue="night")


if __name__ == "__main__":
    asyncio.run(main())
