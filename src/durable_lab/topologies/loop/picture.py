"""The loop in memory: one process, and nothing that survives it."""

from __future__ import annotations

from durable_lab.picture import Pen, Place
from durable_lab.topologies.outside import outside

pen = Pen("loop")

IN_MEMORY_LOOP = pen.signature(
    "in_memory_loop",
    nodes=(
        pen.node("client", "client", Place(0, 0, 6)),
        pen.node("process", "process", Place(1, 0, 6), dies=True, owns_state=True),
        pen.node("model", "model", Place(2, 0, 2)),
        pen.node("callee", "callee", Place(2, 2, 2)),
        pen.node("person", "person", Place(2, 4, 2)),
    ),
    edges=(
        pen.edge("request", "client", "process"),
        pen.edge("reply", "process", "client"),
        pen.edge("retry", "client", "process"),
        *outside(pen, "process"),
        pen.edge("ask_person", "process", "person"),
        pen.edge("answer_person", "person", "process"),
    ),
)
