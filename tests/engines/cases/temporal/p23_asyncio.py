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


@activity.defn
async def act(n: float) -> float:
    await asyncio.sleep(n)
    if n == 0.7:
        raise RuntimeError("seven")
    return n


@workflow.defn
class W:
    @workflow.run
    async def run(self) -> list[str]:
        out = []

        def a(n):
            return workflow.execute_activity(act, n, schedule_to_close_timeout=T)

        out.append(str(await asyncio.gather(a(0.4), a(0.2), asyncio.sleep(0.1, "s"))))
        done, pend = await asyncio.wait(
            [asyncio.create_task(a(0.2)), asyncio.create_task(a(1.5))], return_when=asyncio.FIRST_COMPLETED
        )
        out.append(f"{len(done)} {len(pend)}")
        for p in pend:
            p.cancel()
        async with asyncio.TaskGroup() as tg:
            t1 = tg.create_task(a(0.3))
            t2 = tg.create_task(asyncio.sleep(0.5, "tg"))
        out.append(f"{t1.result()} {t2.result()}")
        try:
            async with asyncio.TaskGroup() as tg:

                async def bad():
                    await asyncio.sleep(0.1)
                    raise ValueError("in tg")

                tg.create_task(bad())
                tg.create_task(asyncio.sleep(5))
        except* ValueError as eg:
            out.append(repr(eg.exceptions))
        q: asyncio.Queue = asyncio.Queue()

        async def prod():
            for i in range(3):
                await asyncio.sleep(0.05)
                await q.put(i)

        t = asyncio.create_task(prod())
        out.append(str([await q.get() for _ in range(3)]))
        sem = asyncio.Semaphore(2)
        order = []

        async def worker(i):
            async with sem:
                order.append(f"in{i}")
                await asyncio.sleep(0.1)
                order.append(f"out{i}")

        await asyncio.gather(*(worker(i) for i in range(4)))
        out.append(" ".join(order))
        ev = asyncio.Event()
        asyncio.get_running_loop().call_later(0.1, ev.set)
        await ev.wait()
        lock = asyncio.Lock()
        async with lock:
            pass
        res = []
        for f in asyncio.as_completed([asyncio.sleep(0.3, "b"), asyncio.sleep(0.1, "a")]):
            res.append(await f)
        out.append(str(res))
        r = await asyncio.gather(asyncio.sleep(0.1, 1), bad2(), return_exceptions=True)
        out.append(repr(r))
        return out


async def bad2():
    raise KeyError("b2")


async def main():
    c = await Client.connect("localhost:7233")
    async with Worker(c, task_queue=RUN + "p23", workflows=[W], activities=[act]):
        await show(await c.start_workflow(W.run, id=RUN + "p23", task_queue=RUN + "p23"))


if __name__ == "__main__":
    asyncio.run(main())
