"""A message that refunds and then kills its worker, each time that it is delivered."""  #: naive
"""The same on a quorum queue of RabbitMQ, whose limit counts redeliveries and not the first delivery."""  #: quorum
"""A key makes each delivery the same refund; the last delivery sets the message aside, and says why."""  #: key

import os

from durable_lab import world
from durable_lab.queue_workers import Message, Queue

queue = Queue("refunds", lease=30, max_deliveries=3)  #: naive key
queue = Queue("refunds", lease=30, max_deliveries=3, broker="rabbitmq-quorum")  #: quorum


def render(receipt: str, pages: int) -> None:
    if pages > 1000:
        os._exit(137)  # out of memory: the system kills the process, and no `except` sees it


@queue.worker
def refund(message: Message) -> None:
    order = message.body["order"]
    if message.delivery_count == 3:  # the broker would only say that there were too many  #: key
        message.dead_letter("rendering this receipt has killed two workers")  #: key
        return  #: key
    receipt = world.call("refund", order=order)  #: naive quorum
    receipt = world.call("refund", order=order, key=f"{order}/refund")  #: key
    render(receipt, message.body["pages"])
    message.complete()


if __name__ == "__main__":
    queue.send({"order": "A-1042", "pages": 90_000})
    queue.run(workers=1)
    for letter in queue.dead_letters():
        print(f"dead letter {letter.id}: {letter.reason}")
