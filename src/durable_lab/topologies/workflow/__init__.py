"""L1, the durable workflow in the words of Temporal's Python SDK: an engine keeps the history, code is replayed.

What is measured is measured on Temporal server 1.32.0 with the Python SDK 1.35.0.
"""

from durable_lab.topologies.workflow.picture import DURABLE_WORKFLOW
from durable_lab.topology import Topology

TOPOLOGY = Topology(
    folder="workflow",
    signature=DURABLE_WORKFLOW,
    imports="temporalio",
    main="client",
    client=True,
    speaks="temporalio",
)
