"""The client asks the person, so that no crash of the process loses the answer; the change has a key."""

from durable_lab import world
from durable_lab.in_memory_loop import Client

world.people({"approve": "yes@2d"})


def prepare(request: dict) -> str:
    return world.call("prepare", change=request["id"], key=f"{request['id']}/prepare")


def apply(request: dict) -> str:
    if request["answer"] != "yes":
        return "refused"
    return world.call("apply", change=request["id"], key=f"{request['id']}/apply")


client = Client()
client.send(prepare, {"id": "C-1"})
answer = world.ask("approve", about={"change": "C-1"})
print(client.send(apply, {"id": "C-1", "answer": answer}))
