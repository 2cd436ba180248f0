import asyncio
from datetime import datetime, timedelta, timezone
from temporalio import activity, workflow
from temporalio.client import Client, WorkflowFailureError
from temporalio.worker import Worker

RUN = "r"
SEC = timedelta(seconds=1)
T = timedelta(seconds=20)


def chain(e):
    out = []
    while e is not None:
        extra = []
        for n in (
            "type",
            "retry_state",
            "non_retryable",
            "details",
            "activity_type",
            "activity_id",
            "workflow_type",
            "last_heartbeat_details",
        ):
            if hasattr(e, n):
                v = getattr(e, n)
                extra.append(n + "=" + (getattr(v, "name", None) or repr(v)))
        out.append(repr(e) + " {" + " ".join(extra) + "}")
        e = e.__cause__
    return " <- ".join(out)


async def show(h, label=""):
    try:
        print(label, "result:", repr(await h.result()))
    except WorkflowFailureError as e:
        print(label, "failed:", chain(e))
    d = await h.describe()
    print(label, "status:", d.status.name)
    await hist(h, label)


async def hist(h, label=""):
    from temporalio.api.enums.v1 import EventType

    names = []
    async for e in h.fetch_history_events():
        names.append(EventType.Name(e.event_type).replace("EVENT_TYPE_", ""))
    print(label, "history:", " ".join(names))


DAY = 86400.0


@workflow.defn
class W:
    @workflow.run
    async def run(self, day: float) -> list[str]:
        out = []
        t0 = workflow.now()
        await asyncio.sleep(3 * day)
        out.append(f"{(workflow.now() - t0).total_seconds() // day}")
        await workflow.sleep(timedelta(seconds=day))
        out.append(f"{(workflow.now() - t0).total_seconds() // day}")
        await asyncio.sleep(0)
        await workflow.sleep(0)
        try:
            await asyncio.sleep(-1)
            out.append("neg ok")
        except Exception as e:
            out.append(repr(e))
        try:
            await asyncio.wait_for(asyncio.sleep(5 * day), timeout=day)
        except Exception as e:
            out.append(repr(e))
        try:
            async with asyncio.timeout(day):
                await asyncio.sleep(5 * day)
        except Exception as e:
            out.append(repr(e))
        t = asyncio.create_task(asyncio.sleep(9 * day))
        t.cancel()
        out.append(f"{asyncio.get_event_loop().time() - workflow.time()} {workflow.now().tzinfo}")
        return out


async def main():
    c = await Client.connect("localhost:7233")
    async with Worker(c, task_queue=RUN + "p05", workflows=[W]):
        await show(await c.start_workflow(W.run, DAY, id=RUN + "p05", task_queue=RUN + "p05"))


if __name__ == "__main__":
    asyncio.run(main())
