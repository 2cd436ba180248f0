"""A journal saves work, a key makes it right; the journal's value is the receipt."""

from durable_lab import world
from durable_lab.in_memory_loop import Client, Journal

journal = Journal("journal.db")


def agent(request: dict) -> list:
    receipts = []
    for host in request["hosts"]:
        step = f"{request['id']}/{host}"
        if not journal.done(step):
            receipt = world.call("patch", host=host, key=step)
            journal.record(step, receipt)
        receipts.append(journal.get(step))
    return receipts


print(Client().send(agent, {"id": "REQ-2", "hosts": ["web-1", "web-2"]}))
