"""Queue and workers: progress is a message and its lease."""

from __future__ import annotations

from durable_lab.picture import Pen, Place
from durable_lab.topologies.outside import outside

pen = Pen("queue")

QUEUE_WORKERS = pen.signature(
    "queue_workers",
    nodes=(
        pen.node("api", "client", Place(0, 0, 2)),
        pen.node("person", "person", Place(0, 2, 2)),
        pen.node("dead_letters", "queue", Place(0, 4, 2)),
        pen.node("queue", "queue", Place(1, 0, 6)),
        pen.node("worker", "process", Place(2, 0, 6), dies=True),
        pen.node("job_store", "store", Place(3, 0, 2), owns_state=True),
        pen.node("callee", "callee", Place(3, 2, 2)),
        pen.node("model", "model", Place(3, 4, 2)),
    ),
    edges=(
        pen.edge("send", "api", "queue"),
        pen.edge("receive", "queue", "worker"),
        pen.edge("renew", "worker", "queue"),
        pen.edge("complete", "worker", "queue"),
        pen.edge("abandon", "worker", "queue"),
        pen.edge("send_next", "worker", "queue"),
        pen.edge("dead_letter", "queue", "dead_letters"),
        pen.edge("redrive", "dead_letters", "queue"),
        pen.edge("read_record", "job_store", "worker"),
        pen.edge("write_record", "worker", "job_store"),
        *outside(pen, "worker"),
        pen.edge("approve", "person", "queue"),
        pen.edge("result", "job_store", "api"),
    ),
)
