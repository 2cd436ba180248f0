"""A question, looked up and summarised in one go: seconds of work, nothing changed outside."""

from durable_lab import world
from durable_lab.in_memory_loop import Client

NOTES = {
    "db-7 disk": "disk 91 % full since Monday",
    "db-7 backups": "last backup 04:00, complete",
    "web-1 load": "load 0.4",
}

world.answers({"Search terms": "db-7", "Summarise": "db-7 runs out of disk; its backups are fine."})


def look_up(term: str) -> list[str]:
    return [f"{topic}: {note}" for topic, note in NOTES.items() if term in topic]


def agent(request: dict[str, str]) -> str:
    question = request["question"]
    term = world.model(f"Search terms for: {question}")
    return world.model(f"Summarise for {question}: {look_up(term)}")


client = Client(deadline=60, tries=3)
print(client.send(agent, {"question": "Is db-7 healthy?"}))
