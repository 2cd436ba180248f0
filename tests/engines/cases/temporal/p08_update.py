import asyncio
from datetime import datetime, timedelta, timezone
from temporalio import activity, workflow
from temporalio.client import Client, WorkflowFailureError
from temporalio.worker import Worker
from temporalio.client import WorkflowUpdateFailedError, WorkflowUpdateStage
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
    def __init__(self) -> None:
        self.n = 0

    @workflow.run
    async def run(self) -> int:
        await workflow.wait_condition(lambda: self.n >= 10)
        await workflow.wait_condition(workflow.all_handlers_finished)
        return self.n

    @workflow.update
    async def add(self, k: int) -> int:
        self.n += k
        await asyncio.sleep(0.5)
        if k == 3:
            raise ApplicationError("three", type="Three")
        return self.n

    @add.validator
    def check(self, k: int) -> None:
        if k < 0:
            raise ValueError("negative")


async def main():
    c = await Client.connect("localhost:7233")
    async with Worker(c, task_queue=RUN + "p08", workflows=[W]):
        h = await c.start_workflow(W.run, id=RUN + "p08", task_queue=RUN + "p08")
        print(await h.execute_update(W.add, 1))
        for k in (-1, 3):
            try:
                print(await h.execute_update(W.add, k))
            except WorkflowUpdateFailedError as e:
                print(chain(e))
        u = await h.start_update(W.add, 20, wait_for_stage=WorkflowUpdateStage.ACCEPTED, id="u1")
        print(u.id, await u.result())
        await show(h)


if __name__ == "__main__":
    asyncio.run(main())
