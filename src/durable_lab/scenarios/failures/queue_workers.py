"""How queue workers fail: a message comes twice, comes for ever, or is held by two at once."""

from durable_lab.scenarios.description import Mission, Prediction, Preset, Scenario, Variant
from durable_lab.signatures import Words

_CALM = Preset("calm", Words("没有故障", "no fault"), "")

DELIVERED_TWICE = Scenario(
    key="delivered-twice",
    topology="queue_workers",
    kind="failure",
    name=Words("同一条消息投递两次", "One message delivered twice"),
    story=Words(
        "退款的消息，Worker 先读执行记录：没做过才退。副作用和记录之间有一条缝，两次投递都能从这里钻过去。",
        "A message asks for a refund. The worker reads the record first and refunds only if there is none. Between the effect "
        "and its record there is a gap, and a second delivery fits through it.",
    ),
    anchor="f-delivered-twice",
    variants=(
        Variant(
            "naive", Words("先读执行记录", "read the record first"), "queue_workers/delivered-twice/naive.py"
        ),
        Variant(
            "claim", Words("先占记录再做", "claim the record first"), "queue_workers/delivered-twice/claim.py"
        ),
        Variant(
            "key",
            Words("执行记录加业务键", "a record and a business key"),
            "queue_workers/delivered-twice/key.py",
        ),
    ),
    presets=(
        Preset(
            "crash-after-refund",
            Words("退款之后、写记录之前崩溃", "a crash after the refund, before its record"),
            "crash at effect:refund#1.applied",
        ),
        Preset(
            "crash-before-refund",
            Words("退款之前崩溃", "a crash before the refund"),
            "crash at effect:refund#1.requested",
        ),
        _CALM,
    ),
    mission=Mission(
        counts="refund",
        minutes=4,
        steps=(
            Prediction(
                "naive",
                "crash-after-refund",
                Words(
                    "Worker 读过记录才退款，退完、记录还没写就崩溃。一共退了几次？",
                    "The worker reads the record, refunds, and dies before it writes the record. How many refunds?",
                ),
                (0, 1, 2),
                Words(
                    "{count} 次。再次投递时记录还是空的：记录省工作，不防重复。",
                    "{count}. At the next delivery there was still no record: it saves work, it doesn't prevent doubles.",
                ),
            ),
            Prediction(
                "claim",
                "crash-before-refund",
                Words(
                    "改成先占记录：谁占到谁退款。占到的 Worker 在退款之前崩溃。退了几次？",
                    "Now the worker claims the record first, and only the claimant refunds. It dies before the refund. How many?",
                ),
                (0, 1, 2),
                Words(
                    "{count} 次。下一次投递看到“有人在做”，就把消息确认掉了：没有重复，也没有退款。",
                    "{count}. The next delivery found someone at work and acknowledged the message: no double, and no refund.",
                ),
            ),
            Prediction(
                "key",
                "crash-after-refund",
                Words(
                    "回到第一次崩溃，退款带业务键。几次？",
                    "The first crash again, and the refund has a business key. How many?",
                ),
                (0, 1, 2),
                Words(
                    "{count} 次。被调方认出了键，返回第一次的回执。",
                    "{count}. The callee recognised the key and gave the first receipt again.",
                ),
            ),
        ),
    ),
)

QUEUE_WORKERS = (DELIVERED_TWICE,)
