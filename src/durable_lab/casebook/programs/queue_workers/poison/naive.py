"""A message that refunds and then kills its worker, each time that it is delivered."""

import os

from durable_lab import world
from durable_lab.queue_workers import Message, Queue

queue = Queue("refunds", lease=30, max_deliveries=3)


def render(receipt: str, pages: int) -> None:
    if pages > 1000:
        os._exit(137)  # out of memory: the system kills the process, and no `except` sees it


@queue.worker
def refund(message: Message) -> None:
    order = message.body["order"]
    receipt = world.call("refund", order=order)
    render(receipt, message.body["pages"])
    message.complete()


if __name__ == "__main__":
    queue.send({"order": "A-1042", "pages": 90_000})
    queue.run(workers=1)
    for letter in queue.dead_letters():
        print(f"dead letter {letter.id}: {letter.reason}")
