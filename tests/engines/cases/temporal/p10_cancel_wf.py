import asyncio
from datetime import datetime, timedelta, timezone
from temporalio import activity, workflow
from temporalio.client import Client, WorkflowFailureError
from temporalio.worker import Worker
from temporalio.exceptions import is_cancelled_exception

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
async def cleanup(x: str) -> str:
    return "cleaned " + x


@activity.defn
async def forever(x: str) -> str:
    while True:
        activity.heartbeat(1)
        await asyncio.sleep(0.2)


log = []


@workflow.defn
class W:
    @workflow.run
    async def run(self, mode: str) -> str:
        try:
            if mode == "act":
                await workflow.execute_activity(
                    forever, "x", start_to_close_timeout=T, heartbeat_timeout=2 * SEC
                )
            else:
                await asyncio.sleep(1000)
        except BaseException as e:
            r = await workflow.execute_activity(cleanup, mode, start_to_close_timeout=T)
            if mode == "swallow":
                return f"{r} {type(e).__name__} {is_cancelled_exception(e)}"
            raise
        return "?"


async def main():
    c = await Client.connect("localhost:7233")
    async with Worker(c, task_queue=RUN + "p10", workflows=[W], activities=[cleanup, forever]):
        for m in ("plain", "swallow", "act"):
            h = await c.start_workflow(W.run, m, id=RUN + "p10" + m, task_queue=RUN + "p10")
            await asyncio.sleep(1)
            await h.cancel()
            await show(h, m)


if __name__ == "__main__":
    asyncio.run(main())
