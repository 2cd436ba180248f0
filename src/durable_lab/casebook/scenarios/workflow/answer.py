"""A question as a workflow: each call of the model is an activity, and its answer is in the history."""

import asyncio
from datetime import timedelta

from temporalio import activity, workflow
from temporalio.client import Client
from temporalio.worker import Worker

with workflow.unsafe.imports_passed_through():
    from durable_lab import world

NOTES = {
    "db-7 disk": "disk 91 % full since Monday",
    "db-7 backups": "last backup 04:00, complete",
    "web-1 load": "load 0.4",
}


@activity.defn
async def ask_model(prompt: str) -> str:
    return await world.amodel(prompt)


@activity.defn
async def look_up(term: str) -> list[str]:
    return [f"{topic}: {note}" for topic, note in NOTES.items() if term in topic]


@workflow.defn
class Question:
    @workflow.run
    async def run(self, question: str) -> str:
        limit = timedelta(seconds=30)
        prompt = f"Search terms for: {question}"
        term = await workflow.execute_activity(ask_model, prompt, start_to_close_timeout=limit)
        found = await workflow.execute_activity(look_up, term, start_to_close_timeout=limit)
        prompt = f"Summarise for {question}: {found}"
        return await workflow.execute_activity(ask_model, prompt, start_to_close_timeout=limit)


async def main() -> None:
    world.answers({"Search terms": "db-7", "Summarise": "db-7 runs out of disk; its backups are fine."})
    client = await Client.connect("localhost:7233")
    async with Worker(client, task_queue="ops", workflows=[Question], activities=[ask_model, look_up]):
        given = "Is db-7 healthy?"
        print(await client.execute_workflow(Question.run, given, id="Q-1", task_queue="ops"))


if __name__ == "__main__":
    asyncio.run(main())
