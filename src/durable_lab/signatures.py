"""The four topologies as a reader compares them: nodes, named edges, and four answers.

One vocabulary for everything that names a place: the edge ids here are the edges that the events of a
trace travel, the diagrams draw them, and the tables and drills say their names. This module holds only
meaning, in both languages; it simulates nothing and knows nothing of the simulator.

The same touch has the same name in every topology (`call`, `receipt`, `ask_model`, `answer_model`), so
that traces of one task on different topologies can be laid side by side.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeAlias

Language: TypeAlias = Literal["zh", "en"]
Kind: TypeAlias = Literal["client", "process", "store", "callee", "model", "person", "engine", "queue"]

GRID_COLUMNS = 6
"""Six, because rows hold one, two or three nodes."""


@dataclass(frozen=True, slots=True)
class Words:
    """One text in both languages, so that neither can be forgotten."""

    zh: str
    en: str

    def say(self, language: Language) -> str:
        return self.zh if language == "zh" else self.en


@dataclass(frozen=True, slots=True)
class Place:
    """Where a node stands on the grid, and how many of its columns it takes."""

    row: int
    column: int
    span: int


@dataclass(frozen=True, slots=True)
class Node:
    """Something that can hold state, do work, or answer."""

    id: str
    kind: Kind
    name: Words
    detail: Words
    place: Place
    dies: bool = False
    """A crash destroys what it holds. Only processes die: stores, engines, people and callees outlive them."""
    owns_state: bool = False
    """Recovery starts from what this node holds."""


@dataclass(frozen=True, slots=True)
class Edge:
    """One named way from a node to a node: what travels it, and what that promises."""

    id: str
    source: str
    target: str
    label: Words
    meaning: Words


@dataclass(frozen=True, slots=True)
class Answers:
    """The four questions that tell the topologies apart."""

    progress: Words
    """Where does progress live?"""
    unit: Words
    """What is the unit of recovery?"""
    effects: Words
    """How are side effects kept from happening twice?"""
    waiting: Words
    """Must a process stay alive while a human decides?"""

    def __iter__(self) -> Iterator[Words]:
        return iter((self.progress, self.unit, self.effects, self.waiting))


@dataclass(frozen=True, slots=True)
class Signature:
    """One topology."""

    key: str
    name: Words
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    answers: Answers

    def node(self, id: str) -> Node:
        return next(node for node in self.nodes if node.id == id)

    def edge(self, id: str) -> Edge:
        return next(edge for edge in self.edges if edge.id == id)

    @property
    def state_owner(self) -> Node:
        return next(node for node in self.nodes if node.owns_state)


QUESTIONS = Answers(
    progress=Words("进度存在哪里？", "Where does progress live?"),
    unit=Words("故障后从哪个单位恢复？", "What is the unit of recovery?"),
    effects=Words("副作用怎样避免做两次？", "How are side effects kept from happening twice?"),
    waiting=Words("等人批准时，进程要一直活着吗？", "Must a process stay alive while a human decides?"),
)


def _model(row: int, column: int, span: int = 2) -> Node:
    detail = Words("再问一次，回答可能不同", "may answer differently when asked again")
    return Node("model", "model", Words("模型", "Model"), detail, Place(row, column, span))


def _callee(row: int, column: int, span: int = 2) -> Node:
    detail = Words("副作用在它的台账里计数", "its ledger counts the effects")
    return Node("callee", "callee", Words("被调方", "Callee"), detail, Place(row, column, span))


def _person(row: int, column: int, span: int = 2) -> Node:
    detail = Words("可能几小时、几天后才回答", "may answer hours or days later")
    return Node("person", "person", Words("审批人", "Person"), detail, Place(row, column, span))


def _outside(caller: str) -> tuple[Edge, ...]:
    """The four edges to the world: the same in every topology, whoever calls."""
    return (
        Edge(
            "call",
            caller,
            "callee",
            Words("调用", "call"),
            Words(
                "请求离开进程。从这里起，副作用可能已经发生，而进程不一定知道。",
                "A request leaves the process. From here on the effect may have happened without the process knowing.",
            ),
        ),
        Edge(
            "receipt",
            "callee",
            caller,
            Words("回执", "receipt"),
            Words(
                "被调方做了什么，或凭幂等键认出这是重复请求。",
                "What the callee did, or that it recognised the request by its key.",
            ),
        ),
        Edge(
            "ask_model",
            caller,
            "model",
            Words("提问", "ask"),
            Words(
                "一次模型调用：可能卡住、失败，要单独设超时。",
                "One call of the model: it may hang or fail, so it has a time-out of its own.",
            ),
        ),
        Edge(
            "answer_model",
            "model",
            caller,
            Words("回答", "answer"),
            Words(
                "没有存下来的回答，重跑时会再问一次，而且可能不同。",
                "An answer that was not stored is asked for again on re-execution, and may differ.",
            ),
        ),
    )


IN_MEMORY_LOOP = Signature(
    key="in_memory_loop",
    name=Words("内存循环", "In-memory loop"),
    nodes=(
        Node(
            "client",
            "client",
            Words("客户端", "Client"),
            Words("只知道有没有收到答复", "knows only whether a reply came"),
            Place(0, 0, 6),
        ),
        Node(
            "process",
            "process",
            Words("进程", "Process"),
            Words("进度只在变量里", "progress in its variables only"),
            Place(1, 0, 6),
            dies=True,
            owns_state=True,
        ),
        _model(2, 0),
        _callee(2, 2),
        _person(2, 4),
    ),
    edges=(
        Edge(
            "request",
            "client",
            "process",
            Words("请求", "request"),
            Words("整个任务是一个请求。", "The whole task is one request."),
        ),
        Edge(
            "reply",
            "process",
            "client",
            Words("答复", "reply"),
            Words(
                "全部做完才有答复；在这之前没有中间结果。",
                "Comes when all is done; before it there is no partial result.",
            ),
        ),
        Edge(
            "retry",
            "client",
            "process",
            Words("整个重来", "retry it all"),
            Words(
                "没等到答复的客户端把同一个请求再发一遍，循环从头跑起。",
                "A client that got no reply sends the same request again, and the loop starts from the top.",
            ),
        ),
        *_outside("process"),
        Edge(
            "ask_person",
            "process",
            "person",
            Words("请示", "ask"),
            Words(
                "循环停在这里等人，进程必须一直活着。",
                "The loop stops here for a person, and the process must stay alive.",
            ),
        ),
        Edge(
            "answer_person",
            "person",
            "process",
            Words("回答", "answer"),
            Words(
                "回答只能交给提问的那个进程；它没了，回答就没人接。",
                "The answer can only reach the process that asked: if it is gone, nobody takes it.",
            ),
        ),
    ),
    answers=Answers(
        progress=Words(
            "只在进程内存里。崩溃、部署、超时之后，重启的进程一点也用不上；被调方和日志还知道，对账只能靠它们。",
            "In process memory only. After a crash, a deployment or a time-out the restarted process can use none of it; "
            "the callee and the logs still know, which is how one reconciles.",
        ),
        unit=Words(
            "整个请求：客户端从头再发一遍。", "The whole request: the client sends it again from the start."
        ),
        effects=Words(
            "架构本身防不住；只有被调方凭业务键认出重复请求，才只做一次。",
            "The architecture prevents nothing: only a callee that recognises a business key does it once.",
        ),
        waiting=Words(
            "要。人想多久，进程就得活多久；进程没了，问题和回答一起丢。",
            "Yes, for as long as the person thinks. If it dies, the question and the answer are both lost.",
        ),
    ),
)

CHECKPOINTED_GRAPH = Signature(
    key="checkpointed_graph",
    name=Words("带检查点的图", "Checkpointed graph"),
    nodes=(
        Node(
            "client",
            "client",
            Words("客户端", "Client"),
            Words("记住 thread id", "remembers the thread id"),
            Place(0, 0, 3),
        ),
        _person(0, 3, 3),
        Node(
            "runner",
            "process",
            Words("图运行器", "Graph runner"),
            Words("一个节点接一个节点地跑", "runs node after node"),
            Place(1, 0, 6),
            dies=True,
        ),
        _model(2, 0),
        Node(
            "checkpoint_store",
            "store",
            Words("检查点存储", "Checkpoint store"),
            Words("按 thread id 存检查点和待定写入", "checkpoints and pending writes, by thread id"),
            Place(2, 2, 2),
            owns_state=True,
        ),
        _callee(2, 4),
    ),
    edges=(
        Edge(
            "start",
            "client",
            "runner",
            Words("启动", "start"),
            Words(
                "invoke(输入)，带 thread id。崩溃后用同一 thread id 和 None 接着跑；再给一次输入就从头开始。",
                "invoke(input) with a thread id. After a crash, the same thread id and None go on; "
                "the input once more starts the graph over.",
            ),
        ),
        Edge(
            "result",
            "runner",
            "client",
            Words("结果", "result"),
            Words(
                "图的最终状态，或者一个暂停：停在哪个中断上。",
                "The graph's final state, or a pause: the interrupt at which it stopped.",
            ),
        ),
        Edge(
            "load",
            "checkpoint_store",
            "runner",
            Words("读取", "load"),
            Words(
                "这个 thread id 的最新检查点，加上已完成节点的待定写入：它们不再跑。",
                "The thread's latest checkpoint and the pending writes of finished nodes, which don't run again.",
            ),
        ),
        Edge(
            "save",
            "runner",
            "checkpoint_store",
            Words("存档", "save"),
            Words(
                "每个完成的节点存待定写入，每个超步存一份检查点。何时写由 durability 决定：sync 先写完再走，"
                "async（默认）边走边写，exit 到最后才写。",
                "Pending writes of each finished node, a checkpoint of each superstep. Durability decides when: sync before "
                "going on, async (the default) meanwhile, exit only at the end.",
            ),
        ),
        *_outside("runner"),
        Edge(
            "pause",
            "runner",
            "person",
            Words("中断", "interrupt"),
            Words(
                "interrupt() 提出问题，图停下，不占进程。",
                "interrupt() asks its question; the graph stops and holds no process.",
            ),
        ),
        Edge(
            "resume",
            "person",
            "runner",
            Words("恢复", "resume"),
            Words(
                "Command(resume=…)，同一 thread id：那个节点从开头重跑，值在 interrupt() 处返回。"
                "thread id 写错不报错，而是另起一次运行。",
                "Command(resume=…) with the same thread id: the node runs again from its first line and interrupt() returns "
                "the value. A wrong thread id is no error: it starts another run.",
            ),
        ),
    ),
    answers=Answers(
        progress=Words(
            "检查点存储里，按 thread id：每个超步一份完整检查点，加上已完成节点的待定写入。",
            "In the checkpoint store, by thread id: a full checkpoint of each superstep, plus finished nodes' pending writes.",
        ),
        unit=Words(
            "一个图节点，从节点开头重跑。sync 至多重做进行中的节点，async（默认）常常两个，"
            "exit 则是上次中断或已处理的错误之后的全部。",
            "A graph node, from its first line. Sync repeats at most the node in progress, async (the default) often two, "
            "exit everything since the last interrupt or handled error.",
        ),
        effects=Words(
            "把副作用放进单独的节点或 @task，再加被调方认得的业务键；挪到 interrupt 之后只防恢复，不防崩溃。",
            "Put the effect in a node of its own or a @task, and give it a business key that the callee honours; moving it "
            "after the interrupt guards against resuming, not against a crash.",
        ),
        waiting=Words(
            "不用。interrupt() 存档后停下；用同一 thread id 发 Command(resume=…) 恢复，"
            "有多个问题时按 interrupt id 回答。",
            "No. interrupt() is stored and the graph stops; Command(resume=…) with the same thread id resumes it, "
            "by interrupt id when several are pending.",
        ),
    ),
)

QUEUE_WORKERS = Signature(
    key="queue_workers",
    name=Words("队列 Worker", "Queue workers"),
    nodes=(
        Node(
            "api",
            "client",
            Words("API", "API"),
            Words("把每一步变成一条消息", "turns each step into a message"),
            Place(0, 0, 2),
        ),
        _person(0, 2),
        Node(
            "dead_letters",
            "queue",
            Words("死信队列", "Dead letters"),
            Words("投递次数用完的消息", "messages out of deliveries"),
            Place(0, 4, 2),
        ),
        Node(
            "queue",
            "queue",
            Words("队列", "Queue"),
            Words("还没处置的消息", "unsettled messages"),
            Place(1, 0, 6),
        ),
        Node(
            "worker",
            "process",
            Words("Worker", "Worker"),
            Words("无状态，多个竞争消费", "stateless; several compete"),
            Place(2, 0, 6),
            dies=True,
        ),
        Node(
            "job_store",
            "store",
            Words("作业仓库", "Job store"),
            Words("执行记录，按 job id", "execution records, by job id"),
            Place(3, 0, 2),
            owns_state=True,
        ),
        _callee(3, 2),
        _model(3, 4),
    ),
    edges=(
        Edge(
            "send",
            "api",
            "queue",
            Words("发送", "send"),
            Words(
                "一步是一条消息。发送方没等到确认会再发一次：同一件事，两个消息 id。",
                "One step is one message. A sender without an acknowledgement sends again: one matter, two message ids.",
            ),
        ),
        Edge(
            "receive",
            "queue",
            "worker",
            Words("领取", "receive"),
            Words(
                "领取并加租约 (peek-lock)：租约期内别的 Worker 看不见。至少投递一次；收到即删的模式至多一次。",
                "Received under a lease (peek-lock): hidden from other workers until it ends. At least once; "
                "at most once in receive-and-delete mode.",
            ),
        ),
        Edge(
            "renew",
            "worker",
            "queue",
            Words("续锁", "renew"),
            Words(
                "到期前延长租约。续锁会失败，停顿的 Worker 也不知道锁已丢：租约不是互斥。",
                "Extends the lease before it ends. It can fail, and a paused worker doesn't know: a lease is no mutual exclusion.",
            ),
        ),
        Edge(
            "complete",
            "worker",
            "queue",
            Words("完成", "complete"),
            Words(
                "处置消息，之后不再投递。租约已过再处置（过期处置），各家行为不同。",
                "Settles the message: no further delivery. After the lease has ended it is a stale settle, and brokers differ.",
            ),
        ),
        Edge(
            "abandon",
            "worker",
            "queue",
            Words("放弃", "abandon"),
            Words(
                "消息重新可见。没有退避，投递次数一眨眼就用完。",
                "Makes the message visible again. Without back-off the deliveries are used up at once.",
            ),
        ),
        Edge(
            "send_next",
            "worker",
            "queue",
            Words("下一步", "next"),
            Words(
                "Worker 把下一步发成新消息；发送与写记录不是一个事务，要对上就用发件箱 (outbox)。",
                "The worker sends the next step as a new message; sending and recording are two commits unless there is an outbox.",
            ),
        ),
        Edge(
            "dead_letter",
            "queue",
            "dead_letters",
            Words("死信", "dead letter"),
            Words(
                "投递次数超过上限就移走。队列只知道次数；失败原因要 Worker 明确写入死信才有。它限制重复，不防止重复。",
                "Moved away after too many deliveries. The broker knows only the count; your reason is there if a worker "
                "dead-letters explicitly. It bounds duplicates, it doesn't prevent them.",
            ),
        ),
        Edge(
            "redrive",
            "dead_letters",
            "queue",
            Words("重放", "redrive"),
            Words(
                "人分析之后送回队列，投递次数重新数。",
                "Sent back after a person looked at it; the delivery count starts again.",
            ),
        ),
        Edge(
            "read_record",
            "job_store",
            "worker",
            Words("读记录", "read"),
            Words(
                "已经做完就只确认消息。两个 Worker 可能同时读到「没有」。",
                "If done, only acknowledge the message. Two workers may both read “none”.",
            ),
        ),
        Edge(
            "write_record",
            "worker",
            "job_store",
            Words("写记录", "write"),
            Words(
                "记下已完成，或「等待中」。崩在副作用与记录之间，这一步会再做一次；仓库可以用隔离令牌拒绝僵尸进程。",
                "Records “done”, or “waiting”. A crash between effect and record repeats the step; a fencing token lets the "
                "store refuse a zombie.",
            ),
        ),
        *_outside("worker"),
        Edge(
            "approve",
            "person",
            "queue",
            Words("审批", "approve"),
            Words(
                "审批是另一条消息，唤醒等待的作业。它可能比「等待中」先到：要先存下，否则就丢了。",
                "An approval is one more message, which wakes the waiting job. It may overtake the “waiting” record: buffer it, "
                "or it is lost.",
            ),
        ),
        Edge(
            "result",
            "job_store",
            "api",
            Words("结果", "result"),
            Words(
                "API 按 job id 读结果（或从回复队列按关联 ID 取）；Worker 不直接答复。",
                "The API reads the result by job id (or takes it from a reply queue by correlation id); workers don't reply directly.",
            ),
        ),
    ),
    answers=Answers(
        progress=Words(
            "作业仓库里的执行记录；队列保管还没处置的消息。",
            "In the job store's execution records; the queue keeps the messages that are not settled.",
        ),
        unit=Words(
            "一条消息：没有处置就会再投递。",
            "One message: unsettled, it is delivered again.",
        ),
        effects=Words(
            "被调方认得的稳定业务键，每种故障下都是 1 次。执行记录只省工作：崩在副作用与记录之间是 2 次，先占记录则可能是 0 次。",
            "A stable business key that the callee honours gave 1 in every case. The record only saves work: a crash between "
            "effect and record gives 2, claiming first may give 0.",
        ),
        waiting=Words(
            "不用。一步写下「等待中」就结束，审批是之后的一条消息；抢先到的审批要先存下（这是我们的建议）。",
            "No. A step records “waiting” and ends; the approval is a later message. Buffer one that comes early (our advice).",
        ),
    ),
)

DURABLE_WORKFLOW = Signature(
    key="durable_workflow",
    name=Words("持久化工作流", "Durable workflow"),
    nodes=(
        Node(
            "client",
            "client",
            Words("客户端", "Client"),
            Words("记住 workflow id", "remembers the workflow id"),
            Place(0, 0, 2),
        ),
        _person(0, 2),
        Node(
            "engine",
            "engine",
            Words("引擎", "Engine"),
            Words("事件历史，定时器，信号", "event history, timers, signals"),
            Place(1, 0, 6),
            owns_state=True,
        ),
        Node(
            "worker",
            "process",
            Words("Worker", "Worker"),
            Words("回放工作流代码，执行活动", "replays workflow code, runs activities"),
            Place(2, 0, 6),
            dies=True,
        ),
        _callee(3, 0, 3),
        _model(3, 3, 3),
    ),
    edges=(
        Edge(
            "start",
            "client",
            "engine",
            Words("启动", "start"),
            Words(
                "按 workflow id 启动；同一 id 正在运行时，再启动会被拒绝。",
                "Starts by workflow id; while that id runs, a second start is refused.",
            ),
        ),
        Edge(
            "result",
            "engine",
            "client",
            Words("结果", "result"),
            Words(
                "运行结束时的返回值或失败；客户端可以断开，过后再问。",
                "The return value or failure when the run closes; a client may go away and ask later.",
            ),
        ),
        Edge(
            "signal",
            "person",
            "engine",
            Words("信号", "signal"),
            Words(
                "例如审批。没有 Worker 活着，引擎也收下并记入历史；重复的信号都会送达。",
                "An approval, say. Accepted and kept even while no worker lives; duplicates are all delivered.",
            ),
        ),
        Edge(
            "timer",
            "engine",
            "engine",
            Words("定时器", "timer"),
            Words(
                "引擎保管定时器，到点记一个事件；等几天也不占 Worker。",
                "The engine keeps the timer and records an event when it fires; days of waiting hold no worker.",
            ),
        ),
        Edge(
            "task",
            "engine",
            "worker",
            Words("工作流任务", "workflow task"),
            Words(
                "任务和历史：有缓存就只给新事件；缓存丢了，工作流代码从第一行回放。",
                "A workflow task with its history: only new events to a worker with a warm cache; after losing it, the code "
                "replays from its first line.",
            ),
        ),
        Edge(
            "commands",
            "worker",
            "engine",
            Words("命令", "commands"),
            Words(
                "代码接下来要做的事。与历史对不上，这个任务失败并一直重试，运行保持 RUNNING。",
                "What the code wants next. If they don't match the history, the task fails and is retried for ever; the run "
                "stays RUNNING.",
            ),
        ),
        Edge(
            "activity_task",
            "engine",
            "worker",
            Words("活动任务", "activity task"),
            Words(
                "一次活动尝试。没有报告完成，就会按重试策略再派一次。",
                "One attempt of an activity. Without a reported completion it is sent again, as the retry policy says.",
            ),
        ),
        Edge(
            "completion",
            "worker",
            "engine",
            Words("完成", "completion"),
            Words(
                "记入历史的完成不再执行。崩在副作用与完成之间，活动会再跑一次；失败的尝试不是事件。",
                "A recorded completion is never run again. A crash between effect and completion runs the activity again; "
                "failed attempts are not events.",
            ),
        ),
        Edge(
            "heartbeat",
            "worker",
            "engine",
            Words("心跳", "heartbeat"),
            Words(
                "长活动报平安和进度。心跳会被节流，进程崩溃时最近几次可能没有送到。",
                "A long activity reports life and progress. Heartbeats are throttled: a dying process may lose the latest ones.",
            ),
        ),
        *_outside("worker"),
    ),
    answers=Answers(
        progress=Words(
            "引擎的事件历史里。失败的尝试不是事件，没报告的副作用也不在其中：审计要连被调方一起看。",
            "In the engine's event history. Failed attempts are not events, and an unreported effect is not in it: audit at "
            "the callee too.",
        ),
        unit=Words(
            "一个活动。Worker 的缓存丢了，工作流代码从第一行回放到历史末尾。",
            "An activity. A worker that lost its cache replays the workflow code from its first line to the history's end.",
        ),
        effects=Words(
            "记入历史的完成不再执行；没报告的活动可能跑多次，哪怕副作用已经做了。所以仍要业务键。",
            "A recorded completion is never run again; an activity that has not reported may run several times, even after its "
            "effect succeeded. So it still needs a business key.",
        ),
        waiting=Words(
            "不用。定时器和信号由引擎保管，没有 Worker 活着也一样。",
            "No. The engine keeps timers and signals, even while no worker lives.",
        ),
    ),
)

SIGNATURES: Mapping[str, Signature] = MappingProxyType(
    {
        signature.key: signature
        for signature in (IN_MEMORY_LOOP, CHECKPOINTED_GRAPH, QUEUE_WORKERS, DURABLE_WORKFLOW)
    }
)
"""By key, in the order in which the article tells them."""
