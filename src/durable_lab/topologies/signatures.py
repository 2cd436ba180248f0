"""The pictures of all topologies, as a reader compares them: nodes, named edges, and four answers.

One vocabulary for everything that names a place: the edge ids here are the edges that the events of a trace travel,
the diagrams draw them, and the tables and drills say their names. The same touch has the same name in every topology
(`call`, `receipt`, `ask_model`, `answer_model`), so that traces of one task on different topologies can be laid side
by side.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from durable_lab.picture import Signature
from durable_lab.topology import topologies

SIGNATURES: Mapping[str, Signature] = MappingProxyType(
    {key: record.signature for key, record in topologies().items()}
)
"""By key, in the order in which the article tells them."""
