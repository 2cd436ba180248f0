"""The same hangs: each call has a time-out of its own and is tried again, and the ticket has a key."""

# durable-lab: --fault "hang model:model#1 ; hang model:model#2 ; hang model:model#3"

from durable_lab import world
from durable_lab.in_memory_loop import Client

world.answers({"What to do": "delete old logs, then grow the volume"})


def ask(prompt: str) -> str:
    for _ in range(4):
        try:
            return world.model(prompt, timeout=10)  # shorter than the request's 60
        except world.CallTimedOut:
            print("the model hangs, asking again")
    return "no advice"


def agent(request: dict[str, str]) -> str:
    ticket = world.call("open_ticket", title=request["alert"], key=f"{request['id']}/ticket")
    advice = ask(f"What to do about: {request['alert']}?")
    return f"{ticket}: {advice}"


client = Client(deadline=60, tries=3)
print(client.send(agent, {"id": "REQ-9", "alert": "disk full on db-7"}))
