"""Queue and workers: progress is a message and its lease."""

from __future__ import annotations

from durable_lab.picture import Answers, Edge, Node, Place, Signature, Words
from durable_lab.topologies.outside import callee, model, outside, person

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
        person(0, 2),
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
        callee(3, 2),
        model(3, 4),
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
        *outside("worker"),
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
            "被调方认得的稳定业务键，试过的每种故障下都是 1 次。执行记录只省工作：崩在副作用与记录之间是 2 次，先占记录则可能是 0 次。",
            "A stable business key that the callee honours: done once, under every fault tried. The record only saves work: a crash between "
            "effect and record gives 2, claiming first may give 0.",
        ),
        waiting=Words(
            "不用。一步写下「等待中」就结束，审批是之后的一条消息；抢先到的审批要先存下（这是我们的建议）。",
            "No. A step records “waiting” and ends; the approval is a later message. Buffer one that comes early (our advice).",
        ),
    ),
)
