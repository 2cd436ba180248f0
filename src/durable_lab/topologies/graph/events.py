"""The events of the checkpointed graph: invokes, nodes, questions, checkpoints and pending writes."""

from __future__ import annotations

from durable_lab.kernel.events import ANY, May, declare, written

_UNIT = {"unit": str, "attempt": int}

INVOKE = declare(
    "invoke",
    {"called": {"given": ANY}, "resumed": {"given": ANY, "again": May(bool)}},
    by_client=True,
    ordinal=True,
    marks={"resumed": "human"},
)
"""A call of the client: with an input, with nothing, or with an answer. `again`: it has sent this answer before, and
not heard that it arrived."""

NODE = declare(
    "node",
    {"started": _UNIT, "finished": _UNIT, "paused": _UNIT, "raised": _UNIT},
    memory="own",
    ordinal=True,
)
"""A node, from its first line to its end, to a question or an error."""

QUESTION = declare("question", {"asked": {"value": ANY, "id": str, "unit": str}}, ordinal=True)
"""An `interrupt`: the node asks, and the run pauses."""

CHECKPOINT = declare(
    "checkpoint",
    written(thread_id=str, step=int, values=dict, id=str, next=list, commits=list),
    memory="own",
    commits=True,
    word=True,
    ordinal=True,
    passing=True,
    lost=4,
)
"""The state after a superstep."""

WRITES = declare(
    "writes",
    written(thread_id=str, writes=list, on=str, commits=list),
    memory="own",
    commits=True,
    word=True,
    ordinal=True,
    passing=True,
    lost=3,
    lost_names=("resume",),
)
"""What a task wrote, beside the checkpoint that it ran on."""
