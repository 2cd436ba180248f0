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


@activity.defn
async def old(x: int) -> str:
    return f"old{x}"


@activity.defn
async def new(x: int) -> str:
    return f"new{x}"


@workflow.defn
class W:
    @workflow.run
    async def run(self) -> list[str]:
        out = []
        for i in range(2):
            if workflow.patched("p-a"):
                out.append(await workflow.execute_activity(new, i, start_to_close_timeout=T))
            else:
                out.append(await workflow.execute_activity(old, i, start_to_close_timeout=T))
        workflow.deprecate_patch("p-b")
        workflow.deprecate_patch("p-b")
        await asyncio.sleep(0.5)
        out.append(str(workflow.patched("p-b")))
        out.append(str(workflow.patched("p-c")))
        return out


async def main():
    c = await Client.connect("localhost:7233")
    for cache in (1000, 0):
        async with Worker(
            c, task_queue=RUN + "p14", workflows=[W], activities=[old, new], max_cached_workflows=cache
        ):
            await show(
                await c.start_workflow(W.run, id=RUN + f"p14{cache}", task_queue=RUN + "p14"), str(cache)
            )


if __name__ == "__main__":
    asyncio.run(main())
