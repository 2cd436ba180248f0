"""Labels of what the lab shows: what a process does and knows, rows of stores, in both languages."""

from __future__ import annotations

from typing import Any

from durable_lab.readers.narration.wording import Said, said
from durable_lab.words.messages import Language

LABELS: dict[str, dict[Language, str]] = {
    # -- what a process does --------------------------------------------------------------------
    "doing-starts": {"zh": "启动", "en": "starts"},
    "doing-runs": {"zh": "运行", "en": "runs"},
    "doing-idle": {"zh": "等任务", "en": "waits for work"},
    "doing-dead": {"zh": "已崩溃", "en": "crashed"},
    "doing-stopped": {"zh": "已停止", "en": "stopped"},
    "doing-stopping": {"zh": "正在收尾", "en": "finishes what it began"},
    "doing-halted": {"zh": "停顿中，自己不知道", "en": "paused, without knowing"},
    "doing-ended": {"zh": "已结束", "en": "ended"},
    "doing-raised": {"zh": "出错退出", "en": "ended with an error"},
    "doing-waits": {"zh": "等待 {what}", "en": "waits for {what}"},
    "doing-asks-model": {"zh": "等模型回答", "en": "waits for the model"},
    "doing-writes": {"zh": "写入 {what}", "en": "writes {what}"},
    "doing-request": {"zh": "处理请求 {name}（第 {n} 次）", "en": "serves request {name}, try {n}"},
    "doing-handles": {"zh": "处理 {id}（第 {delivery} 次投递）", "en": "handles {id}, delivery {delivery}"},
    "doing-complete": {"zh": "完成消息", "en": "completes the message"},
    "doing-abandon": {"zh": "放弃消息", "en": "abandons the message"},
    "doing-dead_letter": {"zh": "把消息移入死信", "en": "dead-letters the message"},
    "doing-renew": {"zh": "续锁", "en": "renews the lease"},
    "doing-node": {"zh": "运行节点 {name}", "en": "runs node {name}"},
    "doing-paused": {"zh": "已暂停，等人回答", "en": "paused: waits for a person"},
    "doing-workflow": {"zh": "运行工作流 {name}", "en": "runs workflow {name}"},
    "doing-replays": {"zh": "回放 {name} 的 {events} 个事件", "en": "replays {events} events of {name}"},
    "doing-activity": {"zh": "活动 {name}（第 {n} 次尝试）", "en": "activity {name}, attempt {n}"},
    "doing-reports": {"zh": "报告 {name} 的结果", "en": "reports the result of {name}"},
    # -- what it knows, and rows of stores ------------------------------------------------------
    "label-receipt": {"zh": "{what} 的回执", "en": "receipt of {what}"},
    "label-message": {"zh": "手上的消息", "en": "message in hand"},
    "label-record": {"zh": "{job} 的记录", "en": "record of {job}"},
    "label-timer": {"zh": "定时器 {id}", "en": "timer {id}"},
    "label-activity": {"zh": "活动 {id} {name}", "en": "activity {id} {name}"},
    "label-signal": {"zh": "信号 {name}", "en": "signal {name}"},
    "label-cached": {"zh": "缓存的运行 {id}", "en": "cached run {id}"},
    "value-nobody": {"zh": "提问的进程已经没了", "en": "whoever asked is gone"},
    "value-none": {"zh": "没有", "en": "none"},
    "value-fires": {"zh": "{at} 到点", "en": "fires at {at}"},
    "value-scheduled": {"zh": "已安排", "en": "scheduled"},
    "value-attempt": {"zh": "第 {n} 次尝试", "en": "attempt {n}"},
    "value-stuck": {"zh": "RUNNING，卡住", "en": "RUNNING, stuck"},
    "value-upto": {"zh": "到第 {n} 个事件", "en": "up to event {n}"},
    "row-checkpoint": {"zh": "{thread} · 第 {step} 步", "en": "{thread} · step {step}"},
    "row-next": {"zh": "下一个 {next}：{values}", "en": "next {next}: {values}"},
    "row-last": {"zh": "结束{next}：{values}", "en": "end{next}: {values}"},
    "label-writes": {"zh": "{name} 还没存下的写入", "en": "unsaved writes of {name}"},
    "label-answer": {"zh": "模型的回答", "en": "the model's answer"},
    "writes-none": {"zh": "完成，没有写入", "en": "finished, nothing written"},
    "writes-question": {"zh": "问题 {value}", "en": "question {value}"},
    "writes-answer": {"zh": "回答 {value}", "en": "answer {value}"},
    "writes-error": {"zh": "错误 {value}", "en": "error {value}"},
    "writes-next": {"zh": "→ {name}", "en": "→ {name}"},
    "writes-value": {"zh": "{name} = {value}", "en": "{name} = {value}"},
}


def both(code: str, /, **fields: Any) -> Said:
    """A label in both languages, its fields filled in."""
    label = LABELS[code]
    return said(label, fields) if fields else {"zh": label["zh"], "en": label["en"]}
