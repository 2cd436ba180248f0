"""A claim keeps rivals from the same work; whoever finds a claim without a result goes on, under the same key."""

from durable_lab import world
from durable_lab.queue_workers import JobStore, Message, Queue

queue = Queue("refunds", lease=30)
records = JobStore("records.db")


@queue.worker
def refund(message: Message) -> None:
    order = message.body["order"]
    mine = records.claim(order, "running")
    if not mine and records.get(order) != "running":
        message.complete()
        return
    receipt = world.call("refund", order=order, key=f"{order}/refund")
    records.put(order, receipt)
    message.complete()


if __name__ == "__main__":
    queue.send({"order": "A-1042"})
    queue.run(workers=2)
