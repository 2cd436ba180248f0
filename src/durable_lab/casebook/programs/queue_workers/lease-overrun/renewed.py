"""The lease is renewed every third of its length while the step goes on."""

import time

from durable_lab import world
from durable_lab.queue_workers import JobStore, LockLost, Message, Queue

queue = Queue("refunds", lease=30)
records = JobStore("records.db")


@queue.worker
def refund(message: Message) -> None:
    order = message.body["order"]
    try:
        if records.get(order) is None:
            for _ in range(4):
                time.sleep(10)  # look at the pictures, weigh the complaint
                message.renew()
            time.sleep(5)
            receipt = world.call("refund", order=order)
            records.put(order, receipt)
        message.complete()
    except LockLost:
        print(f"delivery {message.delivery_count}: the lock was lost")


if __name__ == "__main__":
    queue.send({"order": "A-1042"})
    queue.run(workers=2)
