"""Two reminders with days between them: the deadline is long, the number of the reminder is in its key."""

import time

from durable_lab import world
from durable_lab.in_memory_loop import Client


def agent(request: dict) -> str:
    for n in (1, 2):
        world.call("remind", who=request["who"], n=n, key=f"{request['id']}/remind/{n}")
        time.sleep(2 * 86400)
    return "reminded twice"


print(Client(deadline=30 * 86400).send(agent, {"id": "REQ-7", "who": "Ann"}))
