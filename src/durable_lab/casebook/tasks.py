"""The ops assistant's tasks, each on all four topologies: the same business, a different place for its progress."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from durable_lab.casebook.description import CALM, Preset, Scenario, Variant
from durable_lab.kernel.outside.intents import Want
from durable_lab.picture import Words
from durable_lab.topologies.signatures import SIGNATURES

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
    """`{worker}` in a plan stands for the process that dies, `{answer}` for the step that carries the answer."""
    answer: Mapping[str, str] = field(default_factory=dict)
    """By topology the step with which a person's answer arrives; of a loop, which holds the line, the request."""
    intents: tuple[Want, ...] = ()

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
                Preset(
                    p.key,
                    p.name,
                    p.plan.format(worker=WORKER[topology], answer=self.answer.get(topology, "")),
                )
                for p in self.presets
            ),
            intents=self.intents,
        )


ANSWER = Task(
    key="answer",
    name=Words("回答问题", "Answer a question"),
    story=Words(
        "想好搜什么，查资料，总结。几秒钟的事，外面什么都不改；重来一遍只是多问模型两次。",
        "Think of search terms, look them up, summarise. It takes seconds and changes nothing; doing it again costs two more "
        "calls of the model.",
    ),
    variants=(Variant("plain", Words("没有副作用", "no effects"), "plain.py"),),
    presets=(
        CALM,
        Preset(
            "crash-after-look-up",
            Words("第一次问完模型就崩溃", "a crash after the model's first answer"),
            "crash at model:model#1.answered",
        ),
        Preset(
            "crash-after-summary",
            Words("总结出来、还没送到就崩溃", "a crash after the summary, before it is delivered"),
            "crash at model:model#2.answered",
        ),
    ),
)

APPROVAL = Task(
    key="approval",
    name=Words("提变更方案", "Propose a change"),
    story=Words(
        "让模型起草方案，审一遍，改一遍，再审；然后等人批准，可能几小时；批准后改配置。",
        "The model drafts a plan, reviews it, improves it, reviews it again; then a person approves, hours later, and the change "
        "is applied.",
    ),
    variants=(NAIVE, KEYED),
    presets=(
        Preset(
            "crash-after-change",
            Words("改完配置、还没记下时崩溃", "a crash after the change, before it is recorded"),
            "crash at effect:apply_change#1.applied",
        ),
        Preset(
            "crash-while-waiting",
            Words("等人批准时崩溃", "a crash while the person thinks"),
            "crash {worker} at person:approve#1.requested",
        ),
        Preset(
            "crash-after-last-thought",
            Words("想完最后一步、还没记下时崩溃", "a crash after the last thought, before it is recorded"),
            "crash at model:model#4.answered",
        ),
        Preset("twice", Words("答复来了两次", "the answer comes twice"), "redeliver {answer}"),
        Preset(
            "late",
            Words("三天后才答复", "the answer comes after three days"),
            "delay reply person:approve#1 until 3d",
        ),
        Preset("no", Words("人不同意", "the person says no"), "answer person:approve#1 no"),
        CALM,
    ),
    answer={
        "in_memory_loop": "request:1#1",
        "checkpointed_graph": "invoke:CHG-12#2",
        "queue_workers": "send:changes#2",
        "durable_workflow": "signal:decide#1",
    },
    intents=(Want("apply_change", approval="approve"),),
)

BATCH = Task(
    key="batch",
    name=Words("批量检查", "Check hundreds of hosts"),
    story=Words(
        "几百台主机，各查一次，互不相干，顺序无所谓，量忽大忽小。这里只用几台；几百台的样子画在“图景”页上。",
        "Hundreds of hosts, one check each, independent, in any order, in bursts. A handful is used here; the Pictures page "
        "shows hundreds.",
    ),
    variants=(NAIVE, KEYED),
    presets=(
        Preset(
            "crash-after-third",
            Words("第三台查完、还没记下时崩溃", "a crash after the third check, before it is recorded"),
            "crash at effect:check[db-3]#1.applied",
        ),
        CALM,
    ),
)

_NUMBER, _CHANGE = "INC-7", "restart db-7"

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
        Preset("twice", Words("答复来了两次", "the answer comes twice"), "redeliver {answer}"),
        Preset(
            "late",
            Words("三天后才答复", "the answer comes after three days"),
            "delay reply person:approve#1 until 3d",
        ),
        Preset("no", Words("人不同意", "the person says no"), "answer person:approve#1 no"),
        CALM,
    ),
    answer={
        "in_memory_loop": "request:1#1",
        "checkpointed_graph": "invoke:INC-7#2",
        "queue_workers": "send:incidents#2",
        "durable_workflow": "signal:decide#1",
    },
    intents=(
        Want("open_ticket", {"title": _NUMBER}, audited=True),
        Want("apply_change", {"change": _CHANGE}, approval="approve", audited=True),
        Want("send_notice", {"about": _NUMBER}, approval="approve", audited=True),
    ),
)

TASKS = (ANSWER, APPROVAL, BATCH, INCIDENT)
"""In the order of the design problem."""

SCENARIOS = tuple(task.on(topology) for task in TASKS for topology in SIGNATURES)
"""By task, then in the order of the article's topologies."""
