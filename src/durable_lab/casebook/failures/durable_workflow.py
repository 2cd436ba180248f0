"""How a durable workflow fails: its code takes another way in the replay, or an activity runs once more."""

from durable_lab.casebook.description import CALM, Mission, Prediction, Preset, Scenario, Variant
from durable_lab.picture import Words

CLOCK = Scenario(
    key="clock",
    topology="durable_workflow",
    kind="failure",
    name=Words("工作流代码读时钟，回放走岔", "A clock in a branch sends the replay astray"),
    story=Words(
        "工作流按现在几点决定做什么。Worker 重启，代码从第一行回放，读到的时间已经不同。",
        "The workflow decides by the clock what to do. The worker restarts, the code is replayed from its first line, and the "
        "clock says something else.",
    ),
    anchor="f-clock",
    variants=(
        Variant("naive", Words("读机器的时钟", "the machine's clock"), "durable_workflow/clock/naive.py"),
        Variant(
            "workflow-now",
            Words("workflow.now()", "workflow.now()"),
            "durable_workflow/clock/workflow-now.py",
        ),
    ),
    presets=(
        Preset(
            "worker-restarts",
            Words("等待时 Worker 重启", "the worker restarts while it waits"),
            "crash worker at commands:Incident#2.stored",
        ),
        CALM,
    ),
    mission=Mission(
        counts="open_ticket",
        minutes=4,
        steps=(
            Prediction(
                "naive",
                "calm",
                Words(
                    "代码按时钟选分支：先开工单，再等一天。没有故障。开了几张工单？",
                    "The code chooses a branch by the clock: it opens a ticket, then waits a day. No fault. How many tickets?",
                ),
                (0, 1, 2),
                Words(
                    "{count} 张，一切正常。缓存还在，代码就不回放，错误看不出来。",
                    "{count}, and all is well: with a warm cache nothing is replayed, and the mistake doesn't show.",
                ),
            ),
            Prediction(
                "naive",
                "worker-restarts",
                Words(
                    "等待时 Worker 重启，一天后代码从第一行回放，这次时钟选了另一个分支。工单一共几张？工作流走到哪里？",
                    "The worker restarts while it waits; a day later the code is replayed from its first line, and the clock "
                    "chooses the other branch. How many tickets, and where does the workflow get to?",
                ),
                (0, 1, 2),
                Words(
                    "还是 {count} 张，但工作流停住了：命令与历史对不上，工作流任务一直失败、一直重试，状态却是 RUNNING。",
                    "Still {count}, but the workflow stands still: its commands don't fit the history, its task fails and is "
                    "retried for ever, and its state is RUNNING.",
                ),
            ),
            Prediction(
                "workflow-now",
                "worker-restarts",
                Words(
                    "改用 workflow.now()，同样重启。几张？",
                    "With workflow.now(), and the same restart: how many?",
                ),
                (0, 1, 2),
                Words(
                    "{count} 张，而且走完了：回放时读到的是历史里记下的时间。",
                    "{count}, and it comes to its end: a replay reads the time that the history recorded.",
                ),
            ),
        ),
    ),
)

_DIES = Preset(
    "worker-dies",
    Words("退款之后、报告之前 Worker 崩溃", "the worker dies after the refund, before it reports"),
    "crash at effect:refund#1.applied",
)

ACTIVITY_TWICE = Scenario(
    key="activity-twice",
    topology="durable_workflow",
    kind="failure",
    name=Words("活动重试，副作用做了两次", "An activity retried after its effect"),
    story=Words(
        "活动退了款，Worker 在报告之前死掉。引擎没收到完成，按约定再试一次。",
        "The activity refunds, and its worker dies before it reports. The engine has no completion and, as promised, tries again.",
    ),
    anchor="f-activity-twice",
    variants=(
        Variant("naive", Words("没有键", "no key"), "durable_workflow/activity-twice/naive.py"),
        Variant(
            "activity-key",
            Words("工作流 id 加活动 id 作键", "a key from workflow id and activity id"),
            "durable_workflow/activity-twice/activity-key.py",
        ),
        Variant(
            "business-key",
            Words("业务键：订单加步骤", "a business key: order and step"),
            "durable_workflow/activity-twice/business-key.py",
        ),
    ),
    presets=(_DIES, CALM),
    mission=Mission(
        counts="refund",
        minutes=3,
        steps=(
            Prediction(
                "naive",
                "worker-dies",
                Words(
                    "活动退了款，Worker 还没报告就死了。重启之后，一共退了几次？",
                    "The activity refunds and its worker dies before it reports. After the restart: how many refunds?",
                ),
                (1, 2, 3),
                Words(
                    "{count} 次。引擎保证的是：记下的完成不再执行；这一次没有记下。",
                    "{count}. The engine promises that a recorded completion isn't run again. This one was not recorded.",
                ),
            ),
            Prediction(
                "activity-key",
                "worker-dies",
                Words(
                    "键由工作流 id 和活动 id 组成，每次重试都一样。几次？",
                    "The key is made of workflow id and activity id, the same at each attempt. How many?",
                ),
                (0, 1, 2),
                Words(
                    "{count} 次。不过这个键里没有订单，只有位置：continue-as-new 之后会怎样，见下一关。",
                    "{count}. But the key names a position, no order: the next mission shows what continue-as-new makes of it.",
                ),
            ),
            Prediction(
                "business-key",
                "worker-dies",
                Words("键换成订单号加步骤。几次？", "The key is now the order and the step. How many?"),
                (0, 1, 2),
                Words(
                    "{count} 次，换了运行、换了引擎也一样。",
                    "{count}, in another run or on another engine too.",
                ),
            ),
        ),
    ),
)

CONTINUED_RUNS = Scenario(
    key="continued-runs",
    topology="durable_workflow",
    kind="failure",
    name=Words("续跑之后活动 id 重新数，键撞在一起", "Continued runs reuse activity ids: keys collide"),
    story=Words(
        "三个订单，每个订单一次运行，用 continue-as-new 接着跑。活动 id 在每次运行里都从 1 开始。",
        "Three orders, a run each, continued as new. Activity ids begin at 1 in every run.",
    ),
    anchor="f-activity-twice",
    variants=(
        Variant(
            "activity-key",
            Words("工作流 id 加活动 id 作键", "a key from workflow id and activity id"),
            "durable_workflow/continued-runs/activity-key.py",
        ),
        Variant(
            "business-key",
            Words("业务键：订单加步骤", "a business key: order and step"),
            "durable_workflow/continued-runs/business-key.py",
        ),
    ),
    presets=(CALM, _DIES),
    mission=Mission(
        counts="refund",
        minutes=3,
        steps=(
            Prediction(
                "activity-key",
                "calm",
                Words(
                    "三个订单，三次接续的运行，没有故障。键由工作流 id 和活动 id 组成。退了几次款？",
                    "Three orders in three continued runs, no fault; the key is made of workflow id and activity id. How many "
                    "refunds?",
                ),
                (0, 1, 2, 3),
                Words(
                    "{count} 次。三次运行的键是同一个，被调方以为后两单是重试：两位顾客没收到退款，也没有任何错误。",
                    "{count}. All three runs made the same key, and the callee took two orders for retries: two customers got "
                    "nothing, and nothing failed.",
                ),
            ),
            Prediction(
                "business-key",
                "worker-dies",
                Words(
                    "键换成订单号加步骤，再加一次崩溃。几次？",
                    "The key is now the order and the step, and the worker dies once. How many?",
                ),
                (1, 2, 3, 4),
                Words("{count} 次，一单一次。", "{count}, one for each order."),
            ),
        ),
    ),
)

DURABLE_WORKFLOW = (CLOCK, ACTIVITY_TWICE, CONTINUED_RUNS)
