import asyncio
from datetime import datetime, timedelta, timezone
from temporalio import activity, workflow
from temporalio.client import Client, WorkflowFailureError
from temporalio.worker import Worker
from temporalio.client import WorkflowQueryFailedError
from temporalio.service import RPCError

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
    def __init__(self) -> None:
        self.n = 0

    @workflow.run
    async def run(self) -> int:
        self.n = 1
        await asyncio.sleep(2)
        self.n = 2
        return self.n

    @workflow.query
    def value(self, plus: int = 0) -> int:
        return self.n + plus

    @workflow.query(name="bad")
    def raises(self) -> int:
        raise ValueError("q")

    @workflow.query
    def acts(self) -> str:
        workflow.start_activity("x", start_to_close_timeout=T)
        return "?"


async def main():
    c = await Client.connect("localhost:7233")
    async with Worker(c, task_queue=RUN + "p07", workflows=[W]):
        h = await c.start_workflow(W.run, id=RUN + "p07", task_queue=RUN + "p07")
        await asyncio.sleep(1)
        print(await h.query(W.value), await h.query(W.value, 4), await h.query("value", 5))
        for q in ("bad", "nope", "acts"):
            try:
                print(await h.query(q))
            except WorkflowQueryFailedError as e:
                print(q, repr(e))
            except RPCError as e:
                print(q, repr(e), e.status.name)
        await show(h)
        print(await h.query(W.value))
        try:
            await c.get_workflow_handle("absent-x").query("value")
        except RPCError as e:
            print(repr(e), e.status.name)


if __name__ == "__main__":
    asyncio.run(main())
