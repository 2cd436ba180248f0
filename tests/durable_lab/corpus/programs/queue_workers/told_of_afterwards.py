"""What was done can be told from the records: the receipt is in them before the message is settled."""

from durable_lab import world
from durable_lab.queue_workers import JobStore, Message, Queue

queue = Queue("refunds", lease=30)
records = JobStore("records.db")


@queue.worker
def refund(message: Message) -> None:
    order = message.body["order"]
    receipt = world.call("refund", order=order, key=f"{order}/refund")
    records.put(order, {"order": order, "receipt": receipt})
    message.complete()


if __name__ == "__main__":
    world.intend("refund", {"order": "A-1042"}, audited=True)
    queue.send({"order": "A-1042"})
    queue.run(workers=2)
