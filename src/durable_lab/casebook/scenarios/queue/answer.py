"""A question as a message: a worker answers it into the job store, where the API finds it."""

from durable_lab import world
from durable_lab.queue_workers import JobStore, Message, Queue

NOTES = {
    "db-7 disk": "disk 91 % full since Monday",
    "db-7 backups": "last backup 04:00, complete",
    "web-1 load": "load 0.4",
}

world.answers({"Search terms": "db-7", "Summarise": "db-7 runs out of disk; its backups are fine."})

queue = Queue("questions", lease=30)
answers = JobStore("answers.db")


def look_up(term: str) -> list[str]:
    return [f"{topic}: {note}" for topic, note in NOTES.items() if term in topic]


@queue.worker
def work(message: Message) -> None:
    job, question = message.body["job"], message.body["question"]
    if answers.get(job) is None:
        term = world.model(f"Search terms for: {question}")
        answers.put(job, world.model(f"Summarise for {question}: {look_up(term)}"))
    message.complete()


if __name__ == "__main__":
    queue.send({"job": "Q-1", "question": "Is db-7 healthy?"})
    queue.run(workers=1)
    print(answers.get("Q-1"))
