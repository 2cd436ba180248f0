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
    @workflow.run
    async def run(self, a: str) -> list[str]:
        i = workflow.info()
        r = workflow.random()
        u = workflow.uuid4()
        out = [f"{type(r).__name__} {0 <= r.random() < 1} {u.version} {workflow.uuid4() == u}"]
        out.append(
            f"{workflow.now() - i.start_time} {workflow.now().tzinfo} {workflow.time() == workflow.now().timestamp()}"
        )
        fields = [
            "attempt",
            "namespace",
            "workflow_type",
            "continued_run_id",
            "cron_schedule",
            "execution_timeout",
            "run_timeout",
            "task_timeout",
            "retry_policy",
            "parent",
            "search_attributes",
            "raw_memo",
            "headers",
        ]
        for f in fields:
            try:
                out.append(f"{f}={getattr(i, f)!r}")
            except AttributeError as e:
                out.append(f"{f} -> {e!r}")
        out.append(str(i.get_current_history_length()))
        await asyncio.sleep(0.1)
        out.append(str(i.get_current_history_length()))
        out.append(str(workflow.unsafe.is_replaying()))
        return out


async def main():
    c = await Client.connect("localhost:7233")
    async with Worker(c, task_queue=RUN + "p16", workflows=[W]):
        h = await c.start_workflow(W.run, "x", id=RUN + "p16", task_queue=RUN + "p16")
        for l in await h.result():
            print(l)
        await hist(h)


if __name__ == "__main__":
    asyncio.run(main())
