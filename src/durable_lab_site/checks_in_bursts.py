"""Hundreds of checks, in bursts: workers are added as the backlog grows."""

import asyncio
import time

from durable_lab import world
from durable_lab.queue_workers import JobStore, Message, Queue

KEYED = False
BURSTS = ((0, 150), (60, 250), (150, 100))  # from this second on, so many checks
WORKERS = ((10, 6), (90, 12))  # from this second on, so many workers

queue = Queue("checks", lease=30)
reports = JobStore("reports.db")


@queue.worker
def check(message: Message) -> None:
    host = message.body["host"]
    if reports.get(host) is None:
        time.sleep(2)  # it takes a while
        reports.put(host, world.call("check", host=host, key=host if KEYED else None))
    message.complete()


async def send() -> None:
    hosts = iter(range(1, 1 + sum(count for _, count in BURSTS)))
    for start, count in BURSTS:
        await asyncio.sleep(start - asyncio.get_running_loop().time())
        for _ in range(count):
            await queue.asend({"host": f"db-{next(hosts)}"})


async def work() -> None:
    for start, count in WORKERS:
        await asyncio.sleep(start - asyncio.get_running_loop().time())
        adding = asyncio.create_task(queue.arun(workers=count))
    await adding


async def main() -> None:
    await asyncio.gather(send(), work())
    await queue.arun()


if __name__ == "__main__":
    asyncio.run(main())
