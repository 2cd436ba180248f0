"""The article's failures: each reached, and each repaired."""

from __future__ import annotations

from durable_lab.casebook import reading
from durable_lab.casebook.description import Mission, Prediction, Scenario, Variant
from durable_lab.casebook.reading import Table
from durable_lab.topology import topologies

KEYS = {
    "restart": "loop",
    "model-hangs": "loop",
    "interrupt-prefix": "graph",
    "store-down": "graph",
    "delivered-twice": "queue",
    "poison": "queue",
    "lease-overrun": "queue",
    "clock": "workflow",
    "activity-twice": "workflow",
    "continued-runs": "workflow",
}
"""In the order of the article, each with the folder of its topology."""


def failure(key: str) -> Scenario:
    """The failure of that key, read from its file.

    Raises:
        Unreadable: the file is not as it should be.
    """
    topology = next(record for record in topologies().values() if record.folder == KEYS[key])

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
