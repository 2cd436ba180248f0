"""Effects at the same time, each with its own key; the crash may come between any two of their steps."""

import asyncio

from durable_lab import world
from durable_lab.in_memory_loop import Client


async def agent(request: dict) -> int:
    calls = [world.acall("notify", who=who, key=f"{request['id']}/{who}") for who in request["people"]]
    return len(await asyncio.gather(*calls))


print(Client().send(agent, {"id": "REQ-5", "people": ["Ann", "Bo", "Cy"]}))
