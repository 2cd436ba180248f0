"""Ticket, timer, approval, change, notice. The worker dies while it waits; the approval is kept."""

# durable-lab: --fault "crash worker at signal:approve#1.sent"
import asyncio
from datetime import timedelta

from temporalio import activity, workflow
from temporalio.client import Client
from temporalio.worker import Worker

with workflow.unsafe.imports_passed_through():
    from durable_lab import world


@activity.defn
async def open_ticket(number: str) -> str:
    return await world.acall("open_ticket", title=number, key=f"{number}/ticket")


@activity.defn
async def apply_change(number: str) -> str:
    return await world.acall("apply_change", change=number, key=f"{number}/change")


@activity.defn
async def send_notice(number: str) -> str:
    return await world.acall("send_notice", about=number, key=f"{number}/notice")


@workflow.defn
class Incident:
    approved_by = ""

    @workflow.signal
    def approve(self, who: str) -> None:
        self.approved_by = who

    @workflow.run
    async def run(self, number: str) -> str:
        print("the workflow's first line; replaying:", workflow.unsafe.is_replaying())
        await workflow.execute_activity(open_ticket, number, start_to_close_timeout=timedelta(seconds=30))
        await asyncio.sleep(86400)  # a day on the engine's timer
        await workflow.wait_condition(lambda: self.approved_by != "")
        await workflow.execute_activity(apply_change, number, start_to_close_timeout=timedelta(seconds=30))
        await workflow.execute_activity(send_notice, number, start_to_close_timeout=timedelta(seconds=30))
        return f"closed; approved by {self.approved_by}"


async def main() -> None:
    client = await Client.connect("localhost:7233")
    activities = [open_ticket, apply_change, send_notice]
    async with Worker(client, task_queue="ops", workflows=[Incident], activities=activities):
        handle = await client.start_workflow(Incident.run, "INC-7", id="INC-7", task_queue="ops")
        await asyncio.sleep(2 * 86400)  # two days later a person approves
        await handle.signal(Incident.approve, "Ann")
        print(await handle.result())


if __name__ == "__main__":
    asyncio.run(main())
