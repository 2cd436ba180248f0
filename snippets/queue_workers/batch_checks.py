"""A message a machine. A worker dies in the middle of a check, and only that check runs again."""

# durable-lab: --fault "crash at effect:check[db-3]#1.applied"

from durable_lab import world
from durable_lab.queue_workers import JobStore, Message, Queue

HOSTS = [f"db-{n}" for n in range(1, 7)]

queue = Queue("checks", lease=30)
results = JobStore("results.db")


@queue.worker
def check(message: Message) -> None:
    host = message.body["host"]
    print(f"checking {host}, delivery {message.delivery_count}")
    report = world.call("check", host=host, key=f"nightly-2026-01-01/{host}")
    results.put(host, report)
    message.complete()


if __name__ == "__main__":
    for host in HOSTS:
        queue.send({"host": host})
    queue.run(workers=2)
    print("reports:", sum(results.get(host) is not None for host in HOSTS))
