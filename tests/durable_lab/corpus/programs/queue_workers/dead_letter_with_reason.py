"""A message that can't be handled is set aside with its reason, and a person is told once."""

from durable_lab import world
from durable_lab.queue_workers import Message, Queue

queue = Queue("receipts", lease=30)


@queue.worker
def send_receipt(message: Message) -> None:
    order, address = message.body["order"], message.body["address"]
    if address is None:
        world.call("tell_someone", order=order, key=f"{order}/tell")
        message.dead_letter("no address")
        return
    world.call("send_receipt", order=order, address=address, key=f"{order}/receipt")
    message.complete()


if __name__ == "__main__":
    queue.send({"order": "A-1", "address": "Ann"})
    queue.send({"order": "A-2", "address": None})
    queue.run(workers=2)
    for letter in queue.dead_letters():
        assert letter.reason == "no address", letter
