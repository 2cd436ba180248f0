"""A change as two workflows: one reasons it out, the other waits for a signal and applies it."""

import asyncio
from datetime import timedelta

from temporalio import activity, workflow
from temporalio.client import Client
from temporalio.worker import Worker

with workflow.unsafe.imports_passed_through():
    from durable_lab import world

KEYED = False  #: naive
KEYED = True  #: keyed
SAYS = {"Plan": "restart db-7", "Better": "drain, restart db-7", "Review of drain": "fine", "Review": "risky"}


@activity.defn
async def think(prompt: str) -> str:
    return await world.amodel(prompt)


@activity.defn
async def apply_change(plan: str) -> str:
    return await world.acall("apply_change", change=plan, key="CHG-12/change" if KEYED else None)


async def do(step, given: str) -> str:
    return await workflow.execute_activity(step, given, start_to_close_timeout=timedelta(seconds=30))


@workflow.defn
class Plan:
    @workflow.run
    async def run(self, question: str) -> str:
        plan = await do(think, f"Plan for {question}")
        while await do(think, f"Review of {plan}") != "fine":
            plan = await do(think, f"Better than {plan}")
        return plan


@workflow.defn
class Change:
    answer = ""

    @workflow.signal
    def decide(self, answer: str) -> None:
        self.answer = answer

    @workflow.run
    async def run(self, plan: str) -> None:
        await workflow.wait_condition(lambda: self.answer != "")  # for days, if need be
        if self.answer == "yes":
            await do(apply_change, plan)


async def main() -> None:
    world.answers(SAYS)
    client = await Client.connect("localhost:7233")
    async with Worker(client, task_queue="ops", workflows=[Plan, Change], activities=[think, apply_change]):
        plan = await client.execute_workflow(Plan.run, "db-7 is slow", id="CHG-12-plan", task_queue="ops")
        handle = await client.start_workflow(Change.run, plan, id="CHG-12", task_queue="ops")
        await handle.signal(Change.decide, await world.aask("approve", about={"change": plan}))
        await handle.result()


if __name__ == "__main__":
    asyncio.run(main())
