"""Each call of the model has a time-out of its own, shorter than the request's, and is tried again."""

from durable_lab import world
from durable_lab.in_memory_loop import Client, RequestTimedOut


def ask(prompt: str) -> str:
    for _ in range(4):
        try:
            return world.model(prompt, timeout=10)
        except world.CallTimedOut:
            continue
    return "no advice"


def agent(request: dict[str, str]) -> str:
    ticket = world.call("open_ticket", title=request["alert"])
    advice = ask(f"What to do about: {request['alert']}?")
    return f"{ticket}: {advice}"


client = Client(deadline=60, tries=3)
try:
    print(client.send(agent, {"id": "REQ-9", "alert": "disk full on db-7"}))
except RequestTimedOut:
    print("no answer, after 3 tries of 60 seconds")
