"""A step of 45 seconds under a lease of 30: a second worker begins while the first is still at it."""

import time

from durable_lab import world
from durable_lab.queue_workers import LockLost, Message, Queue

queue = Queue("refunds", lease=30)
started = time.monotonic()


@queue.worker
def refund(message: Message) -> None:
    delivery = f"delivery {message.delivery_count}"
    print(f"{delivery}: received at {time.monotonic() - started:.0f} s")
    time.sleep(45 if message.delivery_count == 1 else 5)  # the first worker is slow, or paused
    receipt = world.call("refund", order=message.body["order"])
    try:
        message.complete()
        print(f"{delivery}: {receipt}, completed")
    except LockLost:
        print(f"{delivery}: {receipt}, the lock was lost")


if __name__ == "__main__":
    queue.send({"order": "A-1042"})
    queue.run(workers=2)
