"""The worker reads the record first, as it should, and then refunds without a key."""  #: naive
"""The worker claims the order in one atomic step, then refunds: who finds it claimed leaves it alone."""  #: claim
"""The record saves work; the key, made from the order and the step, makes it right."""  #: key

from durable_lab import world
from durable_lab.queue_workers import JobStore, Message, Queue

queue = Queue("refunds", lease=30)
records = JobStore("records.db")


@queue.worker
def refund(message: Message) -> None:
    order = message.body["order"]
    if records.claim(order):  #: claim
        receipt = world.call("refund", order=order)  #: claim
        records.put(order, receipt)  #: claim
    if records.get(order) is None:  #: naive key
        print(f"delivery {message.delivery_count}: no record of {order}")  #: article
        receipt = world.call("refund", order=order)  #: naive
        receipt = world.call("refund", order=order, key=f"{order}/refund")  #: key
        records.put(order, receipt)  #: naive key
    message.complete()


if __name__ == "__main__":
    queue.send({"order": "A-1042"})
    queue.run(workers=2)
    print("the record says:", records.get("A-1042"))  #: article
