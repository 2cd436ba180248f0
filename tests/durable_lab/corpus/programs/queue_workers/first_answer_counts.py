"""Whichever worker's model answered first: the claim keeps one answer, and every delivery acts on that one."""

from durable_lab import world
from durable_lab.queue_workers import JobStore, Message, Queue

world.answers({"How": ["one by one", "all at once", "not today"]})
queue = Queue("restarts", lease=30)
plans = JobStore("plans.db")


@queue.worker
def restart(message: Message) -> None:
    host = message.body["host"]
    if plans.get(host) is None:
        plans.claim(host, world.model(f"How to restart {host}?"))
    how = plans.get(host)
    world.call("restart", host=host, how=how, key=f"{host}/restart")
    message.complete()


if __name__ == "__main__":
    world.intend("restart", {"host": "web"})
    queue.send({"host": "web"})
    queue.send({"host": "web"})
    queue.run(workers=2)
