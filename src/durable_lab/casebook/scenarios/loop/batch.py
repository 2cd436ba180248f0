"""The nightly checks in one request: all at once, and all again if the process dies."""

import asyncio

from durable_lab import world
from durable_lab.in_memory_loop import Client

COUNT = 6  # hundreds, in earnest
KEYED = False  #: naive
KEYED = True  #: keyed


async def check(night: str, host: str) -> str:
    return await world.acall("check", host=host, key=f"{night}/{host}" if KEYED else None)


async def agent(request: dict[str, str]) -> int:
    hosts = [f"db-{n}" for n in range(1, COUNT + 1)]
    reports = await asyncio.gather(*(check(request["night"], host) for host in hosts))
    return len(reports)


client = Client(deadline=600, tries=3)
print("reports:", client.send(agent, {"night": "2026-01-01"}))
