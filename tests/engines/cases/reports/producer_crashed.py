# the producer of a queue was never crashed although the report said "every crash point". Right: it is crashed too (and whoever asked it asks again), and the report names who was crashed
# durable-lab: --fault "crash api at record:O-1#1.stored"
from durable_lab import world
from durable_lab.queue_workers import JobStore, Message, Queue

queue, orders = Queue("jobs"), JobStore("orders.db")


@queue.worker
def work(message: Message) -> None:
    world.call("ship", order=message.body, key=message.body)
    message.complete()


if __name__ == "__main__":
    orders.put("O-1", "paid")
    queue.send("O-1")
    queue.run()
