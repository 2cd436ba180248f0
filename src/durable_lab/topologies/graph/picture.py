"""The checkpointed graph: progress is a checkpoint in a store."""

from __future__ import annotations

from durable_lab.picture import Answers, Edge, Node, Place, Signature, Words
from durable_lab.topologies.outside import callee, model, outside, person

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
        person(0, 3, 3),
        Node(
            "runner",
            "process",
            Words("图运行器", "Graph runner"),
            Words("一个节点接一个节点地跑", "runs node after node"),
            Place(1, 0, 6),
            dies=True,
        ),
        model(2, 0),
        Node(
            "checkpoint_store",
            "store",
            Words("检查点存储", "Checkpoint store"),
            Words("按 thread id 存检查点和待定写入", "checkpoints and pending writes, by thread id"),
            Place(2, 2, 2),
            owns_state=True,
        ),
        callee(2, 4),
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
        *outside("runner"),
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
