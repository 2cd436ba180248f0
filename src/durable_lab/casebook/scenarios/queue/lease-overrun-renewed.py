"""The lease is renewed every third of its length while the step goes on."""  #: renewed
"""Renewed, keyed and fenced: a worker that was paused and wakes up late refunds and records nothing again."""  #: key

import time

from durable_lab import world
from durable_lab.queue_workers import JobStore, LockLost, Message, Queue  #: renewed
from durable_lab.queue_workers import Fenced, JobStore, LockLost, Message, Queue  #: key

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
            receipt = world.call("refund", order=order)  #: renewed
            receipt = world.call("refund", order=order, key=f"{order}/refund")  #: key
            records.put(order, receipt)  #: renewed
            records.put(order, receipt, fence=message.token)  # an older token is refused  #: key
        message.complete()
    except LockLost:  #: renewed
        print(f"delivery {message.delivery_count}: the lock was lost")  #: renewed
    except (Fenced, LockLost) as error:  #: key
        print(f"delivery {message.delivery_count}: {type(error).__name__}")  #: key


if __name__ == "__main__":
    queue.send({"order": "A-1042"})
    queue.run(workers=2)
