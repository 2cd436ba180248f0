"""The checkpointed graph: progress is a checkpoint in a store."""

from __future__ import annotations

from durable_lab.picture import Pen, Place
from durable_lab.topologies.outside import outside

pen = Pen("graph")

CHECKPOINTED_GRAPH = pen.signature(
    "checkpointed_graph",
    nodes=(
        pen.node("client", "client", Place(0, 0, 3)),
        pen.node("person", "person", Place(0, 3, 3)),
        pen.node("runner", "process", Place(1, 0, 6), dies=True),
        pen.node("model", "model", Place(2, 0, 2)),
        pen.node("checkpoint_store", "store", Place(2, 2, 2), owns_state=True),
        pen.node("callee", "callee", Place(2, 4, 2)),
    ),
    edges=(
        pen.edge("start", "client", "runner"),
        pen.edge("result", "runner", "client"),
        pen.edge("load", "checkpoint_store", "runner"),
        pen.edge("save", "runner", "checkpoint_store"),
        *outside(pen, "runner"),
        pen.edge("pause", "runner", "person"),
        pen.edge("resume", "person", "runner"),
    ),
)
