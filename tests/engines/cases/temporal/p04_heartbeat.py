import asyncio
from datetime import datetime, timedelta, timezone
from temporalio import activity, workflow
from temporalio.client import Client, WorkflowFailureError
from temporalio.worker import Worker
from temporalio.common import RetryPolicy

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


done = []


@activity.defn
async def work(n: int) -> str:
    info = activity.info()
    start = info.heartbeat_details[0] if info.heartbeat_details else 0
    for i in range(start, n):
        activity.heartbeat(i + 1, "extra")
        await asyncio.sleep(0.05)
        if i == 3 and info.attempt == 1:
            raise RuntimeError("boom")
    return f"from {start} attempt {info.attempt} details {list(info.heartbeat_details)} hbt {info.heartbeat_timeout} stc {info.start_to_close_timeout}"


@workflow.defn
class W:
    @workflow.run
    async def run(self) -> str:
        return await workflow.execute_activity(
            work,
            8,
            start_to_close_timeout=T,
            heartbeat_timeout=2 * SEC,
            retry_policy=RetryPolicy(initial_interval=SEC),
        )


async def main():
    c = await Client.connect("localhost:7233")
    async with Worker(c, task_queue=RUN + "p04", workflows=[W], activities=[work]):
        await show(await c.start_workflow(W.run, id=RUN + "p04", task_queue=RUN + "p04"))


if __name__ == "__main__":
    asyncio.run(main())
