"""The ticket first, then a model that hangs: each try of the client begins from nothing."""  #: naive
"""Each call of the model has a time-out of its own, shorter than the request's, and is tried again."""  #: call-timeouts

from durable_lab import world
from durable_lab.in_memory_loop import Client, RequestTimedOut


def ask(prompt: str) -> str:  #: call-timeouts
    for _ in range(4):  #: call-timeouts
        try:  #: call-timeouts
            return world.model(prompt, timeout=10)  #: call-timeouts
        except world.CallTimedOut:  #: call-timeouts
            continue  #: call-timeouts
    return "no advice"  #: call-timeouts
#: call-timeouts
#: call-timeouts
def agent(request: dict[str, str]) -> str:
    ticket = world.call("open_ticket", title=request["alert"])
    print("opened", ticket)  #: article
    advice = world.model(f"What to do about: {request['alert']}?")  #: naive
    advice = ask(f"What to do about: {request['alert']}?")  #: call-timeouts
    return f"{ticket}: {advice}"


client = Client(deadline=60, tries=3)
try:
    print(client.send(agent, {"id": "REQ-9", "alert": "disk full on db-7"}))
except RequestTimedOut:
    print("no answer, after 3 tries of 60 seconds")
