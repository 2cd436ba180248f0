"""The checkpointed graph: LangGraph's names and behaviour, for the part that this subject needs.

Measured on LangGraph 1.2.24 with langgraph-checkpoint-sqlite 3.1.2; what is not modelled says so at once.
"""

from durable_lab.topologies.graph import events
from durable_lab.topologies.graph.picture import CHECKPOINTED_GRAPH
from durable_lab.topology import Topology

TOPOLOGY = Topology(
    folder="graph",
    signature=CHECKPOINTED_GRAPH,
    events=(
        events.INVOKE,
        events.NODE,
        events.QUESTION,
        events.CHECKPOINT,
        events.WRITES,
    ),
    imports="langgraph",
    main="runner",
    driven=True,
    speaks="langgraph",
)
