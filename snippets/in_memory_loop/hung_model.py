"""The model hangs after the ticket is open; each try of the client opens another, and none is answered."""

# durable-lab: --fault "hang model:model#1 ; hang model:model#2 ; hang model:model#3"

from durable_lab import world
from durable_lab.in_memory_loop import Client, RequestTimedOut


def agent(request: dict[str, str]) -> str:
    ticket = world.call("open_ticket", title=request["alert"])
    print("opened", ticket)
    advice = world.model(f"What to do about: {request['alert']}?")
    return f"{ticket}: {advice}"


client = Client(deadline=60, tries=3)
try:
    print(client.send(agent, {"id": "REQ-9", "alert": "disk full on db-7"}))
except RequestTimedOut:
    print("no answer, after 3 tries of 60 seconds")
