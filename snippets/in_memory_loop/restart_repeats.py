"""Five changes, and the process is killed after the third. The client asks again: how many are applied?"""

# durable-lab: --fault "crash at effect:apply_change#3.applied"

from durable_lab import world
from durable_lab.in_memory_loop import Client


def agent(request: dict[str, list[str]]) -> str:
    done = []  # the progress, and it lives here only
    for host in request["hosts"]:
        world.call("apply_change", host=host)
        done.append(host)
        print("changed", host)
    return f"{len(done)} changes applied"


client = Client(deadline=60, tries=3)
print(client.send(agent, {"hosts": ["web-1", "web-2", "web-3", "web-4", "web-5"]}))
