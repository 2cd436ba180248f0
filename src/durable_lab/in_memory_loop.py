"""The in-memory loop: an agent is a function, its progress is its variables, and a client that asks again.

    from durable_lab.in_memory_loop import Client

    client = Client(deadline=60, tries=3)
    reply = client.send(agent, {"id": "REQ-7", "question": "is db-7 healthy?"})

The file runs as the process `process`. `Journal` is the first step out of this topology: a durable file.
"""

from durable_lab.topologies.loop.client import Client, RequestTimedOut
from durable_lab.topologies.loop.journal import Journal

__all__ = ["Client", "Journal", "RequestTimedOut"]
