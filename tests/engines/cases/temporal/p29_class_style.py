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


# documented style of docs.temporal.io: activity class instance + workflow.unsafe imports, execute_activity with method, default retry
with workflow.unsafe.imports_passed_through():
    import json


@activity.defn
async def greet(name: str) -> str:
    activity.logger.info("greeting %s", name)
    return f"Hello, {name}!"


@workflow.defn(name="Greeter")
class W:
    @workflow.run
    async def run(self, name: str) -> str:
        workflow.logger.info("Running workflow with parameter %s", name)
        return await workflow.execute_activity(
            greet,
            name,
            start_to_close_timeout=timedelta(seconds=10),
            retry_policy=RetryPolicy(maximum_attempts=3),
        )


async def main():
    c = await Client.connect("localhost:7233", namespace="default")
    worker = Worker(c, task_queue=RUN + "p29", workflows=[W], activities=[greet])
    task = asyncio.create_task(worker.run())
    print(await c.execute_workflow(W.run, "T", id=RUN + "p29", task_queue=RUN + "p29"))
    print(await c.execute_workflow("Greeter", "S", id=RUN + "p29b", task_queue=RUN + "p29", result_type=str))
    h = c.get_workflow_handle_for(W.run, RUN + "p29")
    print(await h.result())
    await worker.shutdown()
    await task
    print("worker ended")
    try:
        await c.start_workflow("Nope", id=RUN + "p29c", task_queue=RUN + "p29")
        h = c.get_workflow_handle(RUN + "p29c")
        async with Worker(c, task_queue=RUN + "p29", workflows=[W], activities=[greet]):
            await asyncio.sleep(2)
            print((await h.describe()).status.name)
            await hist(h)
            await h.terminate()
    except Exception as e:
        print(repr(e))


if __name__ == "__main__":
    asyncio.run(main())
