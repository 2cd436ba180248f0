"""The last booking is refused for good: what was booked is taken back, in reverse, each under its own key."""

import asyncio
from datetime import timedelta

from temporalio import activity, workflow
from temporalio.client import Client
from temporalio.exceptions import ActivityError, ApplicationError
from temporalio.worker import Worker

with workflow.unsafe.imports_passed_through():
    from durable_lab import world

SHORT = timedelta(seconds=30)


@activity.defn
async def book(what: str) -> str:
    if what == "hotel":
        raise ApplicationError("no room", non_retryable=True)
    return await world.acall("book", what=what, key=f"{activity.info().workflow_id}/book/{what}")


@activity.defn
async def cancel(what: str) -> str:
    return await world.acall("cancel", what=what, key=f"{activity.info().workflow_id}/cancel/{what}")


@workflow.defn
class Trip:
    @workflow.run
    async def run(self) -> str:
        booked: list[str] = []
        try:
            for what in ("flight", "car", "hotel"):
                await workflow.execute_activity(book, what, start_to_close_timeout=SHORT)
                booked.append(what)
        except ActivityError:
            for what in reversed(booked):
                await workflow.execute_activity(cancel, what, start_to_close_timeout=SHORT)
            return "cancelled"
        return "booked"


async def main() -> None:
    client = await Client.connect("localhost:7233")
    async with Worker(client, task_queue="trips", workflows=[Trip], activities=[book, cancel]):
        await client.execute_workflow(Trip.run, id="trip-1", task_queue="trips")


if __name__ == "__main__":
    asyncio.run(main())
