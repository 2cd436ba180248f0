"""The incident in one process: ticket, approval, change and notice, and all its progress in variables."""

from durable_lab import world
from durable_lab.in_memory_loop import Client

KEYED = False  #: naive
KEYED = True  #: keyed


def key(number: str, step: str) -> str | None:
    return f"{number}/{step}" if KEYED else None


def agent(request: dict[str, str]) -> str:
    number, change = request["number"], request["change"]
    world.call("open_ticket", title=number, key=key(number, "ticket"))
    answer = world.ask("approve", about={"change": change})  # the process waits here
    if answer != "yes":
        return "rejected"
    world.call("apply_change", change=change, key=key(number, "change"))
    world.call("send_notice", about=number, key=key(number, "notice"))
    return "closed"


client = Client(deadline=7 * 86400, tries=3)
client.send(agent, {"number": "INC-7", "change": "restart db-7"})
