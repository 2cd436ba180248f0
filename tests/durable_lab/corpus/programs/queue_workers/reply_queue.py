"""Two queues: the second step is a message of the first, perhaps sent twice; its key is of the business."""

from durable_lab import world
from durable_lab.queue_workers import Message, Queue

orders = Queue("orders", lease=30)
replies = Queue("replies", lease=30)


@orders.worker
def take_order(message: Message) -> None:
    order = message.body["order"]
    receipt = world.call("reserve", order=order, key=f"{order}/reserve")
    replies.send({"order": order, "receipt": receipt})
    message.complete()


@replies.worker
def confirm(message: Message) -> None:
    order = message.body["order"]
    world.call("confirm", order=order, receipt=message.body["receipt"], key=f"{order}/confirm")
    message.complete()


if __name__ == "__main__":
    orders.send({"order": "A-1"})
    orders.run(workers=1)
    replies.run(workers=1)
