"""The loop at its best: look things up, summarise, answer. It takes seconds and changes nothing outside."""

from durable_lab import world
from durable_lab.in_memory_loop import Client

NOTES = {
    "db-7 disk": "db-7: disk 91 % full since Monday",
    "db-7 backups": "db-7: last backup 04:00, complete",
    "web-1 load": "web-1: load 0.4",
}

world.answers({"Search terms": "db-7", "Summarise": "db-7 runs out of disk; its backups are fine."})


def look_up(term: str) -> list[str]:
    return [note for topic, note in NOTES.items() if term in topic]


def agent(request: dict[str, str]) -> str:
    question = request["question"]
    term = world.model(f"Search terms for: {question}")
    found = look_up(term)
    print(f"found {len(found)} notes on {term}")
    return world.model(f"Summarise for {question!r}: {found}")


client = Client(deadline=60)
answer = client.send(agent, {"id": "REQ-1", "question": "Is db-7 healthy?"})
print("answer:", answer)
