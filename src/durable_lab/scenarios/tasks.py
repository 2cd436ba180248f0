"""The ops assistant's tasks, each on all four topologies: the same business, a different place for its progress."""

from __future__ import annotations

from dataclasses import dataclass

from durable_lab.scenarios.description import CALM, Preset, Scenario, Variant
from durable_lab.signatures import SIGNATURES, Words

WORKER = {
    "in_memory_loop": "process",
    "checkpointed_graph": "runner",
    "queue_workers": "worker-1",
    "durable_workflow": "worker",
}
"""The process that dies in each topology, as fault plans name it."""

KEYED = Variant("keyed", Words("带业务键", "with business keys"), "keyed.py")
NAIVE = Variant("naive", Words("不带键", "without keys"), "naive.py")


@dataclass(frozen=True)
class Task:
    """One business that the assistant does."""

    key: str
    name: Words
    story: Words
    variants: tuple[Variant, ...]
    presets: tuple[Preset, ...]
    """`{worker}` in a plan stands for the process that dies."""

    def on(self, topology: str) -> Scenario:
        """The task on one topology."""
        key = f"{self.key}-{topology}"
        named = SIGNATURES[topology].name
        return Scenario(
            key=key,
            topology=topology,
            kind="task",
            name=Words(f"{self.name.zh}：{named.zh}", f"{self.name.en}: {named.en}"),
            story=self.story,
            anchor=None,
            variants=tuple(Variant(v.key, v.name, f"{topology}/{key}/{v.path}") for v in self.variants),
            presets=tuple(
                Preset(p.key, p.name, p.plan.format(worker=WORKER[topology])) for p in self.presets
            ),
        )


INCIDENT = Task(
    key="incident",
    name=Words("处置故障", "Handle an incident"),
    story=Words(
        "先开工单，等人批准，批准后改配置，再发通知。四步都碰到外面的世界，哪一步都不该做两次。",
        "Open a ticket, wait for a person's approval, apply the change, send a notice. Each step touches the outside, and "
        "none may happen twice.",
    ),
    variants=(NAIVE, KEYED),
    presets=(
        Preset(
            "crash-after-ticket",
            Words("工单开好、还没记下时崩溃", "a crash after the ticket, before it is recorded"),
            "crash at effect:open_ticket#1.applied",
        ),
        Preset(
            "crash-while-waiting",
            Words("等人批准时崩溃", "a crash while the person thinks"),
            "crash {worker} at person:approve#1.requested",
        ),
        Preset(
            "crash-after-change",
            Words("改完配置、还没记下时崩溃", "a crash after the change, before it is recorded"),
            "crash at effect:apply_change#1.applied",
        ),
        Preset(
            "crash-after-notice",
            Words("通知发出、还没记下时崩溃", "a crash after the notice, before it is recorded"),
            "crash at effect:send_notice#1.applied",
        ),
        CALM,
    ),
)

TASKS = (INCIDENT,)

SCENARIOS = tuple(task.on(topology) for task in TASKS for topology in SIGNATURES)
"""By task, then in the order of the article's topologies."""
