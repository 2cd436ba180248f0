import asyncio
from datetime import datetime, timedelta, timezone
from temporalio import activity, workflow
from temporalio.client import Client, WorkflowFailureError
from temporalio.worker import Worker
from temporalio.common import RetryPolicy
from temporalio.exceptions import ApplicationError

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


@workflow.defn
class W:
    @workflow.run
    async def run(self, m: str) -> str:
        if m == "retry" and workflow.info().attempt < 3:
            raise ApplicationError("again")
        if m == "long":
            await asyncio.sleep(10)
        return f"{m} {workflow.info().attempt}"


async def main():
    c = await Client.connect("localhost:7233")
    async with Worker(c, task_queue=RUN + "p28", workflows=[W]):
        await show(
            await c.start_workflow(
                W.run,
                "retry",
                id=RUN + "p28a",
                task_queue=RUN + "p28",
                retry_policy=RetryPolicy(initial_interval=SEC),
            ),
            "retry",
        )
        await show(
            await c.start_workflow(
                W.run, "long", id=RUN + "p28b", task_queue=RUN + "p28", execution_timeout=2 * SEC
            ),
            "exec timeout",
        )
        await show(
            await c.start_workflow(W.run, "x", id=RUN + "p28c", task_queue=RUN + "p28", start_delay=SEC),
            "delay",
        )


if __name__ == "__main__":
    asyncio.run(main())
