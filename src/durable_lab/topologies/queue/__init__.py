"""Queue workers: one message per step, received under a lease by workers that remember nothing.

Programs import it as `durable_lab.queue_workers`.
"""

from durable_lab.kernel.machine.roles import Service
from durable_lab.topologies.queue import events
from durable_lab.topologies.queue.picture import QUEUE_WORKERS
from durable_lab.topology import Topology

TOPOLOGY = Topology(
    folder="queue",
    signature=QUEUE_WORKERS,
    events=(
        events.SEND,
        events.RECEIVE,
        events.HANDLER,
        events.COMPLETE,
        events.ABANDON,
        events.DEAD_LETTER,
        events.RENEW,
        events.LEASE,
        events.RECORD,
        events.CLAIM,
    ),
    imports="durable_lab.queue_workers",
    main="api",
    role=Service,
)
