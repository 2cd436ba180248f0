"""A change, reasoned out and approved in one process, which has to stay alive while the person thinks."""

from durable_lab import world
from durable_lab.in_memory_loop import Client

KEYED = False  #: naive
KEYED = True  #: keyed
SAYS = {"Plan": "restart db-7", "Better": "drain, restart db-7", "Review of drain": "fine", "Review": "risky"}

world.answers(SAYS)


def reasoned(question: str) -> str:
    plan = world.model(f"Plan for {question}")
    while world.model(f"Review of {plan}") != "fine":
        plan = world.model(f"Better than {plan}")
    return plan


def agent(request: dict[str, str]) -> str:
    plan = reasoned(request["question"])
    if world.ask("approve", about={"change": plan}) != "yes":
        return "rejected"
    return world.call("apply_change", change=plan, key=f"{request['number']}/change" if KEYED else None)


client = Client(deadline=7 * 86400, tries=3)
client.send(agent, {"number": "CHG-12", "question": "db-7 is slow"})
