"""What the lab must be told to draw a run: its modules know no kind of event and no topology by name."""

from __future__ import annotations

from typing import Any

from durable_lab.kernel.events import Mark
from durable_lab.picture import Node, Signature

FAULT_MARKS: tuple[Mark, ...] = ("crash", "stop", "fault", "lease-end", "stuck", "duplicate")
"""Marks of what goes wrong: between these one jumps from fault to fault."""

SIGNS = {"applied": True, "recognised": False, "stored": True}
"""Phases of steps that have a sign on the timeline, where what outlasts the process is; and whether the legend tells
of it even where none is seen."""

_COUNTED = {"callee": "ledger", "queue": "waiting", "store": "rows", "engine": "rows", "process": "lost"}
"""By the kind of a node, what of the state stands beside it in the diagram."""

_OWN = {"dead_letters": "dead"}
"""Of nodes that count something else than others of their kind."""


def hints(signature: Signature) -> dict[str, Any]:
    """Of a topology: what is counted at each node, and which panels stand beside its diagram even when empty."""
    kinds = {node.kind for node in signature.nodes}
    counted = {node.id: what for node in signature.nodes if (what := _counted(node))}
    return {"counted": counted, "queue": "queue" in kinds, "stores": bool(kinds & {"store", "engine"})}


def _counted(node: Node) -> str | None:
    return _OWN.get(node.id) or _COUNTED.get(node.kind)
