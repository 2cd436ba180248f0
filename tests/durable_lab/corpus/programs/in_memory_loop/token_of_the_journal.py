"""A random token as key: drawn once and written down before it is used."""

import uuid

from durable_lab import world
from durable_lab.in_memory_loop import Client, Journal

journal = Journal("tokens.db")


def agent(request: dict) -> str:
    if not journal.done("token"):
        journal.record("token", uuid.uuid4().hex)
    return world.call("pay", invoice=request["invoice"], key=journal.get("token"))


print(Client().send(agent, {"invoice": "INV-3"}))
