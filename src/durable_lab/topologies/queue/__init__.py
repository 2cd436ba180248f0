"""Queue workers: one message per step, received under a lease by workers that remember nothing.

Programs import it as `durable_lab.queue_workers`.
"""

from durable_lab.topologies.queue.picture import QUEUE_WORKERS
from durable_lab.topology import Topology

TOPOLOGY = Topology(
    folder="queue",
    signature=QUEUE_WORKERS,
    imports="durable_lab.queue_workers",
    main="api",
    client=True,
)
