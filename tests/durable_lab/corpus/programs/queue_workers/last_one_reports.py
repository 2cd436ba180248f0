"""Fan-in: each check leaves a record, and whoever sees all of them reports; the report has one key for all."""

from durable_lab import world
from durable_lab.queue_workers import JobStore, Message, Queue

HOSTS = ("db-1", "db-2", "db-3")
queue = Queue("checks", lease=30)
results = JobStore("results.db")


@queue.worker
def check(message: Message) -> None:
    host = message.body["host"]
    results.put(host, world.call("check", host=host, key=f"nightly/{host}"))
    if all(results.get(each) is not None for each in HOSTS):
        world.call("report", checked=len(HOSTS), key="nightly/report")
    message.complete()


if __name__ == "__main__":
    for host in HOSTS:
        queue.send({"host": host})
    queue.run(workers=2)
