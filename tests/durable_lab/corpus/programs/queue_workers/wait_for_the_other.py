"""A message that comes before what it needs is abandoned with a delay, not dropped."""

from durable_lab import world
from durable_lab.queue_workers import JobStore, Message, Queue

queue = Queue("steps", lease=30, max_deliveries=10)
records = JobStore("records.db")


@queue.worker
def step(message: Message) -> None:
    name, needs = message.body["step"], message.body["needs"]
    if needs is not None and records.get(needs) is None:
        message.abandon(delay=20)
        return
    world.call(name, key=f"REQ-9/{name}")
    records.put(name, "done")
    message.complete()


if __name__ == "__main__":
    queue.send({"step": "restart", "needs": "drain"})
    queue.send({"step": "drain", "needs": None})
    queue.run(workers=2)
    assert records.get("restart") == "done", "a step was dropped"
