import asyncio
from datetime import datetime, timedelta, timezone
from temporalio import activity, workflow
from temporalio.client import Client, WorkflowFailureError
from temporalio.worker import Worker
from temporalio.common import RetryPolicy
from temporalio.exceptions import ActivityError, ApplicationError

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


class MyErr(Exception):
    pass


times = []


@activity.defn
async def act(kind: str) -> str:
    a = activity.info().attempt
    if kind == "third" and a < 3:
        raise ValueError(f"no {a}")
    if kind == "mine":
        raise MyErr("mine", 3)
    if kind == "nr":
        raise ApplicationError("nr msg", {"k": 1}, type="NR", non_retryable=True)
    if kind == "cause":
        try:
            {}["x"]
        except KeyError as e:
            raise RuntimeError("outer") from e
    if kind == "delay" and a == 1:
        raise ApplicationError("wait", next_retry_delay=timedelta(seconds=3))
    if kind == "base":
        raise KeyError
    return f"ok {a}"


@workflow.defn
class W:
    @workflow.run
    async def run(self) -> list[str]:
        out = []

        async def one(kind, **o):
            t = workflow.now()
            try:
                r = await workflow.execute_activity(act, kind, start_to_close_timeout=T, **o)
            except ActivityError as e:
                r = chain(e)
            out.append(f"{kind}: {r} after {round((workflow.now() - t).total_seconds())}")

        fast = RetryPolicy(initial_interval=timedelta(milliseconds=100), maximum_attempts=2)
        await one("third")
        await one(
            "third",
            retry_policy=RetryPolicy(initial_interval=SEC, backoff_coefficient=1.0, maximum_interval=SEC),
        )
        await one("mine", retry_policy=RetryPolicy(non_retryable_error_types=["MyErr"]))
        await one("nr")
        await one("cause", retry_policy=fast)
        await one("delay", retry_policy=fast)
        await one("base", retry_policy=fast)
        await one("third", retry_policy=RetryPolicy(maximum_attempts=1))
        return out


async def main():
    c = await Client.connect("localhost:7233")
    async with Worker(c, task_queue=RUN + "p02", workflows=[W], activities=[act]):
        h = await c.start_workflow(W.run, id=RUN + "p02", task_queue=RUN + "p02")
        for l in await h.result():
            print(l)
        await hist(h)


if __name__ == "__main__":
    asyncio.run(main())
