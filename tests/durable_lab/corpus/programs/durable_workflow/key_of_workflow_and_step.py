"""Activities whose keys are of the workflow and the step."""

import asyncio
from datetime import timedelta

from temporalio import activity, workflow
from temporalio.client import Client
from temporalio.worker import Worker

with workflow.unsafe.imports_passed_through():
    from durable_lab import world

SHORT = timedelta(seconds=30)


@activity.defn
async def restart(host: str) -> str:
    return await world.acall("restart", host=host, key=f"{activity.info().workflow_id}/restart")


@activity.defn
async def tell(host: str) -> str:
    return await world.acall("tell", host=host, key=f"{activity.info().workflow_id}/tell")


@workflow.defn
class Restart:
    @workflow.run
    async def run(self, host: str) -> None:
        await workflow.execute_activity(restart, host, start_to_close_timeout=SHORT)
        await asyncio.sleep(86400)
        await workflow.execute_activity(tell, host, start_to_close_timeout=SHORT)


async def main() -> None:
    client = await Client.connect("localhost:7233")
    async with Worker(client, task_queue="ops", workflows=[Restart], activities=[restart, tell]):
        await client.execute_workflow(Restart.run, "db-7", id="restart-1", task_queue="ops")


if __name__ == "__main__":
    asyncio.run(main())
