"""Each effect has a key made of the request's id and the step."""

from durable_lab import world
from durable_lab.in_memory_loop import Client


def agent(request: dict) -> str:
    for step in ("drain", "restart", "undrain"):
        world.call(step, host=request["host"], key=f"{request['id']}/{step}")
    return "restarted"


print(Client().send(agent, {"id": "REQ-1", "host": "db-7"}))
