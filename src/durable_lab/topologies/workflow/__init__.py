"""L1, the durable workflow in the words of Temporal's Python SDK: an engine keeps the history, code is replayed.

Three rooms, as with Temporal, and `wire` between them: `server` keeps runs and hands out tasks; `core`, one in each
worker, makes activations of histories and commands of what code asks for; `sdk` has the names that a reader imports, and
runs the code. `service` is the address at which the server is reached.

What is measured is measured on Temporal server 1.32.0 with the Python SDK 1.35.0.
"""

from durable_lab.kernel.machine.roles import Outside
from durable_lab.topologies.workflow import events
from durable_lab.topologies.workflow.picture import DURABLE_WORKFLOW
from durable_lab.topology import Topology

TOPOLOGY = Topology(
    folder="workflow",
    signature=DURABLE_WORKFLOW,
    events=(
        events.HISTORY,
        events.WORKFLOW,
        events.START,
        events.SIGNAL,
        events.QUERY,
        events.TASK,
        events.REPLAY,
        events.COMMANDS,
        events.ACTIVITY_TASK,
        events.COMPLETION,
        events.HEARTBEAT,
    ),
    imports="temporalio",
    main="client",
    role=Outside,
    speaks="temporalio",
)
