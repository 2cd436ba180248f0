import asyncio
from datetime import datetime, timedelta, timezone
from temporalio import activity, workflow
from temporalio.client import Client, WorkflowFailureError
from temporalio.worker import Worker
from temporalio.exceptions import ActivityError

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


seen = []


@activity.defn
async def beat(x: str) -> str:
    try:
        while True:
            activity.heartbeat(1)
            await asyncio.sleep(0.2)
    except asyncio.CancelledError:
        if x == "return":
            return "returned after cancel"
        raise


@activity.defn
async def short(x: str) -> str:
    await asyncio.sleep(1)
    return "short " + x


@workflow.defn
class W:
    @workflow.run
    async def run(self) -> list[str]:
        out = []
        for x in ("raise", "return"):
            h = workflow.start_activity(beat, x, start_to_close_timeout=T, heartbeat_timeout=2 * SEC)
            await asyncio.sleep(1)
            out.append(f"cancel() {h.cancel()}")
            try:
                out.append(f"{x} {await h}")
            except ActivityError as e:
                out.append(f"{x} {chain(e)}")
        h = workflow.start_activity(short, "a", start_to_close_timeout=T)
        h.cancel()
        try:
            out.append(f"{await h}")
        except (ActivityError, asyncio.CancelledError) as e:
            out.append(f"at once {chain(e)}")
        inner = workflow.start_activity(short, "s", start_to_close_timeout=T)
        t = asyncio.create_task(asyncio.wait_for(asyncio.shield(inner), 0.3))
        try:
            await t
        except BaseException as e:
            out.append(f"shield {type(e).__name__}")
        out.append(await inner)
        return out


async def main():
    c = await Client.connect("localhost:7233")
    async with Worker(c, task_queue=RUN + "p11b", workflows=[W], activities=[beat, short]):
        h = await c.start_workflow(W.run, id=RUN + "p11b", task_queue=RUN + "p11b")
        for l in await h.result():
            print(l)
        await hist(h)


if __name__ == "__main__":
    asyncio.run(main())
