"""The clock chooses the branch, and a replay reads another time than the first run did."""  #: naive
"""The same branch by `workflow.now()`: the time that the history recorded, the same in every replay."""  #: workflow-now

import asyncio
from datetime import UTC, datetime, timedelta  #: naive
from datetime import timedelta  #: workflow-now

from temporalio import activity, workflow
from temporalio.client import Client
from temporalio.worker import Worker

with workflow.unsafe.imports_passed_through():
    from durable_lab import world


@activity.defn
async def open_ticket(number: str) -> str:
    return await world.acall("open_ticket", title=number, key=f"{number}/ticket")


@activity.defn
async def page_someone(number: str) -> str:
    return await world.acall("page_someone", about=number, key=f"{number}/page")


@workflow.defn
class Incident:
    @workflow.run
    async def run(self, number: str) -> str:
        with workflow.unsafe.sandbox_unrestricted():  # else the sandbox refuses the clock at once  #: naive
            age = datetime.now(UTC) - workflow.info().start_time  #: naive
        age = workflow.now() - workflow.info().start_time  #: workflow-now
        choice = open_ticket if age < timedelta(hours=1) else page_someone
        await workflow.execute_activity(choice, number, start_to_close_timeout=timedelta(seconds=30))
        await asyncio.sleep(86400)
        return "closed"


async def main() -> None:
    client = await Client.connect("localhost:7233")
    async with Worker(client, task_queue="ops", workflows=[Incident], activities=[open_ticket, page_someone]):
        handle = await client.start_workflow(Incident.run, "INC-7", id="INC-7", task_queue="ops")
        await asyncio.sleep(2 * 86400)
        print("after two days:", (await handle.describe()).status.name)
        async for event in handle.fetch_history_events():  #: article
            if why := event.workflow_task_failed_event_attributes.failure.message:  #: article
                print(event.event_id, "WORKFLOW_TASK_FAILED", why)  #: article
        await handle.result()


if __name__ == "__main__":
    asyncio.run(main())
