"""The ticket first, then a model that hangs: each try of the client begins from nothing."""

from durable_lab import world
from durable_lab.in_memory_loop import Client, RequestTimedOut


def agent(request: dict[str, str]) -> str:
    ticket = world.call("open_ticket", title=request["alert"])
    advice = world.model(f"What to do about: {request['alert']}?")
    return f"{ticket}: {advice}"


client = Client(deadline=60, tries=3)
try:
    print(client.send(agent, {"id": "REQ-9", "alert": "disk full on db-7"}))
except RequestTimedOut:
    print("no answer, after 3 tries of 60 seconds")
