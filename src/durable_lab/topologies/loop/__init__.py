"""The in-memory loop: an agent is a function, its progress is its variables, and a client that asks again.

Programs import it as `durable_lab.in_memory_loop`.
"""

from durable_lab.topologies.loop import events
from durable_lab.topologies.loop.picture import IN_MEMORY_LOOP
from durable_lab.topology import Topology

TOPOLOGY = Topology(
    folder="loop",
    signature=IN_MEMORY_LOOP,
    events=(
        events.REQUEST,
        events.JOURNAL,
    ),
    imports="durable_lab.in_memory_loop",
    main="process",
)
