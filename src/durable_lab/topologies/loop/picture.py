"""The loop in memory: one process, and nothing that survives it."""

from __future__ import annotations

from durable_lab.picture import Answers, Edge, Node, Place, Signature, Words
from durable_lab.topologies.outside import callee, model, outside, person

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
        model(2, 0),
        callee(2, 2),
        person(2, 4),
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
        *outside("process"),
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
