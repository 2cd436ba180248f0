"""How queue workers fail: a message comes twice, comes for ever, or is held by two at once."""

from durable_lab.casebook.description import CALM, Mission, Prediction, Preset, Scenario, Variant
from durable_lab.picture import Words

DELIVERED_TWICE = Scenario(
    key="delivered-twice",
    topology="queue_workers",
    kind="failure",
    name=Words("同一条消息投递两次", "One message delivered twice"),
    story=Words(
        "退款的消息，Worker 先读执行记录：没做过才退。队列只承诺至少投递一次，光读记录够不够？",
        "A message asks for a refund. The worker reads the record first and refunds only if there is none. The queue promises "
        "delivery at least once: is reading enough?",
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
            "twice",
            Words("同一条消息同时来两次", "the same message twice at once"),
            "redeliver send:refunds#1",
        ),
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
        CALM,
    ),
    mission=Mission(
        counts="refund",
        minutes=4,
        steps=(
            Prediction(
                "naive",
                "twice",
                Words(
                    "同一条消息同时投递了两次，有两个 Worker，都先读执行记录再退款。一共退了几次？",
                    "The same message comes twice at once, to two workers, and each reads the record before it refunds. How many "
                    "refunds?",
                ),
                (0, 1, 2),
                Words(
                    "{count} 次。两个 Worker 都读到“没有”，于是都退了：记录省工作，不防重复。",
                    "{count}. Both read “none”, so both refunded: a record saves work, it doesn't prevent doubles.",
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
                "twice",
                Words(
                    "回到第一种故障，退款带业务键。几次？",
                    "The first fault again, and the refund has a business key. How many?",
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

POISON = Scenario(
    key="poison",
    topology="queue_workers",
    kind="failure",
    name=Words("毒消息反复失败", "A poison message fails every time"),
    story=Words(
        "一条退款消息，退完之后要生成的回执大得撑爆内存：Worker 每次都死在那里，消息每次都回到队列。",
        "A message asks for a refund and for a receipt that needs more memory than there is: each worker refunds and dies, and "
        "each time the message comes back.",
    ),
    anchor="f-poison",
    variants=(
        Variant(
            "naive", Words("只有投递次数上限", "only a limit of deliveries"), "queue_workers/poison/naive.py"
        ),
        Variant(
            "quorum",
            Words(
                "同样的上限，在 RabbitMQ 的 quorum 队列上", "the same limit, on a quorum queue of RabbitMQ"
            ),
            "queue_workers/poison/quorum.py",
        ),
        Variant(
            "key",
            Words("业务键，最后一次写明原因进死信", "a key, and a dead letter with its reason"),
            "queue_workers/poison/key.py",
        ),
    ),
    presets=(
        CALM,
        Preset(
            "crash-after-refund",
            Words(
                "好像还不够，退款之后再崩溃一次",
                "as if that were not enough, one more crash after the refund",
            ),
            "crash at effect:refund#1.applied",
        ),
    ),
    mission=Mission(
        counts="refund",
        minutes=3,
        steps=(
            Prediction(
                "naive",
                "calm",
                Words(
                    "消息先退款，然后杀死它的 Worker。投递上限是 3 次。一共退了几次？",
                    "A message refunds, then kills its worker. The limit is three deliveries. How many refunds?",
                ),
                (0, 1, 2, 3),
                Words(
                    "{count} 次。上限限制了损失，没有防止它；死信里只说“投递太多次”。",
                    "{count}. The limit bounds the damage, it doesn't prevent it; and the dead letter says only that there were "
                    "too many deliveries.",
                ),
            ),
            Prediction(
                "quorum",
                "calm",
                Words(
                    "同一个程序，同样的上限 3，换成 RabbitMQ 的 quorum 队列。几次？",
                    "The same program and the same limit of 3, on a quorum queue of RabbitMQ. How many?",
                ),
                (2, 3, 4),
                Words(
                    "{count} 次。它数的是再次投递，第一次不算；而且连接一断就再投，不用等租约到期。",
                    "{count}. It counts redeliveries, and the first delivery is none; and it redelivers as soon as the connection "
                    "is gone, without waiting for a lease.",
                ),
            ),
            Prediction(
                "key",
                "calm",
                Words(
                    "退款带键；最后一次投递不再尝试，写明原因放进死信。几次？",
                    "The refund has a key, and the last delivery sets the message aside with a reason. How many refunds?",
                ),
                (0, 1, 2, 3),
                Words(
                    "{count} 次，而且人看得到原因，修好之后可以重放。",
                    "{count}, and a person can read why, mend it, and redrive the message.",
                ),
            ),
        ),
    ),
)

LEASE_OVERRUN = Scenario(
    key="lease-overrun",
    topology="queue_workers",
    kind="failure",
    name=Words("长步骤跑过了租约", "A step outlives its lease"),
    story=Words(
        "退款之前要审 45 秒，租约只有 30 秒。租约一到，消息交给另一个 Worker，两个人做同一步。",
        "A refund takes 45 seconds of thought, and the lease is 30. When it ends the message goes to another worker, and two are "
        "in one step.",
    ),
    anchor="f-lease-overrun",
    variants=(
        Variant("naive", Words("不续锁", "no renewal"), "queue_workers/lease-overrun/naive.py"),
        Variant(
            "renewed",
            Words("每 10 秒续锁", "renewed every 10 seconds"),
            "queue_workers/lease-overrun/renewed.py",
        ),
        Variant(
            "key", Words("续锁加业务键", "renewal and a business key"), "queue_workers/lease-overrun/key.py"
        ),
    ),
    presets=(
        CALM,
        Preset(
            "paused",
            Words("续锁的 Worker 停顿了两分钟", "the renewing worker is paused for two minutes"),
            "pause worker-1 at renew:refunds#4.stored for 2m",
        ),
        Preset(
            "crash-after-refund",
            Words("退款之后、写记录之前崩溃", "a crash after the refund, before its record"),
            "crash at effect:refund#1.applied",
        ),
    ),
    mission=Mission(
        counts="refund",
        minutes=4,
        steps=(
            Prediction(
                "naive",
                "calm",
                Words(
                    "退款要 45 秒，租约 30 秒，有两个 Worker，没有故障。退了几次？",
                    "The step takes 45 seconds, the lease 30, there are two workers and no fault. How many refunds?",
                ),
                (1, 2, 3),
                Words(
                    "{count} 次。第二个 Worker 读记录时，第一个还没写。",
                    "{count}. When the second worker read the record, the first had not written it.",
                ),
            ),
            Prediction(
                "renewed",
                "calm",
                Words(
                    "每过租约的三分之一就续锁。几次？",
                    "The lease is renewed every third of its length. How many?",
                ),
                (0, 1, 2),
                Words("{count} 次，只要 Worker 一直醒着。", "{count}, as long as the worker stays awake."),
            ),
            Prediction(
                "renewed",
                "paused",
                Words(
                    "照样续锁，但第四次续锁之后，Worker 所在的机器停顿了两分钟。几次？",
                    "Still renewed; but after the fourth renewal the worker's machine stands still for two minutes. How many?",
                ),
                (0, 1, 2),
                Words(
                    "{count} 次。停顿的 Worker 醒来，不知道锁已经丢了，接着退款。租约不是互斥。",
                    "{count}. The worker wakes up, doesn't know that its lock is gone, and refunds. A lease is no mutual exclusion.",
                ),
            ),
            Prediction(
                "key",
                "paused",
                Words(
                    "退款带键，写记录要出示隔离令牌。同样的停顿，几次？",
                    "The refund has a key, and the record asks for a fencing token. The same pause: how many?",
                ),
                (0, 1, 2),
                Words(
                    "{count} 次。被调方认出了键；仓库拒绝了旧令牌，迟到的记录没有盖掉新的。",
                    "{count}. The callee recognised the key; the store refused the older token, so the late record didn't replace "
                    "the newer.",
                ),
            ),
        ),
    ),
)

QUEUE_WORKERS = (DELIVERED_TWICE, POISON, LEASE_OVERRUN)
