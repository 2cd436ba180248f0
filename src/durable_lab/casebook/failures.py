"""The article's failures: each reached, and each repaired."""

from __future__ import annotations

from durable_lab.casebook import reading
from durable_lab.casebook.description import Mission, Prediction, Scenario, Variant
from durable_lab.casebook.reading import Table
from durable_lab.topology import Topology, topologies

LISTED = {
    "loop": ("restart", "model-hangs"),
    "graph": ("interrupt-prefix", "store-down"),
    "queue": ("delivered-twice", "poison", "lease-overrun"),
    "workflow": ("clock", "activity-twice", "continued-runs"),
}
"""By the folder of their topology, in the order of the article."""


def _failure(key: str, topology: Topology) -> Scenario:
    def variant(entry: Table) -> Variant:
        own = entry.text("key")
        program = f"{topology.folder}/{entry.text('program', key)}"
        return Variant(own, entry.words("name"), f"{topology.key}/{key}/{own}.py", program)

    with reading.file(f"{topology.folder}/{key}") as table:
        return Scenario(
            key=key,
            topology=topology.key,
            kind="failure",
            name=table.words("name"),
            story=table.words("story"),
            anchor=table.text("anchor"),
            variants=table.each("variants", variant),
            presets=table.each("presets", reading.preset),
            mission=_mission(table),
            intents=table.each("intents", reading.want),
        )


def _mission(table: Table) -> Mission:
    with table.table("mission") as found:
        return Mission(found.text("counts"), found.number("minutes"), found.each("steps", _prediction))


def _prediction(step: Table) -> Prediction:
    return Prediction(
        variant=step.text("variant"),
        preset=step.text("preset"),
        question=step.words("question"),
        choices=step.numbers("choices"),
        explanation=step.words("explanation"),
    )


FAILURES = tuple(
    _failure(key, topology) for topology in topologies().values() for key in LISTED[topology.folder]
)
