"""The incident as a workflow: an activity a step, and an answer that the engine keeps as a signal."""

import asyncio
from datetime import timedelta

from temporalio import activity, workflow
from temporalio.client import Client
from temporalio.worker import Worker

with workflow.unsafe.imports_passed_through():
    from durable_lab import world

CHANGE = "restart db-7"
KEYED = False  #: naive
KEYED = True  #: keyed


@activity.defn
async def open_ticket(job: str) -> str:
    return await world.acall("open_ticket", title=job, key=f"{job}/ticket" if KEYED else None)


@activity.defn
async def apply_change(job: str) -> str:
    return await world.acall("apply_change", change=CHANGE, key=f"{job}/change" if KEYED else None)


@activity.defn
async def send_notice(job: str) -> str:
    return await world.acall("send_notice", about=job, key=f"{job}/notice" if KEYED else None)


@workflow.defn
class Incident:
    answer = ""

    @workflow.signal
    def decide(self, answer: str) -> None:
        self.answer = answer

    @workflow.run
    async def run(self, job: str) -> None:
        await workflow.execute_activity(open_ticket, job, start_to_close_timeout=timedelta(seconds=30))
        await workflow.wait_condition(lambda: self.answer != "")  # for days, if need be
        if self.answer == "yes":
            await workflow.execute_activity(apply_change, job, start_to_close_timeout=timedelta(seconds=30))
            await workflow.execute_activity(send_notice, job, start_to_close_timeout=timedelta(seconds=30))


async def main() -> None:
    client = await Client.connect("localhost:7233")
    activities = [open_ticket, apply_change, send_notice]
    async with Worker(client, task_queue="ops", workflows=[Incident], activities=activities):
        handle = await client.start_workflow(Incident.run, "INC-7", id="INC-7", task_queue="ops")
        await asyncio.sleep(60)  # the ticket is open by now
        await handle.signal(Incident.decide, await world.aask("approve", about={"change": CHANGE}))
        await handle.result()


if __name__ == "__main__":
    asyncio.run(main())
