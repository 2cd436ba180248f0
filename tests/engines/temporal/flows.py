"""What the engine does, case by case: results, errors, histories. `flows.txt` is what the real one printed.

Recorded on Temporal server 1.32.0 with the Python SDK 1.35.0. To record again, give `RUN` a value of its own,
connect to a development server, and run the file with `temporalio` installed.
"""

import asyncio
from dataclasses import dataclass
from datetime import timedelta

from temporalio import activity, workflow
from temporalio.api.enums.v1 import EventType
from temporalio.client import Client, WorkflowFailureError
from temporalio.common import RetryPolicy, WorkflowIDReusePolicy
from temporalio.exceptions import ActivityError, ApplicationError, WorkflowAlreadyStartedError
from temporalio.service import RPCError
from temporalio.worker import Worker

RUN = "flows"
LONG = timedelta(seconds=20)
SHORT = timedelta(seconds=1)
FAST = RetryPolicy(initial_interval=timedelta(milliseconds=50))


@dataclass
class Order:
    number: str
    amount: int


@activity.defn
async def flaky(good: int) -> int:
    attempt = activity.info().attempt
    if attempt < good:
        raise ValueError(f"attempt {attempt}")
    return attempt


@activity.defn
async def never(kind: str) -> str:
    if kind == "final":
        raise ApplicationError("no", 7, type="Final", non_retryable=True)
    raise RuntimeError("always")


@activity.defn
async def slow(seconds: float) -> str:
    await asyncio.sleep(seconds)
    return f"slept {seconds}, attempt {activity.info().attempt}"


@activity.defn
async def twice(order: Order) -> Order:
    return Order(order.number, order.amount * 2)


@activity.defn
async def beats(how: str) -> str:
    info = activity.info()
    if info.attempt > 1:
        return f"got {list(info.heartbeat_details)}"
    for item in range(5):
        activity.heartbeat(item)
        await asyncio.sleep(0.1)
    if how == "raise":
        raise RuntimeError("stop")
    await asyncio.sleep(10)
    return "?"


def act(what, given, **options):
    return workflow.execute_activity(what, given, **{"start_to_close_timeout": LONG, **options})


def said(error: BaseException) -> str:
    return f"{error!r} {error.retry_state.name} {error.activity_type} {error.activity_id} <- {error.cause!r}"


@workflow.defn
class Flow:
    def __init__(self) -> None:
        self.said: list[str] = []

    @workflow.signal
    def say(self, what: str) -> None:
        self.said.append(what)

    @workflow.signal
    async def slow_say(self, what: str) -> None:
        await asyncio.sleep(2)
        self.said.append("slow " + what)

    @workflow.query
    def heard(self) -> list[str]:
        return self.said

    @workflow.run
    async def run(self, kind: str, n: int = 0) -> str:
        return await getattr(self, kind)(n)

    async def signalled_first(self, n: int) -> str:
        return ",".join(["run", *self.said])

    async def retried(self, n: int) -> str:
        return f"attempt {await act(flaky, 3, retry_policy=FAST)}"

    async def used_up(self, n: int) -> str:
        return await act(flaky, 3, retry_policy=RetryPolicy(initial_interval=SHORT, maximum_attempts=2))

    async def final(self, n: int) -> str:
        return await act(never, "final")

    async def type_not_retried(self, n: int) -> str:
        return await act(never, "x", retry_policy=RetryPolicy(non_retryable_error_types=["RuntimeError"]))

    async def caught(self, n: int) -> str:
        try:
            return await act(never, "final")
        except ActivityError as error:
            return f"{said(error)} {error.cause.type} {error.cause.details}"

    async def start_to_close(self, n: int) -> str:
        policy = RetryPolicy(maximum_attempts=2, initial_interval=SHORT)
        try:
            return await act(slow, 30.0, start_to_close_timeout=SHORT, retry_policy=policy)
        except ActivityError as error:
            return f"{said(error)} {error.cause.type.name}"

    async def schedule_to_close(self, n: int) -> str:
        policy = RetryPolicy(initial_interval=timedelta(seconds=2))
        try:
            return await act(never, "x", schedule_to_close_timeout=timedelta(seconds=10), retry_policy=policy)
        except ActivityError as error:
            return said(error)

    async def together(self, n: int) -> str:
        return str(await asyncio.gather(act(slow, 3.0), act(slow, 1.0), asyncio.sleep(6)))

    async def dataclasses(self, n: int) -> str:
        return repr(await act(twice, Order("A", 2)))

    async def beats_raise(self, n: int) -> str:
        return await act(beats, "raise", heartbeat_timeout=timedelta(seconds=2), retry_policy=FAST)

    async def beats_hang(self, n: int) -> str:
        return await act(beats, "hang", heartbeat_timeout=timedelta(seconds=2), retry_policy=FAST)

    async def continued(self, n: int) -> str:
        if n < 2:
            workflow.continue_as_new(args=["continued", n + 1])
        return f"run {n}"

    async def failed(self, n: int) -> str:
        raise ApplicationError("bad", "detail", type="Bad")

    async def timed_out(self, n: int) -> str:
        await workflow.wait_condition(lambda: False, timeout=SHORT)
        return "?"

    async def gave_up_waiting(self, n: int) -> str:
        try:
            return await asyncio.wait_for(act(slow, 6.0), 2)
        except ActivityError as error:
            return f"{error!r} <- {error.cause!r}"

    async def no_timeout(self, n: int) -> str:
        try:
            return await workflow.execute_activity(slow, 1.0)
        except ValueError as error:
            return repr(error)

    async def started_twice(self, n: int) -> str:
        first = workflow.start_activity(slow, 1.0, start_to_close_timeout=LONG)
        second = workflow.start_activity(slow, 3.0, start_to_close_timeout=LONG)
        return f"{await second}; {await first}"

    async def whichever(self, n: int) -> str:
        waits = [asyncio.create_task(asyncio.sleep(1)), asyncio.create_task(asyncio.sleep(5))]
        done, rest = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        return f"{len(done)} done, {len(rest)} not"

    async def timers(self, n: int) -> str:
        await workflow.wait_condition(lambda: True, timeout=5)
        other = asyncio.create_task(workflow.sleep(9))
        await workflow.sleep(timedelta(seconds=1))
        other.cancel()
        await asyncio.sleep(1)
        return "ok"

    async def patch(self, n: int) -> str:
        if workflow.patched("p1"):
            await asyncio.sleep(1)
        workflow.deprecate_patch("p2")
        return "ok"

    async def hear(self, n: int) -> str:
        await workflow.wait_condition(lambda: "end" in self.said)
        await asyncio.sleep(2)
        return ",".join(self.said)


CASES = """
    retried used_up final type_not_retried caught start_to_close schedule_to_close together dataclasses
    beats_raise beats_hang continued failed timed_out gave_up_waiting no_timeout started_twice whichever timers patch
"""


async def show(handle) -> None:
    try:
        print("  ", repr(await handle.result()))
    except WorkflowFailureError as error:
        text, cause = repr(error), error.cause
        while cause is not None:
            text, cause = f"{text} <- {cause!r}", cause.__cause__
        print("  ", text)
    print("  ", (await handle.describe()).status.name)
    async for event in handle.fetch_history_events():
        print("    ", event.event_id, EventType.Name(event.event_type))


async def refusals(client: Client, handle) -> None:
    try:
        await handle.signal(Flow.say, "late")
    except RPCError as error:
        print(repr(error), error.status.name)
    for policy in (WorkflowIDReusePolicy.REJECT_DUPLICATE, WorkflowIDReusePolicy.ALLOW_DUPLICATE_FAILED_ONLY):
        try:
            await client.start_workflow(
                Flow.run, "hear", id=f"{RUN}-hear", task_queue=RUN, id_reuse_policy=policy
            )
        except WorkflowAlreadyStartedError as error:
            print(repr(error))
    try:
        await client.get_workflow_handle(f"{RUN}-absent").describe()
    except RPCError as error:
        print(error.status.name)
    try:
        await handle.query("absent")
    except Exception as error:
        print(repr(error))


async def main() -> None:
    client = await Client.connect("localhost:7233")
    early = await client.start_workflow(Flow.run, "signalled_first", id=f"{RUN}-early", task_queue=RUN)
    await early.signal(Flow.say, "early")
    activities = [flaky, never, slow, twice, beats]
    async with Worker(client, task_queue=RUN, workflows=[Flow], activities=activities):
        print("signalled_first")
        await show(early)
        for case in CASES.split():
            print(case)
            await show(
                await client.start_workflow(Flow.run, args=[case, 0], id=f"{RUN}-{case}", task_queue=RUN)
            )
        print("hear")
        handle = await client.start_workflow(Flow.run, "hear", id=f"{RUN}-hear", task_queue=RUN)
        for what in ("a", "a", "b"):
            await asyncio.sleep(1)
            await handle.signal(Flow.say, what)
        await handle.signal("slow_say", "c")
        await asyncio.sleep(5)
        print("  ", await handle.query(Flow.heard), await handle.query("heard"))
        try:
            await client.start_workflow(Flow.run, "hear", id=f"{RUN}-hear", task_queue=RUN)
        except WorkflowAlreadyStartedError as error:
            print("  ", repr(error))
        await handle.signal(Flow.say, "end")
        await show(handle)
        await refusals(client, handle)
        print("terminated")
        handle = await client.start_workflow(Flow.run, "hear", id=f"{RUN}-hear", task_queue=RUN)
        await asyncio.sleep(1)
        await handle.terminate(reason="enough")
        await show(handle)
    print("nobody to answer")
    handle = await client.start_workflow(Flow.run, "hear", id=f"{RUN}-nobody", task_queue=RUN)
    try:
        await handle.query("heard")
    except RPCError as error:
        print("  ", repr(error))
    await handle.terminate()


if __name__ == "__main__":
    asyncio.run(main())
