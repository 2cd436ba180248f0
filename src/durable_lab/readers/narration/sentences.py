"""One sentence an event, in both languages: who does what, and what it means for a crash that comes now.

A sentence is named by kind and phase; a third part tells variants apart (`tellers`). At most 90 characters in
English, 45 Chinese characters, however long the reader's own names are: those are cut where they come in.
"""

from __future__ import annotations

from durable_lab.words.messages import Language

SENTENCES: dict[str, dict[Language, str]] = {
    # -- processes ------------------------------------------------------------------------------
    "process.started": {"zh": "{who} 启动，内存是空的。", "en": "{who} starts with an empty memory."},
    "process.started.client": {"zh": "{who} 开始。", "en": "{who} begins."},
    "process.started.again": {
        "zh": "{who} 重新启动（第 {life} 次生命）。上次记得的，都没了。",
        "en": "{who} starts again, life {life}. What it remembered is gone.",
    },
    "process.crashed": {
        "zh": "{who} 崩溃。它知道的都已经存下。",
        "en": "{who} dies. All that it knew is stored.",
    },
    "process.crashed.unheard": {
        "zh": "{who} 崩溃。{what} 已经做了，它却还没听说。",
        "en": "{who} dies. {what} was done, but it never found out.",
    },
    "process.crashed.told": {
        "zh": "{who} 崩溃。回执 {receipt} 只在它的内存里，没有存下。",
        "en": "{who} dies. The receipt {receipt} was in its memory only.",
    },
    "process.crashed.effect": {
        "zh": "{who} 崩溃。调用 {what} 没有送到，也就没有做。",
        "en": "{who} dies. Its call of {what} never arrives: it is not done.",
    },
    "process.crashed.person": {
        "zh": "{who} 崩溃。问人的话还没送到就丢了。",
        "en": "{who} dies, and its question never reaches the person.",
    },
    "process.crashed.model": {
        "zh": "{who} 崩溃，没等到模型回答：以后要再问。",
        "en": "{who} dies before the model has answered: it will be asked again.",
    },
    "process.crashed.answer": {
        "zh": "{who} 崩溃。模型的回答只有它知道，要再问一次。",
        "en": "{who} dies. Only it knew the model's answer: asking again costs again.",
    },
    "process.crashed.writes": {
        "zh": "{who} 崩溃。{name} 的写入没有存下。",
        "en": "{who} dies. What {name} wrote is not stored.",
    },
    "process.crashed.resume": {
        "zh": "{who} 崩溃。人的回答还没存下，要再给一次。",
        "en": "{who} dies. The person's answer is not stored: it has to be given again.",
    },
    "process.crashed.checkpoint": {
        "zh": "{who} 崩溃。第 {step} 步的检查点没有存下。",
        "en": "{who} dies. The checkpoint of step {step} is not stored.",
    },
    "process.crashed.record": {
        "zh": "{who} 崩溃。{name} 的记录没有存下。",
        "en": "{who} dies. The record of {name} is not stored.",
    },
    "process.crashed.claim": {
        "zh": "{who} 崩溃。它没有占到 {name}，别人可以占。",
        "en": "{who} dies. {name} is not claimed: another may have it.",
    },
    "process.crashed.journal": {
        "zh": "{who} 崩溃。日志里没有 {name}。",
        "en": "{who} dies. The journal has no word of {name}.",
    },
    "process.crashed.complete": {
        "zh": "{who} 崩溃。队列没听说 {id} 已完成，还会再投递。",
        "en": "{who} dies. The queue never hears that {id} is done: it comes again.",
    },
    "process.crashed.abandon": {
        "zh": "{who} 崩溃。{id} 没有还给队列，租约到期才会再投递。",
        "en": "{who} dies. {id} is not given back: it comes again when the lease ends.",
    },
    "process.crashed.commands": {
        "zh": "{who} 崩溃。它的决定没有送到，引擎会再派这个任务。",
        "en": "{who} dies. Its decision never arrives: the engine gives the task out again.",
    },
    "process.crashed.completion": {
        "zh": "{who} 崩溃。{name} 的报告没有送到，活动会重跑。",
        "en": "{who} dies. Its report never arrives: {name} runs again.",
    },
    "process.crashed.send": {
        "zh": "{who} 崩溃。消息 {id} 没有送到队列。",
        "en": "{who} dies. Message {id} never reaches the queue.",
    },
    "process.crashed.task": {
        "zh": "{who} 崩溃。引擎会把它手上的任务再派出去。",
        "en": "{who} dies. The engine will give the task it had to a worker again.",
    },
    "process.crashed.node": {
        "zh": "{who} 崩溃在节点 {name} 里：这个节点要从第一行重跑。",
        "en": "{who} dies in node {name}, which will begin again at its first line.",
    },
    "process.crashed.journal-knows": {
        "zh": "{who} 崩溃在请求 {name} 里：做完哪些，日志知道。",
        "en": "{who} dies in the midst of request {name}; the journal knows what is done.",
    },
    "process.crashed.request": {
        "zh": "{who} 崩溃在请求 {name} 里：做到哪里，没人知道。",
        "en": "{who} dies in the midst of request {name}: nobody knows how far it was.",
    },
    "process.crashed.landing": {
        "zh": "{who} 崩溃。它发出的 {what} 还在路上，会照样送到。",
        "en": "{who} dies. Its {what} is still on the way, and will arrive.",
    },
    "process.crashed.message": {
        "zh": "{who} 崩溃。消息 {id} 仍归它租用，到期才会再投递。",
        "en": "{who} dies. Message {id} stays leased to it until the lease ends.",
    },
    "process.stopped": {"zh": "{who} 正常停止。", "en": "{who} stops cleanly."},
    "process.stopping": {
        "zh": "{who} 收到 SIGTERM：做完手上的，不接新的。",
        "en": "{who} gets SIGTERM: it finishes what it began, and takes nothing new.",
    },
    "process.paused": {
        "zh": "{who} 停顿 {seconds} 秒：它自己不知道时间在走。",
        "en": "{who} is paused for {seconds} s, and does not know that time goes on.",
    },
    "process.resumed": {
        "zh": "{who} 接着跑，好像什么也没发生过。",
        "en": "{who} goes on as if no time had passed.",
    },
    "process.ended": {"zh": "程序走到结尾。", "en": "The program has come to its end."},
    "process.raised": {"zh": "{who} 出错退出：{error}", "en": "{who} ends with an error: {error}"},
    "process.stuck": {
        "zh": "再没有任何安排能推动 {who}：它永远停在这里。",
        "en": "Nothing is left that could move {who}: it waits for ever.",
    },
    "process.too-many-events": {
        "zh": "已有 {limit} 个事件，运行被截断。",
        "en": "Cut off after {limit} events: this run does not end by itself.",
    },
    "print.printed": {"zh": "{who} 打印：{text}", "en": "{who} prints: {text}"},
    # -- faults ---------------------------------------------------------------------------------
    "fault.happened.crash": {"zh": "kill -9，正好在 {point} 之后。", "en": "kill -9, right after {point}."},
    "fault.happened.stop": {
        "zh": "SIGTERM，正好在 {point} 之后：允许它收尾。",
        "en": "SIGTERM, right after {point}: it may finish what it began.",
    },
    "fault.happened.pause": {
        "zh": "进程在 {point} 之后停顿：它自己并不知道。",
        "en": "A process is paused after {point}, and will not notice.",
    },
    "fault.happened.preempt": {
        "zh": "同一时刻有几件事到期：这一次让另一件先走。",
        "en": "Several things are due at this instant: for once another goes first.",
    },
    "fault.happened.down": {
        "zh": "存储从这里起不可用：{fault}",
        "en": "A store refuses from here on: {fault}",
    },
    "fault.happened.cut": {"zh": "网络断开：{fault}", "en": "The network is cut: {fault}"},
    "fault.happened.skew": {"zh": "时钟不准：{fault}", "en": "A clock is wrong: {fault}"},
    "fault.happened.deploy": {
        "zh": "部署新代码：进程重启后运行的是新版本。",
        "en": "New code is deployed: what starts from now on runs it.",
    },
    # -- the callee -----------------------------------------------------------------------------
    "effect.requested": {
        "zh": "{who} 调用 {what}。做没做，收到回执才知道。",
        "en": "{who} calls {what}. Whether it is done, only the reply will tell.",
    },
    "effect.requested.key": {
        "zh": "{who} 带着幂等键 {key} 调用 {what}。",
        "en": "{who} calls {what} under the key {key}.",
    },
    "effect.requested.again": {
        "zh": "{who} 又调用 {what}：它无从知道已经做过。",
        "en": "{who} calls {what} again: it can't know that this was done.",
    },
    "effect.requested.again-key": {
        "zh": "{who} 再次调用 {what}，幂等键仍是 {key}。",
        "en": "{who} calls {what} again, and the key is the same: {key}.",
    },
    "effect.applied": {
        "zh": "被调方执行 {what}，在台账记下回执 {receipt}。",
        "en": "The callee does {what}; its ledger has the receipt {receipt}.",
    },
    "effect.applied.late": {
        "zh": "{what} 还是执行了，尽管 {who} 已经死了。",
        "en": "{what} is done all the same, although {who} is dead.",
    },
    "effect.applied.extra": {
        "zh": "{what} {nth}执行：被调方看不出这是同一件事。",
        "en": "{what} is done {nth}: the callee can't tell that it is the same.",
    },
    "effect.applied.extra-key": {
        "zh": "{what} {nth}执行：被调方认不出幂等键 {key}。",
        "en": "{what} is done {nth}: the callee does not know the key {key}.",
    },
    "effect.applied.unwanted": {
        "zh": "被调方执行 {what}，而这件事本不该做。",
        "en": "The callee does {what}, which nobody wanted.",
    },
    "effect.applied.over": {
        "zh": "被调方执行 {what}，超出了需要的次数。",
        "en": "The callee does {what}, once more than is wanted in all.",
    },
    "effect.recognised": {
        "zh": "被调方认出幂等键 {key}：不再执行，回执仍是 {receipt}。",
        "en": "The callee knows the key {key}: it does nothing and answers {receipt}.",
    },
    "effect.recognised.other": {
        "zh": "被调方认出幂等键 {key}，当成重试：{what} 没有做。",
        "en": "The callee knows the key {key}, takes it for a retry: {what} is not done.",
    },
    "effect.refused": {
        "zh": "被调方拒绝 {what}：幂等键 {key} 已属于另一次请求。",
        "en": "The callee refuses {what}: the key {key} belongs to another request.",
    },
    "effect.refused.in-flight": {
        "zh": "被调方拒绝 {what}：幂等键 {key} 的请求还在处理。",
        "en": "The callee refuses {what}: it is still at a request with the key {key}.",
    },
    "effect.failed.kept": {
        "zh": "被调方答复存在幂等键 {key} 下的那次失败。",
        "en": "The callee answers with the failure that it has kept under the key {key}.",
    },
    "effect.failed": {
        "zh": "被调方答复出错，{what} 没有做。",
        "en": "The callee answers with an error; {what} was not done.",
    },
    "effect.failed.applied": {
        "zh": "被调方答复出错，可是 {what} 已经做了。",
        "en": "The callee answers with an error, although {what} was done.",
    },
    "effect.returned": {
        "zh": "{who} 收到回执 {receipt}，目前只在它的内存里。",
        "en": "{who} has the receipt {receipt}, so far in its memory only.",
    },
    # -- the model, and people ------------------------------------------------------------------
    "intent.accepted": {
        "zh": "从这里起需要 {what}，至多 {most} 次。",
        "en": "From here on {what} is wanted, at most {most} ×.",
    },
    "intent.accepted.approval": {
        "zh": "需要 {what}，但先要有人批准：{approval}。",
        "en": "{what} is wanted, once a person has agreed: {approval}.",
    },
    "intent.withdrawn": {
        "zh": "从这里起不再需要 {what}。",
        "en": "From here on {what} is not wanted any more.",
    },
    "model.requested": {"zh": "{who} 问模型：{prompt}", "en": "{who} asks the model: {prompt}"},
    "model.requested.again": {
        "zh": "{who} 再问模型同样的话：又付一次钱，回答可能不同。",
        "en": "{who} asks the model the same again: it costs again and may differ.",
    },
    "model.answered": {"zh": "模型回答：{answer}", "en": "The model answers: {answer}"},
    "model.answered.nobody": {
        "zh": "模型回答了，但提问的进程已经没了。",
        "en": "The model answers, but whoever asked is gone.",
    },
    "model.failed": {"zh": "模型出错，没有回答。", "en": "The model fails and answers nothing."},
    "person.requested": {
        "zh": "{who} 请人决定 {name}：{about}",
        "en": "{who} asks a person, {name}: {about}",
    },
    "person.answered": {"zh": "这个人回答 {name}：{answer}", "en": "The person answers {name}: {answer}"},
    "person.answered.nobody": {
        "zh": "这个人回答 {answer}，但提问的进程已经没了。",
        "en": "The person answers {answer}, but whoever asked is gone.",
    },
    "person.failed": {"zh": "没能问到这个人。", "en": "The person could not be asked."},
    # -- stores, whichever ----------------------------------------------------------------------
    "store.refused": {
        "zh": "存储 {store} 拒绝写入：{name} 没有存下。",
        "en": "The store {store} refuses: {name} is not stored.",
    },
    "store.failed": {
        "zh": "存储答复出错：{name} 可能没有存下。",
        "en": "The store answers with an error: {name} may not be stored.",
    },
    # -- the loop -------------------------------------------------------------------------------
    "request.called": {
        "zh": "客户端发出请求 {name}：整个任务就是这一个请求。",
        "en": "The client sends request {name}: the whole task is one request.",
    },
    "request.called.again": {
        "zh": "没等到答复，客户端把整个请求再发一遍（第 {n} 次）。",
        "en": "No reply came, so the client sends the whole request again: try {n}.",
    },
    "request.cancelled": {
        "zh": "{deadline} 秒已过，这一次被取消；已经做的，撤不回来。",
        "en": "{deadline} s are over and the try is cancelled; what it did stays done.",
    },
    "request.replied": {"zh": "答复到达客户端：{reply}", "en": "The reply reaches the client: {reply}"},
    "request.raised": {"zh": "客户端得到一个错误：{error}", "en": "The client gets an error: {error}"},
    "journal.sent": {
        "zh": "{who} 要在日志里记下：{key} 已完成。",
        "en": "{who} is about to write down that {key} is done.",
    },
    "journal.stored": {
        "zh": "日志里有了 {key}：这个进程崩溃也不会忘。",
        "en": "The journal has {key}: a crash can't make it forget that.",
    },
    "read.read.journal": {
        "zh": "{who} 查日志：{key} 做过。",
        "en": "{who} looks up {key}: it was done before.",
    },
    "read.read.journal-none": {
        "zh": "{who} 查日志：没有 {key}。这只说明没记下，不说明没做。",
        "en": "{who} looks up {key}: no word of it. It may have been done all the same.",
    },
    # -- the graph ------------------------------------------------------------------------------
    "invoke.called": {
        "zh": "客户端启动线程 {name}，输入 {given}。",
        "en": "The client starts thread {name} with {given}.",
    },
    "invoke.called.on": {
        "zh": "客户端用同一个线程 {name} 和 None 接着跑。",
        "en": "The client invokes thread {name} with None: go on from the checkpoint.",
    },
    "invoke.resumed": {
        "zh": "人回答 {given}：提问的节点要从第一行重跑。",
        "en": "The person answers {given}: the node that asked runs again from its top.",
    },
    "read.read.load": {
        "zh": "{who} 读取线程 {thread}：检查点停在第 {step} 步。",
        "en": "{who} loads thread {thread}: its checkpoint is at step {step}.",
    },
    "read.read.load-none": {
        "zh": "{who} 读取线程 {thread}：还没有检查点。",
        "en": "{who} loads thread {thread}: there is no checkpoint yet.",
    },
    "node.started": {"zh": "节点 {name} 开始运行。", "en": "Node {name} begins."},
    "node.started.again": {
        "zh": "节点 {name} 从第一行重跑：第 {attempt} 次。",
        "en": "Node {name} begins again at its first line: attempt {attempt}.",
    },
    "node.finished": {
        "zh": "节点 {name} 跑完，返回值还只在内存里。",
        "en": "Node {name} has finished; what it returned is in memory only.",
    },
    "node.paused": {
        "zh": "节点 {name} 停在 interrupt()，还没做完。",
        "en": "Node {name} stops at interrupt(): it has not finished.",
    },
    "node.raised": {"zh": "节点 {name} 抛出错误。", "en": "Node {name} raises an error."},
    "question.asked": {"zh": "节点 {name} 问人：{value}", "en": "Node {name} asks a person: {value}"},
    "writes.sent": {
        "zh": "节点 {name} 的写入送往检查点存储。",
        "en": "What node {name} wrote is on its way to the store.",
    },
    "writes.sent.start": {"zh": "输入的写入送往检查点存储。", "en": "The input's writes go to the store."},
    "writes.sent.resume": {
        "zh": "人的回答送往检查点存储。",
        "en": "The person's answer is on its way to the store.",
    },
    "writes.sent.question": {
        "zh": "给人的问题送往检查点存储。",
        "en": "The question to the person is on its way to the store.",
    },
    "writes.stored": {
        "zh": "节点 {name} 的写入存下了：崩溃后它不必重跑。",
        "en": "What node {name} wrote is stored: after a crash it need not run again.",
    },
    "writes.stored.start": {"zh": "输入的写入存下了。", "en": "The input's writes are stored."},
    "writes.stored.resume": {
        "zh": "人的回答存下了：不必再问。",
        "en": "The person's answer is stored: nobody has to be asked again.",
    },
    "writes.stored.question": {
        "zh": "给人的问题存下了：等人时不占进程。",
        "en": "The question is stored: no process has to live while the person thinks.",
    },
    "writes.sent.exit": {
        "zh": "这一步跑完的节点，写入到退出时才送往存储。",
        "en": "Only at the exit, what had finished in this step goes to the store.",
    },
    "writes.stored.exit": {"zh": "退出时的写入存下了。", "en": "What had finished at the exit is stored."},
    "writes.stored.error": {
        "zh": "节点 {name} 的错误存下了。",
        "en": "The error of node {name} is stored.",
    },
    "checkpoint.sent": {
        "zh": "第 {step} 步的检查点送往存储。",
        "en": "The checkpoint of step {step} is on its way to the store.",
    },
    "checkpoint.stored": {
        "zh": "第 {step} 步的检查点存下了，下一个：{next}。",
        "en": "The checkpoint of step {step} is stored; next: {next}.",
    },
    "checkpoint.stored.last": {
        "zh": "第 {step} 步的检查点存下了，没有下一个节点。",
        "en": "The checkpoint of step {step} is stored; no node is left to run.",
    },
    "checkpoint.sent.input": {"zh": "输入送往检查点存储。", "en": "The input is on its way to the store."},
    "checkpoint.stored.input": {
        "zh": "输入存下了：崩溃后不必再给。",
        "en": "The input is stored: after a crash nobody has to give it again.",
    },
    "result.paused": {
        "zh": "invoke 返回：线程 {name} 在等人回答。",
        "en": "invoke returns: thread {name} waits for a person.",
    },
    "result.ended": {
        "zh": "invoke 返回线程 {name} 的最终状态。",
        "en": "invoke returns the final state of thread {name}.",
    },
    "result.returned": {
        "zh": "客户端得到 {id} 的结果：{status}。",
        "en": "The client gets the outcome of {id}: {status}.",
    },
    # -- queue workers --------------------------------------------------------------------------
    "send.sent": {"zh": "{who} 发送消息 {id}。", "en": "{who} sends message {id}."},
    "send.stored": {
        "zh": "队列收下消息 {id}：从此由队列负责投递。",
        "en": "The queue has message {id}: from now on it is the queue's to deliver.",
    },
    "send.failed": {
        "zh": "队列答复出错：不知道收没收下 {id}。",
        "en": "The queue answers with an error: did it take {id}?",
    },
    "receive.sent": {"zh": "{who} 去队列领消息。", "en": "{who} asks the queue for a message."},
    "receive.stored": {
        "zh": "队列把 {id} 租给 {who}，到 {until}：第 {delivery} 次投递。",
        "en": "The queue leases {id} to {who} until {until}: delivery {delivery}.",
    },
    "receive.stored.again": {
        "zh": "{id} 再次投递，这次给 {who}：第 {delivery} 次。",
        "en": "{id} is delivered again, now to {who}: delivery {delivery}.",
    },
    "receive.answered": {"zh": "队列没有消息给 {who}。", "en": "The queue has no message for {who}."},
    "receive.failed": {"zh": "{who} 领取消息出错。", "en": "The queue answers {who} with an error."},
    "handler.started": {
        "zh": "{who} 开始处理 {id}，从第一行起。",
        "en": "{who} begins to handle {id}, at the first line.",
    },
    "handler.started.again": {
        "zh": "{who} 从第一行处理 {id}，不知道上次做到哪里。",
        "en": "{who} handles {id} from the first line: it doesn't know how far the last got.",
    },
    "handler.finished": {
        "zh": "{who} 处理完 {id}，全都忘掉。",
        "en": "{who} is done with {id} and forgets it all.",
    },
    "handler.finished.unsettled": {
        "zh": "{who} 没有处置 {id} 就返回：租约到期会再投递。",
        "en": "{who} returns without settling {id}: it comes again when the lease ends.",
    },
    "handler.finished.overrun": {
        "zh": "{who} 这才做完 {id}：租约早已过期，消息不再归它。",
        "en": "{who} is done with {id} at last: its lease was over long before.",
    },
    "handler.raised": {"zh": "{who} 处理 {id} 出错：{error}", "en": "{who} fails on {id}: {error}"},
    "complete.sent": {
        "zh": "{who} 告诉队列：{id} 已完成。",
        "en": "{who} tells the queue that {id} is done.",
    },
    "complete.stored": {
        "zh": "队列删除 {id}：不会再投递。",
        "en": "The queue deletes {id}: it will not be delivered again.",
    },
    "abandon.sent": {"zh": "{who} 放弃 {id}。", "en": "{who} gives {id} back."},
    "abandon.stored": {
        "zh": "{id} 重新可见，谁都能领。",
        "en": "{id} is visible again: any worker may take it.",
    },
    "abandon.stored.delayed": {
        "zh": "{id} 在 {delay} 秒后重新可见。",
        "en": "{id} will be visible again in {delay} s.",
    },
    "dead_letter.sent": {
        "zh": "{who} 要把 {id} 移入死信：{reason}",
        "en": "{who} sets {id} aside, with a reason: {reason}",
    },
    "dead_letter.stored": {
        "zh": "{id} 进了死信队列，等人来看。",
        "en": "{id} is among the dead letters, for a person to look at.",
    },
    "dead_letter.exceeded": {
        "zh": "{id} 投递次数用完，进了死信队列；原因队列不知道。",
        "en": "{id} has used up its deliveries: a dead letter. Why, the queue can't say.",
    },
    "renew.sent": {"zh": "{who} 请求续锁 {id}。", "en": "{who} asks to renew the lease of {id}."},
    "renew.stored": {"zh": "{id} 的租约重新算起。", "en": "The lease of {id} begins anew."},
    "settle.refused": {
        "zh": "队列拒绝：{who} 对 {id} 的租约已经过期。",
        "en": "The queue refuses: the lease of {who} on {id} is over.",
    },
    "settle.refused.closed": {
        "zh": "消息 {id} 已不归 {who}：队列关闭了它的信道。",
        "en": "{id} is no longer held by {who}: the queue closes its channel.",
    },
    "settle.ignored": {
        "zh": "队列对 {who} 说好，却什么也没做：{id} 不归它了。",
        "en": "The queue says OK to {who} and does nothing: {id} is no longer held there.",
    },
    "settle.stale": {
        "zh": "{who} 的租约早已过期，队列照样处置了 {id}，不管现在是谁拿着。",
        "en": "The queue settles {id} for {who}, whose lease is over, whoever holds it now.",
    },
    "settle.failed": {
        "zh": "队列答复出错：{who} 不知道 {id} 处置了没有。",
        "en": "The queue answers with an error: {who} can't tell whether {id} is settled.",
    },
    "lease.ended": {
        "zh": "{id} 的租约到期，没有处置：重新可见。",
        "en": "The lease of {id} ends, unsettled: it is visible again.",
    },
    "lease.ended.closed": {
        "zh": "拿着 {id} 的连接断了：重新可见。",
        "en": "The connection that held {id} is closed: it is visible again.",
    },
    "lease.ended.held": {
        "zh": "{id} 的租约到期，{who} 却还在做：别人可以领走了。",
        "en": "The lease of {id} ends while {who} is still at it: another may take it.",
    },
    "record.sent": {"zh": "{who} 写 {name} 的执行记录。", "en": "{who} writes the record of {name}."},
    "record.stored": {
        "zh": "作业仓库有了 {name} 的记录：比 Worker 活得久。",
        "en": "The job store has the record of {name}: it outlives every worker.",
    },
    "claim.sent": {
        "zh": "{who} 先占下 {name}，再去做。",
        "en": "{who} claims {name}, before the work is done.",
    },
    "claim.stored": {
        "zh": "{name} 归 {who} 了。它要是死了，谁也不会再做。",
        "en": "{name} is claimed by {who}. If it dies now, nobody will do the work.",
    },
    "claim.stored.lost": {
        "zh": "{name} 已被占下：{who} 没有占到。",
        "en": "{name} is claimed already: {who} does not get it.",
    },
    "read.read.record": {
        "zh": "{who} 读 {job} 的记录：{value}",
        "en": "{who} reads the record of {job}: {value}",
    },
    "read.read.record-none": {
        "zh": "{who} 读 {job} 的记录：没有。别人也可能同时读到没有。",
        "en": "{who} reads the record of {job}: none. Another may read the same now.",
    },
    # -- the durable workflow -------------------------------------------------------------------
    "start.sent": {"zh": "{who} 请引擎启动 {id}。", "en": "{who} asks the engine to start {id}."},
    "start.stored": {
        "zh": "引擎收下 {id}：客户端走开也没关系。",
        "en": "The engine has {id}: the client may go away now.",
    },
    "start.refused": {
        "zh": "引擎拒绝：{id} 已在运行或用过。",
        "en": "The engine refuses: {id} runs already, or was used.",
    },
    "start.failed": {
        "zh": "引擎答复出错：不知道 {id} 启动没有。",
        "en": "The engine answers with an error: did {id} start?",
    },
    "signal.sent": {"zh": "信号 {name} 发给 {id}。", "en": "The signal {name} is sent to {id}."},
    "signal.stored": {
        "zh": "引擎收下信号 {name}，有没有 Worker 都一样。",
        "en": "The engine has the signal {name}, whether or not a worker lives.",
    },
    "signal.refused": {
        "zh": "引擎拒绝信号 {name}：{id} 已经结束。",
        "en": "The engine refuses the signal {name}: {id} is over.",
    },
    "signal.failed": {
        "zh": "引擎答复出错：不知道信号 {name} 到了没有。",
        "en": "The engine answers with an error: did the signal {name} arrive?",
    },
    "history.recorded.WORKFLOW_EXECUTION_STARTED": {
        "zh": "历史第 {n} 个事件：运行 {id} 开始。",
        "en": "Event {n} of the history: the run {id} begins.",
    },
    "history.recorded.WORKFLOW_TASK_SCHEDULED": {
        "zh": "引擎安排一个工作流任务：轮到代码决定下一步。",
        "en": "The engine schedules a workflow task: it is the code's turn to decide.",
    },
    "history.recorded.WORKFLOW_TASK_SCHEDULED.sticky": {
        "zh": "引擎先把工作流任务留给上次那个 Worker：它可能有缓存。",
        "en": "The engine first offers the workflow task to the last worker: it may have a cache.",
    },
    "history.recorded.WORKFLOW_TASK_STARTED": {
        "zh": "引擎把工作流任务交给一个 Worker。",
        "en": "The engine gives the workflow task to a worker.",
    },
    "history.recorded.WORKFLOW_TASK_COMPLETED": {
        "zh": "历史记下：代码作出了决定。",
        "en": "The history has it: the code has decided.",
    },
    "history.recorded.WORKFLOW_TASK_FAILED": {
        "zh": "工作流任务失败（{cause}），会重试；运行仍是 RUNNING。",
        "en": "The workflow task fails ({cause}) and is retried; the run stays RUNNING.",
    },
    "history.recorded.WORKFLOW_TASK_TIMED_OUT": {
        "zh": "工作流任务没有等到决定：引擎再派一次。",
        "en": "No decision came in time: the engine hands the workflow task out again.",
    },
    "history.recorded.WORKFLOW_TASK_TIMED_OUT.sticky": {
        "zh": "上次那个 Worker 没有来：任务改给任何一个 Worker。",
        "en": "The last worker did not come: any worker may take the task now.",
    },
    "history.recorded.ACTIVITY_TASK_SCHEDULED": {
        "zh": "历史记下活动 {activity}：引擎会试到它结束。",
        "en": "The history has the activity {activity}: it is tried until it ends.",
    },
    "history.recorded.ACTIVITY_TASK_STARTED": {
        "zh": "到结束时才记下：活动 {activity} 已开始，第 {attempt} 次尝试。",
        "en": "Noted only at its end: {activity} had started, attempt {attempt}.",
    },
    "history.recorded.ACTIVITY_TASK_COMPLETED": {
        "zh": "{activity} 的结果进了历史：再也不会执行。",
        "en": "The result of {activity} is in the history: it never runs again.",
    },
    "history.recorded.ACTIVITY_TASK_FAILED": {
        "zh": "{activity} 失败，不再重试；历史记下失败。",
        "en": "{activity} has failed for good; the history has the failure.",
    },
    "history.recorded.ACTIVITY_TASK_TIMED_OUT": {
        "zh": "{activity} 超时，不再重试。",
        "en": "{activity} has timed out and is not tried again.",
    },
    "history.recorded.ACTIVITY_TASK_CANCEL_REQUESTED": {
        "zh": "代码要取消活动 {activity}。",
        "en": "The code wants the activity {activity} cancelled.",
    },
    "history.recorded.ACTIVITY_TASK_CANCELED": {
        "zh": "活动 {activity} 已取消。",
        "en": "The activity {activity} is cancelled.",
    },
    "history.recorded.TIMER_STARTED": {
        "zh": "引擎管着定时器 {timer}（{seconds}），等待不占 Worker。",
        "en": "The engine keeps timer {timer}, {seconds}: no worker has to wait for it.",
    },
    "history.recorded.TIMER_FIRED": {
        "zh": "定时器 {timer} 到点，记入历史。",
        "en": "Timer {timer} fires, and the history has it.",
    },
    "history.recorded.TIMER_CANCELED": {"zh": "定时器 {timer} 取消。", "en": "Timer {timer} is cancelled."},
    "history.recorded.WORKFLOW_EXECUTION_SIGNALED": {
        "zh": "信号 {signal} 进了历史：每次回放都会再看到它。",
        "en": "The signal {signal} is in the history: every replay will see it.",
    },
    "history.recorded.MARKER_RECORDED": {
        "zh": "历史记下：这次运行走补丁 {marker} 的新分支。",
        "en": "The history has it: this run takes the new branch of patch {marker}.",
    },
    "history.recorded.UPSERT_WORKFLOW_SEARCH_ATTRIBUTES": {
        "zh": "引擎更新运行的搜索属性。",
        "en": "The engine updates the run's search attributes.",
    },
    "history.recorded.WORKFLOW_EXECUTION_COMPLETED": {
        "zh": "历史的最后一个事件：{id} 完成。",
        "en": "The last event of the history: {id} is completed.",
    },
    "history.recorded.WORKFLOW_EXECUTION_FAILED": {
        "zh": "历史的最后一个事件：{id} 失败。",
        "en": "The last event of the history: {id} has failed.",
    },
    "history.recorded.WORKFLOW_EXECUTION_TERMINATED": {
        "zh": "{id} 从外面被终止：代码没有机会收尾。",
        "en": "{id} is terminated from outside: its code gets no further turn.",
    },
    "history.recorded.WORKFLOW_EXECUTION_CONTINUED_AS_NEW": {
        "zh": "{id} 续接新执行：历史从空开始。",
        "en": "{id} continues as a new run, with an empty history.",
    },
    "workflow.closed": {"zh": "运行 {id} 结束：{status}。", "en": "The run {id} is closed: {status}."},
    "workflow.stuck": {
        "zh": "{id} 卡住：同样的失败会一直重复，状态仍是 RUNNING。",
        "en": "{id} is stuck: the same failure for ever, and still RUNNING.",
    },
    "workflow.resumed": {
        "zh": "来了新的 Worker：引擎再试 {id}。",
        "en": "A new worker is there: the engine tries {id} again.",
    },
    "task.returned": {
        "zh": "{who} 领到工作流任务和全部 {to} 个历史事件。",
        "en": "{who} gets the workflow task with the whole history, {to} events.",
    },
    "task.returned.cached": {
        "zh": "{who} 有缓存，只领新事件 {from} 到 {to}。",
        "en": "{who} has the run in its cache and gets only events {from} to {to}.",
    },
    "replay.begun": {
        "zh": "{who} 从第一行回放代码，对照 {events} 个事件；什么也不重做。",
        "en": "{who} replays the code from its first line over {events} events; nothing is redone.",
    },
    "commands.sent": {"zh": "代码决定：{commands}。", "en": "The code decides: {commands}."},
    "commands.sent.none": {"zh": "代码没有新命令：它在等。", "en": "The code has no new command: it waits."},
    "commands.sent.failed": {"zh": "代码没能决定：{failure}", "en": "The code could not decide: {failure}"},
    "commands.stored": {
        "zh": "引擎收下决定：Worker 现在死了也不要紧。",
        "en": "The engine has the decision: the worker may die now.",
    },
    "commands.stored.failed": {
        "zh": "引擎知道任务失败了，会再试。",
        "en": "The engine knows that the task failed, and will try again.",
    },
    "commands.refused": {
        "zh": "引擎拒绝这个决定：任务已过期，或有了新消息。",
        "en": "The engine refuses the decision: it is stale, or there is news.",
    },
    "commands.failed": {
        "zh": "引擎答复出错：决定可能没有送到。",
        "en": "The engine answers with an error: the decision may be lost.",
    },
    "activity_task.returned": {
        "zh": "{who} 开始活动 {name}，第 {attempt} 次尝试。",
        "en": "{who} begins the activity {name}, attempt {attempt}.",
    },
    "completion.sent": {
        "zh": "{who} 报告 {name} 的结果；路上丢了，就会重跑。",
        "en": "{who} reports the result of {name}; should it get lost, it runs again.",
    },
    "completion.sent.failed": {
        "zh": "{who} 报告 {name} 失败：{failure}",
        "en": "{who} reports that {name} failed: {failure}",
    },
    "completion.stored": {
        "zh": "引擎收下 {name} 的报告：不会再跑。",
        "en": "The engine has the report of {name}: it will not run again.",
    },
    "completion.stored.failed": {
        "zh": "引擎收下 {name} 的失败，按重试策略办。",
        "en": "The engine has the failure of {name}; the retry policy decides.",
    },
    "completion.refused": {
        "zh": "引擎拒绝 {name} 的报告：这次尝试已经作废。",
        "en": "The engine refuses the report of {name}: that attempt is over.",
    },
    "completion.failed": {
        "zh": "引擎答复出错：{name} 的报告可能没到。",
        "en": "The engine answers with an error: the report of {name} may be lost.",
    },
    "heartbeat.sent": {
        "zh": "{who} 为 {name} 发心跳：{details}",
        "en": "{who} sends a heartbeat of {name}: {details}",
    },
    "heartbeat.stored": {
        "zh": "引擎知道 {name} 活着，到了哪里。",
        "en": "The engine knows that {name} lives, and how far it is.",
    },
    "heartbeat.refused": {
        "zh": "引擎拒绝心跳：{name} 的这次尝试已作废。",
        "en": "The engine refuses the heartbeat: that attempt of {name} is over.",
    },
    "heartbeat.failed": {
        "zh": "引擎答复出错：心跳可能没到。",
        "en": "The engine answers with an error: the heartbeat may be lost.",
    },
    "query.returned": {"zh": "{who} 收到查询 {name}。", "en": "{who} gets the query {name}."},
    "query.sent": {
        "zh": "{who} 回答查询 {name}；历史里不留痕迹。",
        "en": "{who} answers the query {name}; the history has no trace of it.",
    },
}
