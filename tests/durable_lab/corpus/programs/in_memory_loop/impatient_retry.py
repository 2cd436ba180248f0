"""A call that is given up after a while and tried again under the same key: the first one may have been done."""

from durable_lab import world
from durable_lab.in_memory_loop import Client


def patiently(name: str, order: str) -> str:
    for attempt in range(1, 4):
        try:
            key = f"{order}/{name}"
            return world.call(name, order=order, key=key, timeout=5)
        except (world.CallTimedOut, world.CallFailed):
            print("attempt", attempt, "of", name)
    return "gave up"


def agent(request: dict) -> str:
    return patiently("refund", request["order"])


print(Client().send(agent, {"order": "A-1042"}))
