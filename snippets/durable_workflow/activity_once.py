"""The repair: a business key. The callee recognises the second attempt."""

# durable-lab: --fault "crash worker at effect:apply_change#1.applied"
import asyncio
from datetime import timedelta

from temporalio import activity, workflow
from temporalio.api.enums.v1 import EventType
from temporalio.client import Client
from temporalio.worker import Worker

with workflow.unsafe.imports_passed_through():
    from durable_lab import world


@activity.defn
async def apply_change(number: str) -> str:
    return await world.acall("apply_change", change=number, key=f"{number}/apply")


@workflow.defn
class Change:
    @workflow.run
    async def run(self, number: str) -> str:
        return await workflow.execute_activity(
            apply_change, number, start_to_close_timeout=timedelta(seconds=3)
        )


async def main() -> None:
    client = await Client.connect("localhost:7233")
    async with Worker(client, task_queue="ops", workflows=[Change], activities=[apply_change]):
        handle = await client.start_workflow(Change.run, "CHG-7", id="CHG-7", task_queue="ops")
        print(await handle.result())
    async for event in handle.fetch_history_events():
        name = EventType.Name(event.event_type).removeprefix("EVENT_TYPE_")
        if name.startswith("ACTIVITY"):
            print(event.event_id, name)
        if name == "ACTIVITY_TASK_STARTED":
            started = event.activity_task_started_event_attributes
            print(f"   attempt={started.attempt} last_failure={started.last_failure.message!r}")


if __name__ == "__main__":
    asyncio.run(main())
