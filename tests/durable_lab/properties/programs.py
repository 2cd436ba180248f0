"""Random programs of each topology: effects with and without keys, models, records, waits, questions, branches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from textwrap import indent

from hypothesis import strategies as st

from tests.support import graph


@dataclass(frozen=True)
class Act:
    """One thing that a program does."""

    what: str
    name: str = "a"
    keyed: bool = True
    guarded: bool = False
    """Whether an error of the call is caught: the branch not taken otherwise."""


def effects(keyed: bool | None) -> st.SearchStrategy[Act]:
    """Effects with a key, without one, or (None) both."""
    keys = st.booleans() if keyed is None else st.just(keyed)
    return st.builds(Act, st.just("effect"), st.sampled_from("abc"), keys, st.booleans())


OTHERS = st.sampled_from([Act("sleep"), Act("model", "p"), Act("model", "q"), Act("record"), Act("branch")])


def acts(keyed: bool | None, most: int) -> st.SearchStrategy[list[Act]]:
    """A few acts, at least one of them an effect."""
    first = st.lists(effects(keyed) | OTHERS, max_size=most - 1)
    return st.builds(lambda some, effect: [*some, effect], first, effects(keyed))


def lines(some: list[Act], where: str, matter: str, record: str) -> str:
    """Acts as the body of a plain function. `matter` is an expression: what it is about, a part of each key."""
    text = [f"matter = {matter}"]
    for i, act in enumerate(some):
        place = f"{where}{i}"
        match act.what:
            case "effect":
                given = f", key=f'{{matter}}/{place}'" if act.keyed else ""
                call = f"world.call({act.name!r}, of=matter, at={place!r}{given})"
                caught = f"try:\n    {call}\nexcept world.CallFailed:\n    print('failed')"
                text.append(caught if act.guarded else call)
            case "sleep":
                text.append("time.sleep(3)")
            case "model":
                text.append(f"says = world.model({act.name!r})")
            case "record":
                text.append(record.format(where=place))
            case _:
                text.append(f"if world.model({place!r}).endswith('{i}'):\n    print('as it was asked')")
    return "\n".join(text)


HEAD = """
import time
from durable_lab import world
"""

TOGETHER = """
async def together{n}():
    calls = [asyncio.to_thread(world.call, name, of={n}, at=at, key=key) for name, at, key in {calls!r}]
    await asyncio.gather(*calls)
asyncio.run(together{n}())
"""


def plain_program(some: list[Act], beside: list[list[Act]]) -> str:
    """No engine at all: a file that begins again from its first line, with effects side by side."""
    text = "import asyncio" + HEAD + lines(some, "s", "1", "pass")
    for n, several in enumerate(beside):
        calls = [(act.name, i, f"{i}/{n}" if act.keyed else None) for i, act in enumerate(several)]
        text += TOGETHER.format(n=n, calls=calls)
    return text + "\n"


def plain_programs(keyed: bool | None) -> st.SearchStrategy[str]:
    beside = st.lists(st.lists(effects(keyed), min_size=2, max_size=3), max_size=2)
    return st.builds(plain_program, acts(keyed, 4), beside)


LOOP = (
    HEAD
    + """
from durable_lab.in_memory_loop import Client, Journal
journal = Journal("journal.db")
def agent(request):
{body}
client = Client(deadline=3600.0, tries=9)
for n in range({requests}):
    client.send(agent, n)
"""
)


def loop_program(some: list[Act], requests: int) -> str:
    record = "if not journal.done(f'{{matter}}/{where}'): journal.record(f'{{matter}}/{where}', matter)"
    return LOOP.format(body=indent(lines(some, "s", "request", record), "    "), requests=requests)


def loop_programs(keyed: bool | None) -> st.SearchStrategy[str]:
    return st.builds(loop_program, acts(keyed, 4), st.integers(1, 2))


def graph_program(nodes: list[list[Act]], asks: list[bool], durability: str) -> str:
    text = ["import time"]
    names = [f"node{i}" for i in range(len(nodes))]
    for name, some, question in zip(names, nodes, asks, strict=False):
        body = lines(some, f"{name}.", "state['n']", "pass")
        if question:
            body += f"\nworld.call('noted', of=interrupt({name!r}), at={name!r}, key={name!r})"
        text.append(f"def {name}(state):\n{indent(body, '    ')}\n    return {{'log': [{name!r}]}}")
    text.append(f"app = chain([{', '.join(names)}])")
    text.append(f"result = app.invoke({{'n': 1}}, thread, durability={durability!r})")
    again = f"result = app.invoke(Command(resume='yes'), thread, durability={durability!r})"
    text.append(f"while '__interrupt__' in result:\n    {again}")
    return graph("\n".join(text) + "\n")


def graph_programs(keyed: bool | None) -> st.SearchStrategy[str]:
    nodes = st.lists(acts(keyed, 2), min_size=1, max_size=3)
    asks = st.lists(st.booleans(), min_size=3, max_size=3)
    return st.builds(graph_program, nodes, asks, st.sampled_from(["sync", "async", "exit"]))


QUEUE = (
    HEAD
    + """
from durable_lab.queue_workers import JobStore, Queue
queue = Queue("jobs", lease=30, max_deliveries=20)
records = JobStore("records.db")
@queue.worker
def work(message):
{body}
    message.complete()
if __name__ == "__main__":
    for n in range({messages}):
        queue.send(n)
    queue.run(workers={workers})
"""
)


def queue_program(some: list[Act], messages: int, workers: int) -> str:
    record = "if records.get(f'{{matter}}/{where}') is None: records.put(f'{{matter}}/{where}', matter)"
    body = indent(lines(some, "s", "message.body", record), "    ")
    return QUEUE.format(body=body, messages=messages, workers=workers)


def queue_programs(keyed: bool | None) -> st.SearchStrategy[str]:
    return st.builds(queue_program, acts(keyed, 3), st.integers(1, 3), st.integers(1, 2))


WORKFLOW = """
import asyncio, time
from datetime import timedelta
from temporalio import activity, workflow
from temporalio.client import Client
from temporalio.worker import Worker
from durable_lab import world
{activities}
@workflow.defn
class Flow:
    def __init__(self):
        self.heard = 0
    @workflow.signal
    def hear(self):
        self.heard += 1
    @workflow.run
    async def run(self, n: int):
{body}
async def main():
    client = await Client.connect("localhost:7233")
    async with Worker(client, task_queue="q", workflows=[Flow], activities=[{names}], activity_executor=object()):
        handle = await client.start_workflow(Flow.run, 1, id="wf", task_queue="q")
        for _ in range({signals}):
            await handle.signal(Flow.hear)
        await handle.result()
if __name__ == "__main__":
    asyncio.run(main())
"""


def workflow_program(activities: list[list[Act]], between: list[str]) -> str:
    names = [f"act{i}" for i in range(len(activities))]
    defined = [
        f"@activity.defn\ndef {name}(n: int) -> None:\n{indent(lines(some, f'{name}.', 'n', 'pass'), '    ')}\n"
        for name, some in zip(names, activities, strict=True)
    ]
    body, signals = [], 0
    for name, then in zip(names, between, strict=False):
        body.append(
            f"await workflow.execute_activity({name}, n, start_to_close_timeout=timedelta(minutes=5))"
        )
        match then:
            case "sleep":
                body.append("await asyncio.sleep(3600)")
            case "wait":
                signals += 1
                body.append(f"await workflow.wait_condition(lambda: self.heard >= {signals})")
            case "chance":
                body.append("if workflow.random().random() < 0.5: await asyncio.sleep(1)")
    return WORKFLOW.format(
        activities="\n".join(defined),
        body=indent("\n".join(body), "        "),
        names=", ".join(names),
        signals=signals,
    )


def workflow_programs(keyed: bool | None) -> st.SearchStrategy[str]:
    between = st.lists(st.sampled_from(["", "sleep", "wait", "chance"]), min_size=3, max_size=3)
    return st.builds(workflow_program, st.lists(acts(keyed, 2), min_size=1, max_size=3), between)


TOPOLOGIES: dict[str, Callable[[bool | None], st.SearchStrategy[str]]] = {
    "no engine": plain_programs,
    "in_memory_loop": loop_programs,
    "checkpointed_graph": graph_programs,
    "queue_workers": queue_programs,
    "durable_workflow": workflow_programs,
}
"""For each topology a strategy of programs whose effects all have keys (True), none (False), or some (None)."""
