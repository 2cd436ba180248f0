"""The nightly checks as messages: a message a host, and as many workers as there is work for."""

from durable_lab import world
from durable_lab.queue_workers import JobStore, Message, Queue

COUNT = 6  # hundreds, in earnest
KEYED = False  #: naive
KEYED = True  #: keyed

queue = Queue("checks", lease=30)
reports = JobStore("reports.db")


@queue.worker
def check(message: Message) -> None:
    job = f"{message.body['night']}/{message.body['host']}"
    if reports.get(job) is None:
        reports.put(job, world.call("check", host=message.body["host"], key=job if KEYED else None))
    message.complete()


if __name__ == "__main__":
    hosts = [f"db-{n}" for n in range(1, COUNT + 1)]
    for host in hosts:
        queue.send({"night": "2026-01-01", "host": host})
    queue.run(workers=2)
    print("reports:", sum(reports.get(f"2026-01-01/{host}") is not None for host in hosts))
