"""The record saves work; the key, made from the order and the step, makes it right."""

from durable_lab import world
from durable_lab.queue_workers import JobStore, Message, Queue

queue = Queue("refunds", lease=30)
records = JobStore("records.db")


@queue.worker
def refund(message: Message) -> None:
    order = message.body["order"]
    if records.get(order) is None:
        receipt = world.call("refund", order=order, key=f"{order}/refund")
        records.put(order, receipt)
    message.complete()


if __name__ == "__main__":
    queue.send({"order": "A-1042"})
    queue.run(workers=2)
