"""A change as two messages: one has a worker plan it, the other is sent when a person approves."""

from durable_lab import world
from durable_lab.queue_workers import JobStore, Message, Queue

KEYED = False  #: naive
KEYED = True  #: keyed
SAYS = {"Plan": "restart db-7", "Better": "drain, restart db-7", "Review of drain": "fine", "Review": "risky"}

world.answers(SAYS)

queue = Queue("changes", lease=30)
records = JobStore("records.db")


def reasoned(question: str) -> str:
    plan = world.model(f"Plan for {question}")
    while world.model(f"Review of {plan}") != "fine":
        plan = world.model(f"Better than {plan}")
    return plan


@queue.worker
def work(message: Message) -> None:
    job = message.body
    record = f"{job['number']}/{job['step']}"
    if records.get(record) is None:
        if job["step"] == "plan":
            records.put(record, reasoned(job["question"]))
        else:
            key = record if KEYED else None
            records.put(record, world.call("apply_change", change=job["plan"], key=key))
    message.complete()


if __name__ == "__main__":
    queue.send({"number": "CHG-12", "step": "plan", "question": "db-7 is slow"})
    queue.run(workers=1)
    plan = records.get("CHG-12/plan")
    answer = world.ask("approve", about={"change": plan})
    if answer == "yes":
        queue.send({"number": "CHG-12", "step": "change", "plan": plan, "approved": answer})
        queue.run(workers=1)
