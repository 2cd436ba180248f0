"""A model says how, and would say it otherwise the next time: its answer is written down before it is acted on."""

from durable_lab import world
from durable_lab.in_memory_loop import Client, Journal

world.answers({"How": ["one by one", "all at once", "not today"]})
journal = Journal("plans.db")


def agent(request: dict) -> str:
    host = request["host"]
    world.intend("restart", {"host": host})
    if not journal.done("how"):
        journal.record("how", world.model(f"How to restart {host}?"))
    how = journal.get("how")
    return world.call("restart", host=host, how=how, key=f"{host}/restart")


print(Client().send(agent, {"host": "web"}))
