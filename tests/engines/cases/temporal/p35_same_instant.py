import asyncio
from datetime import timedelta
from temporalio import workflow
from temporalio.client import Client
from temporalio.worker import Worker

RUN = "r"


@workflow.defn
class W:
    @workflow.run
    async def run(self) -> str:
        out = []

        async def one(i):
            await asyncio.sleep(1)
            out.append(f"a{i}")
            await asyncio.sleep(0)
            out.append(f"b{i}")
            await asyncio.sleep(1)
            out.append(f"c{i}")

        await asyncio.gather(*(one(i) for i in range(3)))
        return " ".join(out)


async def main():
    c = await Client.connect("localhost:7233")
    async with Worker(c, task_queue=RUN + "p35", workflows=[W]):
        h = await c.start_workflow(W.run, id=RUN + "p35", task_queue=RUN + "p35")
        print(await h.result())
        from temporalio.api.enums.v1 import EventType

        print(
            "history:",
            " ".join(
                [
                    EventType.Name(e.event_type).replace("EVENT_TYPE_", "")
                    async for e in h.fetch_history_events()
                ]
            ),
        )


if __name__ == "__main__":
    asyncio.run(main())
