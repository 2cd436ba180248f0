import asyncio
from datetime import datetime, timedelta
from temporalio import activity, workflow
from temporalio.client import Client
from temporalio.worker import Worker

RUN = "r"


@activity.defn
async def when(x: datetime) -> datetime:
    return x + timedelta(days=1)


@workflow.defn
class W:
    @workflow.run
    async def run(self, o: str) -> str:
        r = await workflow.execute_activity(
            when, datetime(2020, 1, 2), start_to_close_timeout=timedelta(seconds=5)
        )
        return f"{r!r} {type(r).__name__}"


async def main():
    c = await Client.connect("localhost:7233")
    async with Worker(c, task_queue=RUN + "p34", workflows=[W], activities=[when]):
        h = await c.start_workflow(W.run, "o", id=RUN + "p34", task_queue=RUN + "p34")
        try:
            print(await asyncio.wait_for(h.result(), 8))
        except BaseException as e:
            print(type(e).__name__)


if __name__ == "__main__":
    asyncio.run(main())
