"""The repair: a journal that outlives the process, and a key made of the request and the step."""

# durable-lab: --fault "crash at effect:apply_change#3.applied"

from typing import Any

from durable_lab import world
from durable_lab.in_memory_loop import Client, Journal

journal = Journal("journal.db")


def agent(request: dict[str, Any]) -> str:
    for host in request["hosts"]:
        step = f"{request['id']}/{host}"
        if journal.done(step):  # saves work
            print("done before:", host)
            continue
        receipt = world.call("apply_change", host=host, key=step)  # makes it right
        journal.record(step, receipt)
        print("changed", host)
    return f"{len(request['hosts'])} changes applied"


client = Client(deadline=60, tries=3)
hosts = ["web-1", "web-2", "web-3", "web-4", "web-5"]
print(client.send(agent, {"id": "REQ-7", "hosts": hosts}))  # the id comes from the client
