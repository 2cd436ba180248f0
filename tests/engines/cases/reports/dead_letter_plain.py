# the same without a graph: control
from durable_lab import world
from durable_lab.queue_workers import Message, Queue

queue = Queue("runs", lease=30, max_deliveries=2)


@queue.worker
def work(message: Message) -> None:
    if message.delivery_count > 1:
        raise RuntimeError("no")
    world.call("ticket", title="db-7", key="t")
    message.complete()


if __name__ == "__main__":
    queue.send("t1")
    queue.run(workers=1)
