"""The worker claims the order in one atomic step, then refunds: who finds it claimed leaves it alone."""

from durable_lab import world
from durable_lab.queue_workers import JobStore, Message, Queue

queue = Queue("refunds", lease=30)
records = JobStore("records.db")


@queue.worker
def refund(message: Message) -> None:
    order = message.body["order"]
    if records.claim(order):
        receipt = world.call("refund", order=order)
        records.put(order, receipt)
    message.complete()


if __name__ == "__main__":
    queue.send({"order": "A-1042"})
    queue.run(workers=2)
