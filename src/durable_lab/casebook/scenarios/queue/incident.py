"""The incident as messages: a step a message, its record written before the next step is sent."""

from durable_lab import world
from durable_lab.queue_workers import JobStore, Message, Queue

KEYED = False  #: naive
KEYED = True  #: keyed

queue = Queue("incidents", lease=30)
records = JobStore("records.db")


def key(job: dict[str, str], step: str) -> str | None:
    return f"{job['number']}/{step}" if KEYED else None


def open_ticket(job: dict[str, str]) -> str:
    return world.call("open_ticket", title=job["number"], key=key(job, "ticket"))


def apply_change(job: dict[str, str]) -> str:
    receipt = world.call("apply_change", change=job["change"], key=key(job, "change"))
    queue.send({**job, "step": "notice"})
    return receipt


def send_notice(job: dict[str, str]) -> str:
    return world.call("send_notice", about=job["number"], key=key(job, "notice"))


STEPS = {"ticket": open_ticket, "change": apply_change, "notice": send_notice}


@queue.worker
def work(message: Message) -> None:
    job = message.body
    record = f"{job['number']}/{job['step']}"
    if records.get(record) is None:
        records.put(record, STEPS[job["step"]](job))
    message.complete()


if __name__ == "__main__":
    job = {"number": "INC-7", "change": "restart db-7"}
    queue.send({**job, "step": "ticket"})
    queue.run(workers=2)
    answer = world.ask("approve", about={"change": job["change"]})  # no message waits, no worker is held
    if answer == "yes":
        queue.send({**job, "step": "change", "approved": answer})
        queue.run(workers=2)
