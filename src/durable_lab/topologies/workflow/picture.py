"""The durable workflow: progress is a history, read again."""

from __future__ import annotations

from durable_lab.picture import Answers, Edge, Node, Place, Signature, Words
from durable_lab.topologies.outside import callee, model, outside, person

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
        person(0, 2),
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
        callee(3, 0, 3),
        model(3, 3, 3),
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
        *outside("worker"),
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
