"""A journal that outlives the process says which changes are made: it saves the work before the crash."""  #: journal
"""The journal saves work; the key, made of the request and the step, makes it right."""  #: key

from typing import Any

from durable_lab import world
from durable_lab.in_memory_loop import Client, Journal

HOSTS = ["web-1", "web-2", "web-3", "web-4", "web-5"]

journal = Journal("journal.db")


def agent(request: dict[str, Any]) -> str:
    for host in request["hosts"]:
        step = f"{request['id']}/{host}"
        if not journal.done(step):
            receipt = world.call("apply_change", host=host)  #: journal
            receipt = world.call("apply_change", host=host, key=step)  #: key
            journal.record(step, receipt)
            print("changed", host)  #: article
        else:  #: article
            print("done before:", host)  #: article
    return f"{len(request['hosts'])} changes applied"


client = Client(deadline=60, tries=3)
print(client.send(agent, {"id": "REQ-7", "hosts": HOSTS}))  # the id comes from the client
