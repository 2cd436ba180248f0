"""A step longer than its lease, renewed while it lasts; without that no delivery would ever be in time."""

import time

from durable_lab import world
from durable_lab.queue_workers import Message, Queue

queue = Queue("backups", lease=30, max_deliveries=4)


@queue.worker
def backup(message: Message) -> None:
    host = message.body["host"]
    world.call("begin_backup", host=host, key=f"{host}/begin")
    for _ in range(4):
        time.sleep(20)
        message.renew()
    world.call("end_backup", host=host, key=f"{host}/end")
    message.complete()


if __name__ == "__main__":
    queue.send({"host": "db-7"})
    queue.run(workers=2)
    if queue.dead_letters():
        raise RuntimeError("a backup was never in time")
