import asyncio
from datetime import datetime, timedelta, timezone
from temporalio import activity, workflow
from temporalio.client import Client, WorkflowFailureError
from temporalio.worker import Worker
import random, time, uuid, os, threading, pathlib, subprocess, secrets, socket

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
        out = []

        async def aw(f):
            return await f()

        for name, f in {
            "time.time": lambda: time.time(),
            "datetime.now": lambda: datetime.now(timezone.utc),
            "random.random": lambda: random.random(),
            "random.Random": lambda: random.Random(1).random(),
            "uuid4": lambda: uuid.uuid4(),
            "uuid5": lambda: uuid.uuid5(uuid.NAMESPACE_DNS, "a"),
            "open": lambda: open("/etc/hosts"),
            "environ": lambda: os.environ["PATH"],
            "getenv": lambda: os.getenv("PATH"),
            "getpid": lambda: os.getpid(),
            "thread": lambda: threading.Thread(target=print).start(),
            "path": lambda: pathlib.Path("/etc/hosts").read_text(),
            "exists": lambda: pathlib.Path("/etc/hosts").exists(),
            "subprocess": lambda: subprocess.run(["true"]),
            "secrets": lambda: secrets.token_hex(),
            "monotonic": lambda: time.monotonic(),
            "perf": lambda: time.perf_counter(),
            "socket": lambda: socket.socket(),
            "input": lambda: input(),
            "sleep": lambda: time.sleep(0.01),
            "os.path": lambda: os.path.exists("/etc/hosts"),
            "today": lambda: datetime.today(),
            "print": lambda: print("printed"),
            "random.randint": lambda: random.randint(1, 3),
            "SystemRandom": lambda: random.SystemRandom().random(),
            "loop.time": lambda: asyncio.get_running_loop().time() > 1e9,
            "run_in_executor": lambda: asyncio.get_running_loop().run_in_executor(None, print),
        }.items():
            try:
                v = f()
                out.append(f"{name}: allowed")
            except BaseException as e:
                out.append(f"{name}: {type(e).__name__}: {str(e)[:70]}")
        try:
            await asyncio.to_thread(print)
        except BaseException as e:
            out.append(f"to_thread: {e!r}")
        return out


async def main():
    c = await Client.connect("localhost:7233")
    async with Worker(c, task_queue=RUN + "p22", workflows=[W]):
        h = await c.start_workflow(W.run, "x", id=RUN + "p22", task_queue=RUN + "p22")
        for l in await h.result():
            print(l)


if __name__ == "__main__":
    asyncio.run(main())
