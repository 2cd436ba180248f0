"""The agent asks and waits for days; the decision is written down before anything is done on it."""

from durable_lab import world
from durable_lab.in_memory_loop import Client, Journal

world.people({"approve": "yes@2d"})
journal = Journal("decisions.db")


def agent(request: dict) -> str:
    world.intend("apply", {"change": request["change"]}, approval="approve")
    if not journal.done("decision"):
        journal.record("decision", world.ask("approve", about=request))
    if journal.get("decision") != "yes":
        return "not approved"
    return world.call("apply", change=request["change"], key=f"{request['change']}/apply")


print(Client(deadline=30 * 86400).send(agent, {"change": "restart db-7"}))
