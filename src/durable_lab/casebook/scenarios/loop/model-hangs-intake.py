"""A request is taken in once, and its reply kept; its calls have time-outs, and its ticket has a key."""

from durable_lab import world
from durable_lab.in_memory_loop import Client, Journal, RequestTimedOut

intake = Journal("intake.db")


def ask(prompt: str) -> str:
    for _ in range(4):
        try:
            return world.model(prompt, timeout=10)
        except world.CallTimedOut:
            continue
    return "no advice"


def agent(request: dict[str, str]) -> str:
    accepted, reply = f"{request['id']}/accepted", f"{request['id']}/reply"
    if intake.done(reply):
        return intake.get(reply)  # asked again: the same reply, and no work
    if not intake.done(accepted):
        intake.record(accepted, request)  # from here on it is ours to finish, whoever waits
    ticket = world.call("open_ticket", title=request["alert"], key=f"{request['id']}/ticket")
    advice = ask(f"What to do about: {request['alert']}?")
    intake.record(reply, f"{ticket}: {advice}")
    return intake.get(reply)


client = Client(deadline=60, tries=3)
try:
    print(client.send(agent, {"id": "REQ-9", "alert": "disk full on db-7"}))
except RequestTimedOut:
    print("no answer, after 3 tries of 60 seconds")
