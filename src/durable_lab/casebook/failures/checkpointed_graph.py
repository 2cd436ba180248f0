"""How a checkpointed graph fails: it begins a node again, and it goes on while its store refuses."""

from durable_lab.casebook.description import CALM, Mission, Prediction, Preset, Scenario, Variant
from durable_lab.picture import Words

INTERRUPT_PREFIX = Scenario(
    key="interrupt-prefix",
    topology="checkpointed_graph",
    kind="failure",
    name=Words("中断之前的副作用，恢复时又做一次", "The effect before the interrupt runs again on resume"),
    story=Words(
        "一个节点先开工单，再问人要不要改。没有任何故障，要紧的是：人答复之后，图从哪一行接着跑。",
        "A node opens a ticket, then asks a person. Nothing fails; what matters is the line at which the graph goes on when "
        "the answer comes.",
    ),
    anchor="f-interrupt-prefix",
    variants=(
        Variant(
            "naive",
            Words("开工单和提问在同一个节点", "ticket and question in one node"),
            "checkpointed_graph/interrupt-prefix/naive.py",
        ),
        Variant(
            "own-node",
            Words("开工单单独一个节点", "the ticket in a node of its own"),
            "checkpointed_graph/interrupt-prefix/own-node.py",
        ),
        Variant(
            "key",
            Words("单独的节点，加业务键", "its own node, and a business key"),
            "checkpointed_graph/interrupt-prefix/key.py",
        ),
    ),
    presets=(
        CALM,
        Preset(
            "crash-after-ticket",
            Words("开完工单、还没存档就崩溃", "a crash after the ticket, before it is stored"),
            "crash at effect:open_ticket#1.applied",
        ),
        Preset(
            "crash-while-waiting",
            Words("等人的时候崩溃", "a crash while it waits for the person"),
            "crash at person:approve#1.requested",
        ),
    ),
    mission=Mission(
        counts="open_ticket",
        minutes=3,
        steps=(
            Prediction(
                "naive",
                "calm",
                Words(
                    "节点先开工单，再用 interrupt() 提问；人回答“yes”。没有任何故障，一共开了几张工单？",
                    "The node opens a ticket, then calls interrupt(); the person says yes. Nothing fails. How many tickets?",
                ),
                (1, 2, 3),
                Words(
                    "{count} 张。恢复不是从 interrupt() 那一行继续，而是从节点的第一行重跑。",
                    "{count}. Resuming doesn't go on at interrupt(): the node runs again from its first line.",
                ),
            ),
            Prediction(
                "own-node",
                "crash-after-ticket",
                Words(
                    "开工单挪到单独的节点。这次进程在工单开好、还没存档时崩溃。几张？",
                    "The ticket has a node of its own now. This time the process dies after the ticket, before it is stored. How many?",
                ),
                (1, 2, 3),
                Words(
                    "{count} 张。单独的节点防住了恢复，防不住崩溃：没存下的节点会再跑一次。",
                    "{count}. A node of its own guards against resuming, not against a crash: an unstored node runs again.",
                ),
            ),
            Prediction(
                "key",
                "crash-after-ticket",
                Words(
                    "同一次崩溃，但工单带业务键。几张？",
                    "The same crash, and the ticket has a business key. How many?",
                ),
                (0, 1, 2),
                Words(
                    "{count} 张。第二次请求到了被调方，被它认了出来。",
                    "{count}. The second request reached the callee, which recognised it.",
                ),
            ),
        ),
    ),
)

STORE_DOWN = Scenario(
    key="store-down",
    topology="checkpointed_graph",
    kind="failure",
    name=Words("检查点存储写不进去", "The checkpoint store refuses"),
    story=Words(
        "四个节点，每个改一处。第一个节点的检查点写不进去；默认的 durability 是 async，后面的节点不等它。",
        "Four nodes, a change each. The store refuses the checkpoint of the first; with the default durability, async, the "
        "following nodes don't wait for it.",
    ),
    anchor="f-store-down",
    variants=(
        Variant(
            "naive",
            Words("默认的 durability（async）", "the default durability, async"),
            "checkpointed_graph/store-down/naive.py",
        ),
        Variant(
            "sync", Words('durability="sync"', 'durability="sync"'), "checkpointed_graph/store-down/sync.py"
        ),
        Variant(
            "key", Words("sync 加业务键", "sync, and business keys"), "checkpointed_graph/store-down/key.py"
        ),
    ),
    presets=(
        Preset(
            "checkpoint-refused",
            Words("第一个节点的检查点被拒绝", "the first node's checkpoint is refused"),
            "down agent.db at writes:drain#1.stored x 1",
        ),
        Preset(
            "store-down",
            Words("第一个节点之后存储停一分钟", "the store is down for a minute after the first node"),
            "down agent.db at effect:apply_change#1.applied for 1m",
        ),
        Preset(
            "crash-after-second",
            Words("第二个节点做完就崩溃", "a crash after the second change"),
            "crash at effect:apply_change#2.applied",
        ),
        CALM,
    ),
    mission=Mission(
        counts="apply_change",
        minutes=4,
        steps=(
            Prediction(
                "naive",
                "checkpoint-refused",
                Words(
                    "四个节点各改一次。第一个节点的检查点写不进去，修好存储后用 None 恢复。一共改了几次？",
                    "Four nodes, one change each. The first node's checkpoint is refused; the store is repaired and the run resumed "
                    "with None. How many changes in all?",
                ),
                (4, 5, 7, 8),
                Words(
                    "{count} 次。async 一边写一边走：错误露面时四个节点都跑完了，恢复又重跑了没存下的三个。",
                    "{count}. Async writes while it goes on: all four had run before the error surfaced, and resuming ran the three "
                    "unstored ones again.",
                ),
            ),
            Prediction(
                "sync",
                "checkpoint-refused",
                Words('换成 durability="sync"。几次？', 'The same with durability="sync". How many?'),
                (4, 5, 7),
                Words(
                    "{count} 次。没存下就不往前走。",
                    "{count}. Nothing goes on until it is stored.",
                ),
            ),
            Prediction(
                "sync",
                "crash-after-second",
                Words(
                    "sync 不变，换成第二个节点改完、还没存档时崩溃。几次？",
                    "Still sync; now the process dies after the second change, before it is stored. How many?",
                ),
                (4, 5, 6),
                Words(
                    "{count} 次。进行中的那个节点会再跑一次，sync 也一样。",
                    "{count}. The node in progress runs again, with sync too.",
                ),
            ),
            Prediction(
                "key",
                "crash-after-second",
                Words("每次改动再带一个键。几次？", "And with a key for each change?"),
                (3, 4, 5),
                Words(
                    "{count} 次。重跑的节点又请求了一次，被调方认出了键。",
                    "{count}. The node that ran again asked again, and the callee recognised the key.",
                ),
            ),
        ),
    ),
)

CHECKPOINTED_GRAPH = (INTERRUPT_PREFIX, STORE_DOWN)
