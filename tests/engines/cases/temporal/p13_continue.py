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


@workflow.defn
class W:
    def __init__(self) -> None:
        self.sig = 0

    @workflow.signal
    def s(self) -> None:
        self.sig += 1

    @workflow.run
    async def run(self, n: int, log: list[str]) -> list[str]:
        i = workflow.info()
        log = log + [
            f"{n} {i.continued_run_id is not None} {i.attempt} {i.workflow_type} {i.get_current_history_length()} {i.is_continue_as_new_suggested()}"
        ]
        await asyncio.sleep(0.2)
        if n < 3:
            workflow.continue_as_new(args=[n + 1, log])
        return log


async def main():
    c = await Client.connect("localhost:7233")
    async with Worker(c, task_queue=RUN + "p13", workflows=[W]):
        h = await c.start_workflow(W.run, args=[1, []], id=RUN + "p13", task_queue=RUN + "p13")
        print(await h.result())
        print(h.first_execution_run_id == h.result_run_id, h.run_id)
        first = c.get_workflow_handle(RUN + "p13", run_id=h.first_execution_run_id)
        print((await first.describe()).status.name)
        try:
            print(await first.result(follow_runs=False))
        except Exception as e:
            print(repr(e))
        await hist(first, "first")
        await hist(c.get_workflow_handle(RUN + "p13"), "last")


if __name__ == "__main__":
    asyncio.run(main())
