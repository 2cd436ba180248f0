"""Every sentence that a reader sees, in both languages, and the one error base that carries them.

Errors hold a code and fields, so that a page shows them in its own language; a real engine's message is
never translated: it is passed through as the engine words it.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

Language: TypeAlias = Literal["zh", "en"]
LANGUAGES: tuple[Language, ...] = ("zh", "en")

CATALOGUE: dict[str, dict[Language, str]] = {
    # -- faults ---------------------------------------------------------------------------------
    "fault-unreadable": {
        "zh": "看不懂这个故障计划：\n{text}\n{marker}\n第 {column} 个字符处应为{expected}",
        "en": "Can't read this fault plan:\n{text}\n{marker}\nexpected {expected} at character {column}",
    },
    "expected-fault": {"zh": "一种故障（{names}）", "en": "a fault ({names})"},
    "expected-process": {"zh": "进程名，例如 runner", "en": "a process, for instance runner"},
    "expected-word": {"zh": "“{word}”", "en": "“{word}”"},
    "expected-point": {
        "zh": "一个崩溃点，例如 effect:open_ticket#1.applied",
        "en": "a point, for instance effect:open_ticket#1.applied",
    },
    "expected-step": {
        "zh": "一个步骤，例如 effect:open_ticket#1",
        "en": "a step, for instance effect:open_ticket#1",
    },
    "expected-question": {
        "zh": "一次提问（{kinds}），例如 person:approve#1",
        "en": "a question ({kinds}), for instance person:approve#1",
    },
    "expected-sent": {
        "zh": "客户端发送的一步（{kinds}），例如 send:refunds#1",
        "en": "a step that a client sends ({kinds}), for instance send:refunds#1",
    },
    "expected-value": {
        "zh": "一个回答：一个词，或 JSON 字符串",
        "en": "an answer: a word or a JSON string",
    },
    "expected-target": {
        "zh": "被隔开的另一端，例如 open_ticket、agent.db、engine",
        "en": "what it is cut from, for instance open_ticket, agent.db, engine",
    },
    "expected-version": {"zh": "一个版本名，例如 v2", "en": "a version, for instance v2"},
    "expected-duration": {
        "zh": "时长，例如 30s、5m、2h、3d",
        "en": "a duration, for instance 30s, 5m, 2h, 3d",
    },
    "expected-choice": {"zh": "{choices} 之一", "en": "one of {choices}"},
    "expected-count": {"zh": "一个正整数", "en": "a positive whole number"},
    "expected-end": {"zh": "结尾或“ ; ”", "en": "the end or “ ; ”"},
    # -- the machine ----------------------------------------------------------------------------
    "no-machine": {
        "zh": "“{what}”要在模拟机上运行：请用 python -m durable_lab run 文件.py",
        "en": "{what} needs the simulated machine: use python -m durable_lab run FILE.py",
    },
    "blocking-in-task": {
        "zh": "这里的 lambda 或生成器在 asyncio 任务里运行，不能等待“{what}”：请把它写进普通的 def",
        "en": "a lambda or a generator that runs in an asyncio task can't wait for {what}: put it in a def",
    },
    "would-wait-forever": {
        "zh": "“{what}”永远等不到结果：没有任何已安排的事件能把它唤醒",
        "en": "{what} would wait for ever: nothing that is scheduled can wake it",
    },
    "too-many-events": {
        "zh": "运行已超过 {limit} 个事件，停在这里：这个程序大概不会自己结束",
        "en": "Stopped after {limit} events: this program does not seem to end by itself",
    },
    "not-modelled": {
        "zh": "模拟器还没有 {what}。可用的有：{available}",
        "en": "The simulator does not model {what}. It has: {available}",
    },
    "module-not-modelled": {
        "zh": "模拟器没有模块 {what}。可用的有：{available}",
        "en": "The simulator has no module {what}. It has: {available}",
    },
    "not-durable": {
        "zh": "存不下 {what}：{why}。检查点只能保存数据，不能保存活的对象",
        "en": "{what} can't be stored: {why}. A checkpoint holds data, not live objects",
    },
    "store-unavailable": {"zh": "存储 {store} 不可用", "en": "store {store} is unavailable"},
    "bad-answer-delay": {
        "zh": "看不懂“{text}”：请写成 yes 或 yes@3h",
        "en": "Can't read “{text}”: write yes or yes@3h",
    },
    # -- the callee -----------------------------------------------------------------------------
    "call-failed": {"zh": "调用 {name} 失败：{why}", "en": "the call of {name} failed: {why}"},
    "call-timed-out": {
        "zh": "调用 {name} 超时：不知道对方有没有执行",
        "en": "the call of {name} timed out: nobody knows whether it was done",
    },
    "no-answer": {
        "zh": "“{name}” 没有及时等到回答；对方也许以后还会回答，只是没人听了",
        "en": "{name} was not answered in time; an answer may come yet, to nobody",
    },
    "model-failed": {
        "zh": "模型没有回答，而是报了错：{why}",
        "en": "the model answered with an error: {why}",
    },
    "in-flight": {
        "zh": "{name} 拒绝：用同一个幂等键 {key} 的第一次请求还没处理完",
        "en": "{name} refused: the first request with key {key} is still being served",
    },
    "other-arguments": {
        "zh": "{name} 拒绝：幂等键 {key} 已用于另一组参数",
        "en": "{name} refused: key {key} was used with other arguments",
    },
    # -- running a file -------------------------------------------------------------------------
    "syntax-error": {"zh": "这段代码有语法错误", "en": "This code has a syntax error"},
    "output-capped": {
        "zh": "（输出太长，后面的不再显示）",
        "en": "(too much output: the rest is not shown)",
    },
    "no-such-file": {"zh": "没有这个文件：{file}", "en": "No such file: {file}"},
    "not-utf-8": {"zh": "文件 {file} 不是 UTF-8 文本", "en": "{file} is not text in UTF-8"},
    "cannot-write": {"zh": "写不了 {file}：{why}", "en": "Can't write {file}: {why}"},
    "too-deep": {
        "zh": "{file} 里的表达式嵌套太深，无法编译",
        "en": "The expressions in {file} are nested too deeply to be compiled",
    },
    "bad-version": {
        "zh": "看不懂 --deploy {text}：请写成 版本=文件",
        "en": "Can't read --deploy {text}: write VERSION=FILE",
    },
    "no-graph": {
        "zh": "给了 --input，但这个文件没有编译任何图来接收它",
        "en": "--input was given, but this file compiles no graph that could take it",
    },
    "answer-without-input": {
        "zh": "--answer 回答的是由 --input 开始的图；文件自己提的问题，请用 world.people 安排回答",
        "en": "--answer is for a graph that --input begins; what a file itself asks, world.people answers",
    },
    "no-such-version": {
        "zh": "没有版本 {version}：请用 --deploy {version}=文件，或在文件里写一行 “# durable-lab: version {version}”",
        "en": "there is no version {version}: give it as --deploy {version}=FILE, or after a line "
        "“# durable-lab: version {version}” in the file",
    },
    "bad-options": {
        "zh": "看不懂文件里的 “# durable-lab:” 一行：{why}",
        "en": "Can't read the file's “# durable-lab:” line: {why}",
    },
    "bad-input": {"zh": "--input 不是 JSON：{why}", "en": "--input is not JSON: {why}"},
    # -- reports --------------------------------------------------------------------------------
    "ledger-title": {"zh": "被调方台账", "en": "The callee's ledger"},
    "ledger-row": {"zh": "{name}  {applied} 次{extra}", "en": "{name}  {applied}{extra}"},
    "ledger-wanted": {"zh": "（应为 {wanted} 次）", "en": "  (wanted {wanted})"},
    "ledger-recognised": {
        "zh": "，另有 {recognised} 次凭键认出",
        "en": ", {recognised} more recognised by key",
    },
    "ledger-empty": {"zh": "没有任何副作用", "en": "no effect at all"},
    "fault-happened": {"zh": "⚡ 故障：{fault}", "en": "⚡ fault: {fault}"},
    "fault-not-reached": {
        "zh": "故障没有发生：运行没有经过 {fault}",
        "en": "not reached: the run never came to {fault}",
    },
    "process-restarted": {
        "zh": "↻ {process} 重启（第 {life} 次生命）",
        "en": "↻ {process} restarted (life {life})",
    },
    "explore-title": {
        "zh": "{file}：试了 {plans} 个故障计划{skipped}",
        "en": "{file}: {plans} fault plans tried{skipped}",
    },
    "explore-skipped": {
        "zh": "，其中 {skipped} 个留下的状态与别的一模一样，不必再运行",
        "en": ", {skipped} of them not run, for they leave the very state of another",
    },
    "explore-no-fault": {"zh": "没有故障", "en": "no fault"},
    "explore-plan": {"zh": "最小的计划", "en": "smallest plan"},
    "explore-what": {"zh": "错在哪里", "en": "what goes wrong"},
    "explore-plans": {"zh": "计划数", "en": "plans"},
    "explore-nothing-new": {"zh": "故障没有带来新的错法", "en": "No fault adds another way of failing"},
    "explore-more-ways": {
        "zh": "另外还有 {more} 种错法",
        "en": "and {more} more ways",
    },
    "explore-price": {
        "zh": "代价（没有故障→最多）：持久写入 {writes} · 回放的事件 {replayed} · 重新开始的单位 {again}"
        " · 凭键认出 {recognised} · 多付的模型调用 {models} · 又问人 {people}",
        "en": "Price (no fault→at most): durable writes {writes} · events replayed {replayed} · "
        "units begun again {again} · recognised {recognised} · model calls paid again {models} · people asked again {people}",
    },
    "explore-with-others": {
        "zh": "，其他单个故障和一次抢占（{others} 个）",
        "en": ", other single faults and one preemption ({others})",
    },
    "explore-with-pairs": {"zh": "，成对的崩溃（{pairs} 对）", "en": ", pairs of crashes ({pairs})"},
    "explore-no-others": {
        "zh": "其他单个故障、",
        "en": "other single faults, ",
    },
    "explore-no-pairs": {"zh": "成对的崩溃、", "en": "pairs of crashes, "},
    "explore-baseline-bad": {
        "zh": "不崩溃时就已经错了：",
        "en": "Wrong even without a crash:",
    },
    "explore-all-hold": {
        "zh": "✓ 每个计划之后，每个副作用都恰好是应有的次数",
        "en": "✓ after every plan, each effect happened exactly as often as wanted",
    },
    "explore-all-told": {
        "zh": "✓ 每个计划之后，没有副作用多做；少做的都已放弃，而且有人知道",
        "en": "✓ after every plan, no effect happened too often; what was not done was given up, and somebody was told",
    },
    "explore-failures": {
        "zh": "✗ {failed} 个计划出错，{held} 个守住。每种错法的最小计划（把那几行加进文件再运行，就能重现）：",
        "en": "✗ {failed} plans fail, {held} hold. The smallest plan for each way of failing\n"
        "  (to see it happen, add its lines to the file and run):",
    },
    "explore-nothing": {
        "zh": "没有副作用可数：没有检验任何东西",
        "en": "No effect to count: nothing was exercised",
    },
    "explore-covered": {
        "zh": "覆盖：一种调度下的每一个崩溃点（{points} 个）{others}{pairs}。没有覆盖：{missing}三个以上的故障、其他调度。",
        "en": "Covered: every crash point of one schedule ({points}){others}{pairs}. Not covered: {missing}"
        "three faults at once, other schedules.",
    },
    "explore-replay": {"zh": '# durable-lab: --fault "{plan}"', "en": '# durable-lab: --fault "{plan}"'},
    # -- verdicts -------------------------------------------------------------------------------
    "life-forgot": {
        "zh": "第 {life} 次生命的 {process} 又请求了一次：第 {first} 次生命记住的都没了，只记在内存里就等于没有防",
        "en": "life {life} of {process} asked again: what life {first} remembered was gone, and memory alone guards nothing",
    },
    "other-process": {
        "zh": "{process} 又请求了一次：{first} 记在内存里的，它看不到，只记在内存里就等于没有防",
        "en": "{process} asked again: it can't see what {first} remembers, and memory alone guards nothing",
    },
    "once-too-many": {
        "zh": "{name}({arguments}) 执行了 {count} 次，应为 {wanted} 次",
        "en": "{name}({arguments}) was done {count} times, wanted {wanted}",
    },
    "loss-too-few": {
        "zh": "{name}({arguments}) 只执行了 {count} 次，应为 {wanted} 次，也没有人知道它没做完",
        "en": "{name}({arguments}) was done {count} times only, wanted {wanted}, and nobody was told",
    },
    "loss-told": {
        "zh": "没做完的都已放弃，而且有人知道",
        "en": "what was not done was given up, and somebody was told",
    },
    "ghost-unwanted": {
        "zh": "{name}({arguments}) 执行了，却没有人要过它",
        "en": "{name}({arguments}) was done, and nobody wanted it",
    },
    "ghost-early": {
        "zh": "{name}({arguments}) 在有人要它之前就发出了",
        "en": "{name}({arguments}) was asked for before anybody wanted it",
    },
    "ghost-withdrawn": {
        "zh": "{name}({arguments}) 在撤回之后才发出",
        "en": "{name}({arguments}) was asked for after it had been withdrawn",
    },
    "key-shared": {
        "zh": "{name} 的键 {key} 被两个不同的意图共用：{first} 与 {second}",
        "en": "two intents share {name}'s key {key}: {first} and {second}",
    },
    "key-many": {
        "zh": "{name}({arguments}) 先后用了不同的键（{keys}）：重复时没有谁认得出来",
        "en": "{name}({arguments}) came under several keys ({keys}): nothing would recognise a repetition",
    },
    "unit-again": {
        "zh": "{unit} 已经持久地完成，却又重新开始",
        "en": "{unit} was begun again after its end was durable",
    },
    "approved-unasked": {
        "zh": "{name}({arguments}) 没有等到“{question}”的答复就执行了",
        "en": "{name}({arguments}) was done without an answer to “{question}”",
    },
    "approved-refused": {
        "zh": "{name}({arguments}) 执行了，可是“{question}”的答复是 {answer}",
        "en": "{name}({arguments}) was done although “{question}” was answered {answer}",
    },
    "approved-changed": {
        "zh": "{name}({arguments}) 不是“{question}”批准的那个方案",
        "en": "{name}({arguments}) is not the proposal that “{question}” approved",
    },
    "approved-unrecorded": {
        "zh": "{name}({arguments}) 发出时，“{question}”的答复还没有存下来",
        "en": "{name}({arguments}) was asked for before the answer to “{question}” was stored",
    },
    "approved-expired": {
        "zh": "{name}({arguments}) 发出时，“{question}”的批准已经过期",
        "en": "{name}({arguments}) was asked for when the approval of “{question}” had expired",
    },
    "approved-by-other": {
        "zh": "{name}({arguments}) 由 {by} 批准，而他无权答复“{question}”",
        "en": "{name}({arguments}) was approved by {by}, who may not answer “{question}”",
    },
    "approved-reused": {
        "zh": "{name}({arguments}) 用的是“{question}”给另一个副作用的批准",
        "en": "{name}({arguments}) used an approval of “{question}” that was for another effect",
    },
    "held-lease": {
        "zh": "等人的时候一直占着消息 {message} 的租约",
        "en": "the lease of message {message} is held while a person is waited for",
    },
    "held-asked-again": {
        "zh": "等待时全部停掉，重启之后把“{question}”又问了一遍",
        "en": "everything was killed while it waited, and “{question}” was asked again",
    },
    "held-repeated": {
        "zh": "等待时全部停掉，重启之后 {name}({arguments}) 又执行了一次",
        "en": "everything was killed while it waited, and {name}({arguments}) was done again",
    },
    "held-not-gone-on": {
        "zh": "等待时全部停掉，“{question}”有了答复也没有继续",
        "en": "everything was killed while it waited, and it did not go on when “{question}” was answered",
    },
    "audit-no-receipt": {
        "zh": "{name}({arguments}) 的回执不在任何持久记录里",
        "en": "no durable record holds the receipt of {name}({arguments})",
    },
    "audit-no-decision": {
        "zh": "没有持久记录说明谁批准了 {name}({arguments})",
        "en": "no durable record holds the decision on {name}({arguments})",
    },
    "ends-waiting": {"zh": "还在等“{question}”的答复", "en": "it still waits for the answer to “{question}”"},
    "error-of-ours": {"zh": "{type}：{what}", "en": "{type}: {what}"},
    "ends-error": {"zh": "没有走到结尾：{error}", "en": "did not reach its end: {error}"},
    "ends-stuck": {"zh": "停住了，没有结束：{what}", "en": "stuck before its end: {what}"},
    "ends-for-ever": {
        "zh": "{what} 卡住了，状态一直是 RUNNING：{why}",
        "en": "{what} is stuck, RUNNING for ever: {why}",
    },
    "workflow-stuck": {
        "zh": "∞ {what} 不会再往前走：同一个错误会一直重复（{why}）",
        "en": "∞ {what} will not move by itself: the same failure for ever ({why})",
    },
    # -- the durable workflow -------------------------------------------------------------------
    "not-at-module-level": {
        "zh": "Worker 重启后找不到 {what}：工作流和活动要定义在文件的顶层，或是顶层类的静态成员",
        "en": "A restarted worker could not find {what}: define workflows and activities at the top level of the file",
    },
    # -- in-memory loop ---------------------------------------------------------------------------
    "request-timed-out": {
        "zh": "请求 {request} 发了 {tries} 次，都没有等到答复",
        "en": "request {request} was sent {tries} times and no reply came",
    },
    # -- queue workers ----------------------------------------------------------------------------
    "fenced": {
        "zh": "作业 {job} 的记录被拒绝：隔离令牌 {fence} 比见过的 {seen} 旧",
        "en": "the record of job {job} was refused: fencing token {fence} is older than {seen}, which the store has seen",
    },
    "lock-lost": {
        "zh": "消息 {id} 的租约已失效，队列 {queue} 拒绝处置",
        "en": "the lease of message {id} is over: queue {queue} refused to settle it",
    },
    "channel-closed": {
        "zh": "消息 {id} 已不归这个消费者：RabbitMQ 关闭了它在队列 {queue} 上的信道",
        "en": "message {id} is this consumer's no more: RabbitMQ closed its channel on queue {queue}",
    },
    "no-delay": {
        "zh": "{broker} 放弃一条消息时不能指定延迟：abandon() 不带 delay",
        "en": "{broker} can't delay an abandoned message: call abandon() without a delay",
    },
    "lease-too-long": {
        "zh": "{broker} 的租约最长 {longest:g} 秒",
        "en": "a lease of {broker} is {longest:g} seconds at most",
    },
    "no-handler": {
        "zh": "队列 {queue} 没有处理函数：请用 @queue.worker 装饰一个，并把队列放在模块顶层",
        "en": "queue {queue} has no handler: decorate a function with @queue.worker, at module level",
    },
    "run-in-worker": {
        "zh": 'Worker 里不能再启动 Worker：请把 queue.run() 放在 if __name__ == "__main__": 之下',
        "en": 'a worker can\'t start workers: put queue.run() under if __name__ == "__main__":',
    },
}
"""Code → sentence in each language, with `str.format` fields."""


def say(code: str, language: Language, /, **fields: Any) -> str:
    """The sentence of `code` in `language`, its fields filled in.

    A field that is itself a sentence, a code and its fields, is said in `language` too.

    Raises:
        KeyError: an unknown code or a missing field.
    """
    said = {name: _said(value, language) for name, value in fields.items()}
    return CATALOGUE[code][language].format(**said)


def _said(value: Any, language: Language) -> Any:
    """A field as it is shown. A sentence is a tuple; read back from a trace, a list."""
    if isinstance(value, (tuple, list)) and len(value) == 2 and isinstance(value[1], dict):
        return say(value[0], language, **value[1])
    return value


class LabError(Exception):
    """A mistake that a reader can mend: a code of the catalogue and its fields."""

    def __init__(self, code: str, /, **fields: Any) -> None:
        self.code = code
        self.fields = fields
        super().__init__(say(code, "en", **fields))

    def text(self, language: Language) -> str:
        """The message in `language`."""
        return say(self.code, language, **self.fields)

    @property
    def sentence(self) -> tuple[str, dict[str, Any]]:
        """What it says in no language yet: `say` fills it into another sentence."""
        return self.code, self.fields
