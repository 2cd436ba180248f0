"""A model is asked in an activity of its own: its answer is in the history before anything is done on it."""

import asyncio
from datetime import timedelta

from temporalio import activity, workflow
from temporalio.client import Client
from temporalio.worker import Worker

with workflow.unsafe.imports_passed_through():
    from durable_lab import world

SHORT = timedelta(seconds=30)


@activity.defn
async def decide(host: str) -> str:
    return await world.amodel(f"How to restart {host}?")


@activity.defn
async def restart(host: str, how: str) -> str:
    return await world.acall("restart", host=host, how=how, key=f"{host}/restart")


@workflow.defn
class Restart:
    @workflow.run
    async def run(self, host: str) -> str:
        how = await workflow.execute_activity(decide, host, start_to_close_timeout=SHORT)
        return await workflow.execute_activity(restart, args=[host, how], start_to_close_timeout=SHORT)


async def main() -> None:
    world.answers({"How": ["one by one", "all at once", "not today"]})
    world.intend("restart", {"host": "web"})
    client = await Client.connect("localhost:7233")
    async with Worker(client, task_queue="ops", workflows=[Restart], activities=[decide, restart]):
        await client.execute_workflow(Restart.run, "web", id="restart", task_queue="ops")


if __name__ == "__main__":
    asyncio.run(main())
