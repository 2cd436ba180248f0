"""The four topologies as a reader compares them: nodes, named edges, and four answers.

One vocabulary for everything that names a place: the edge ids here are the edges that the events of a
trace travel, the diagrams draw them, and the tables and drills say their names. This package holds only
meaning, in both languages; it simulates nothing and knows nothing of the simulator.

The same touch has the same name in every topology (`call`, `receipt`, `ask_model`, `answer_model`), so
that traces of one task on different topologies can be laid side by side.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from durable_lab.signatures.checkpointed_graph import CHECKPOINTED_GRAPH
from durable_lab.signatures.durable_workflow import DURABLE_WORKFLOW
from durable_lab.signatures.in_memory_loop import IN_MEMORY_LOOP
from durable_lab.signatures.queue_workers import QUEUE_WORKERS
from durable_lab.signatures.vocabulary import (
    GRID_COLUMNS,
    QUESTIONS,
    Answers,
    Edge,
    Kind,
    Node,
    Place,
    Signature,
    Words,
)

__all__ = [
    "CHECKPOINTED_GRAPH",
    "DURABLE_WORKFLOW",
    "GRID_COLUMNS",
    "IN_MEMORY_LOOP",
    "QUESTIONS",
    "QUEUE_WORKERS",
    "SIGNATURES",
    "Answers",
    "Edge",
    "Kind",
    "Node",
    "Place",
    "Signature",
    "Words",
]

SIGNATURES: Mapping[str, Signature] = MappingProxyType(
    {
        signature.key: signature
        for signature in (IN_MEMORY_LOOP, CHECKPOINTED_GRAPH, QUEUE_WORKERS, DURABLE_WORKFLOW)
    }
)
"""By key, in the order in which the article tells them."""
