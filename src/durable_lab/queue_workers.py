"""Queue workers: a message a step, received under a lease by workers that remember nothing.

    from durable_lab.queue_workers import JobStore, Queue

    queue = Queue("refunds", lease=30)

    @queue.worker
    def refund(message):
        ...
        message.complete()

    if __name__ == "__main__":
        queue.send({"order": "A-1042"})
        queue.run(workers=2)

The file is a program of several processes: `api` runs it as `__main__` and is outside, the client; each
`worker-N` executes it anew under another `__name__`, and again after each crash. The names are those of
peek-lock, as Azure Service Bus words it; what the broker does is its profile's (`profiles`).
"""

from durable_lab.topologies.queue.broker import DeadLetter
from durable_lab.topologies.queue.message import ChannelClosed, LockLost, Message
from durable_lab.topologies.queue.profiles import PROFILES, Profile
from durable_lab.topologies.queue.queue import Queue
from durable_lab.topologies.queue.records import Fenced, JobStore

__all__ = [
    "PROFILES",
    "ChannelClosed",
    "DeadLetter",
    "Fenced",
    "JobStore",
    "LockLost",
    "Message",
    "Profile",
    "Queue",
]
