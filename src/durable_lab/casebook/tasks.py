"""The ops assistant's tasks, each on all four topologies: the same business, a different place for its progress."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from durable_lab.casebook import reading
from durable_lab.casebook.description import WORDS, Preset, Scenario, Variant
from durable_lab.kernel.outside.intents import Want
from durable_lab.topology import Topology, topologies
from durable_lab.words.catalogue import Words

LISTED = ("answer", "approval", "batch", "incident")
"""In the order of the design problem."""

WORKER = {"loop": "process", "graph": "runner", "queue": "worker-1", "workflow": "worker"}
"""The process that dies in each topology, as fault plans name it."""


@dataclass(frozen=True)
class Task:
    """One business that the assistant does."""

    key: str
    name: Words
    story: Words
    variants: tuple[tuple[str, Words], ...]
    """Key and name of each."""
    presets: tuple[Preset, ...]
    """`{worker}` in a plan stands for the process that dies, `{answer}` for the step that carries the answer."""
    answer: Mapping[str, str]
    """By the topology's folder the step with which a person's answer arrives; of a loop, which holds the line, the
    request."""
    intents: tuple[Want, ...]

    def on(self, topology: Topology) -> Scenario:
        """The task on one topology."""
        key = f"{self.key}-{topology.key}"
        program = f"{topology.folder}/{self.key}"
        stands_for = {"worker": WORKER[topology.folder], "answer": self.answer.get(topology.folder, "")}
        return Scenario(
            key=key,
            topology=topology.key,
            kind="task",
            name=self._named(topology.signature.name),
            story=self.story,
            anchor=None,
            variants=tuple(
                Variant(v, name, f"{topology.key}/{key}/{v}.py", program) for v, name in self.variants
            ),
            presets=tuple(replace(p, plan=p.plan.format(**stands_for)) for p in self.presets),
            intents=self.intents,
        )

    def _named(self, topology: Words) -> Words:
        named = WORDS["scenario.task"]
        return Words(
            named.zh.format(task=self.name.zh, topology=topology.zh),
            named.en.format(task=self.name.en, topology=topology.en),
        )


def _task(key: str) -> Task:
    with reading.file(f"tasks/{key}") as table:
        return Task(
            key=key,
            name=table.words("name"),
            story=table.words("story"),
            variants=table.each("variants", lambda entry: (entry.text("key"), entry.words("name"))),
            presets=table.each("presets", reading.preset),
            answer=table.texts("answer"),
            intents=table.each("intents", reading.want),
        )


TASKS = tuple(map(_task, LISTED))

SCENARIOS = tuple(task.on(topology) for task in TASKS for topology in topologies().values())
"""By task, then in the order of the article's topologies."""
