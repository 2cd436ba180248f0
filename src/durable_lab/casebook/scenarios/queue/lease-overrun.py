"""A step of 45 seconds under a lease of 30: a second worker begins while the first is still at it."""

import time

from durable_lab import world
from durable_lab.queue_workers import JobStore, LockLost, Message, Queue

queue = Queue("refunds", lease=30)
records = JobStore("records.db")


@queue.worker
def refund(message: Message) -> None:
    order = message.body["order"]
    if records.get(order) is None:
        time.sleep(45)  # look at the pictures, weigh the complaint
        receipt = world.call("refund", order=order)
        records.put(order, receipt)
    try:
        message.complete()
    except LockLost:
        print(f"delivery {message.delivery_count}: the lock was lost")


if __name__ == "__main__":
    queue.send({"order": "A-1042"})
    queue.run(workers=2)
