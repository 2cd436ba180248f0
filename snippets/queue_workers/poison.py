"""A poison message: it does its effect, then fails, each time. The limit of deliveries bounds the damage."""

from durable_lab import world
from durable_lab.queue_workers import Message, Queue

queue = Queue("refunds", lease=30, max_deliveries=3)


@queue.worker
def refund(message: Message) -> None:
    world.call("refund", order=message.body["order"])
    print(f"delivery {message.delivery_count}: refunded, now the receipt")
    send_receipt(message.body["address"])  # this message has none
    message.complete()


def send_receipt(address: str) -> None:
    world.call("send_receipt", address=address)


if __name__ == "__main__":
    queue.send({"order": "A-1042"})
    queue.run(workers=2)
    for letter in queue.dead_letters():
        print(f"dead letter {letter.id}: {letter.reason}")
