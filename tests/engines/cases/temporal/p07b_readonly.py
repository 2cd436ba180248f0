import asyncio
from datetime import datetime, timedelta, timezone
from temporalio import activity, workflow
from temporalio.client import Client, WorkflowFailureError
from temporalio.worker import Worker
from temporalio.client import WorkflowQueryFailedError

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


@activity.defn
async def effect(x: str) -> str:
    print("EFFECT", x)
    return x


@workflow.defn
class W:
    @workflow.run
    async def run(self) -> str:
        await asyncio.sleep(2)
        return await workflow.execute_activity(effect, "run", start_to_close_timeout=T)

    @workflow.query
    def acts(self) -> str:
        workflow.start_activity(effect, "from query", start_to_close_timeout=T)
        return "asked"

    @workflow.query
    async def asy(self) -> str:
        return "async"


async def main():
    c = await Client.connect("localhost:7233")
    async with Worker(c, task_queue=RUN + "p07b", workflows=[W], activities=[effect]):
        h = await c.start_workflow(W.run, id=RUN + "p07b", task_queue=RUN + "p07b")
        await asyncio.sleep(1)
        for q in ("acts", "asy"):
            try:
                print(await h.query(q))
            except WorkflowQueryFailedError as e:
                print(repr(e))
        await show(h)


if __name__ == "__main__":
    asyncio.run(main())
