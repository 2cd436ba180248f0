"""Five changes in one request; which of them are made is known to a variable only."""

from durable_lab import world
from durable_lab.in_memory_loop import Client

HOSTS = ["web-1", "web-2", "web-3", "web-4", "web-5"]


def agent(request: dict[str, list[str]]) -> str:
    changed = []  # the progress, and it lives here only
    for host in request["hosts"]:
        world.call("apply_change", host=host)
        changed.append(host)
        print("changed", host)  #: article
    return f"{len(changed)} changes applied"


client = Client(deadline=60, tries=3)
print(client.send(agent, {"hosts": HOSTS}))
