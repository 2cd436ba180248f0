"""How a checkpointed graph fails: it begins a node again, and it goes on while its store refuses."""

from durable_lab.scenarios.description import Mission, Prediction, Preset, Scenario, Variant
from durable_lab.signatures import Words

_CALM = Preset("calm", Words("没有故障", "no fault"), "")

INTERRUPT_PREFIX = Scenario(
    key="interrupt-prefix",
    topology="checkpointed_graph",
    kind="failure",
    name=Words("中断之前的副作用，恢复时又做一次", "The effect before the interrupt runs again on resume"),
    story=Words(
        "一个节点先开工单，再问人要不要改。人答复之后，这个节点从第一行重跑：不用任何故障，工单就有两张。",
        "A node opens a ticket, then asks a person. When the answer comes, the node begins again at its first line: two "
        "tickets, without any fault.",
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
        _CALM,
        Preset(
            "crash-after-ticket",
            Words("开完工单、还没存档就崩溃", "a crash after the ticket, before it is stored"),
            "crash at effect:open_ticket#1.applied",
        ),
        Preset(
            "crash-while-waiting",
            Words("等人的时候崩溃", "a crash while it waits for the person"),
            "crash at writes:ask#1.stored",
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

CHECKPOINTED_GRAPH = (INTERRUPT_PREFIX,)
