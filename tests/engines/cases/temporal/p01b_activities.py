import asyncio
from datetime import datetime, timedelta, timezone
from temporalio import activity, workflow
from temporalio.client import Client, WorkflowFailureError
from temporalio.worker import Worker
from concurrent.futures import ThreadPoolExecutor
import time

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
def sync_act(n: int) -> str:
    time.sleep(0.1)
    return f"sync {n} {activity.info().activity_type} {activity.info().attempt} {activity.info().activity_id}"


@activity.defn(name="renamed")
async def async_act(a: int, b: str = "dflt") -> str:
    return f"async {a} {b} {activity.in_activity()} {activity.info().workflow_type}"


class Db:
    def __init__(self, dsn: str) -> None:
        self.dsn = dsn

    @activity.defn
    async def update(self, row: str) -> str:
        return f"{self.dsn} {row}"


@workflow.defn
class W:
    @workflow.run
    async def run(self, who: str) -> list[str]:
        out = [await workflow.execute_activity(sync_act, 1, start_to_close_timeout=T)]
        out.append(await workflow.execute_activity("renamed", args=[2, "x"], start_to_close_timeout=T))
        out.append(await workflow.execute_activity(async_act, args=[3], start_to_close_timeout=T))
        out.append(await workflow.execute_activity("update", "row", start_to_close_timeout=T))
        return out


async def main():
    c = await Client.connect("localhost:7233")
    db = Db("dsn1")
    async with Worker(
        c,
        task_queue=RUN + "p01b",
        workflows=[W],
        activities=[sync_act, async_act, db.update],
        activity_executor=ThreadPoolExecutor(5),
    ):
        await show(await c.start_workflow(W.run, "me", id=RUN + "p01b", task_queue=RUN + "p01b"))


if __name__ == "__main__":
    asyncio.run(main())
