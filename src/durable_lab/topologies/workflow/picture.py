"""The durable workflow: progress is a history, read again."""

from __future__ import annotations

from durable_lab.picture import Pen, Place
from durable_lab.topologies.outside import outside

pen = Pen("workflow")

DURABLE_WORKFLOW = pen.signature(
    "durable_workflow",
    nodes=(
        pen.node("client", "client", Place(0, 0, 2)),
        pen.node("person", "person", Place(0, 2, 2)),
        pen.node("engine", "engine", Place(1, 0, 6), owns_state=True),
        pen.node("worker", "process", Place(2, 0, 6), dies=True),
        pen.node("callee", "callee", Place(3, 0, 3)),
        pen.node("model", "model", Place(3, 3, 3)),
    ),
    edges=(
        pen.edge("start", "client", "engine"),
        pen.edge("result", "engine", "client"),
        pen.edge("signal", "person", "engine"),
        pen.edge("timer", "engine", "engine"),
        pen.edge("task", "engine", "worker"),
        pen.edge("commands", "worker", "engine"),
        pen.edge("activity_task", "engine", "worker"),
        pen.edge("completion", "worker", "engine"),
        pen.edge("heartbeat", "worker", "engine"),
        *outside(pen, "worker"),
    ),
)
