"""How a loop fails: its progress dies with its process, and a client that waits no longer begins it anew."""

from durable_lab.casebook.description import CALM, Mission, Prediction, Preset, Scenario, Variant
from durable_lab.picture import Words

RESTART = Scenario(
    key="restart",
    topology="in_memory_loop",
    kind="failure",
    name=Words("进程在任务中途重启", "The process restarts in mid-task"),
    story=Words(
        "一个请求要改五台主机。改到第三台，进程被杀；客户端没等到答复，把整个请求再发一次。",
        "One request is to change five hosts. After the third the process is killed; the client gets no reply and sends the "
        "whole request again.",
    ),
    anchor="f-restart",
    variants=(
        Variant("naive", Words("进度在变量里", "progress in a variable"), "in_memory_loop/restart/naive.py"),
        Variant("journal", Words("加进度日志", "a journal"), "in_memory_loop/restart/journal.py"),
        Variant("key", Words("进度日志加业务键", "a journal and a key"), "in_memory_loop/restart/key.py"),
    ),
    presets=(
        Preset(
            "crash-after-third",
            Words("第三台改完就崩溃", "a crash after the third change"),
            "crash at effect:apply_change#3.applied",
        ),
        Preset(
            "lost-reply",
            Words("第三台的回执丢了", "the third receipt is lost"),
            "lose reply effect:apply_change#3",
        ),
        CALM,
    ),
    mission=Mission(
        counts="apply_change",
        minutes=3,
        steps=(
            Prediction(
                "naive",
                "crash-after-third",
                Words(
                    "五台主机，各改一次。第三台改完，进程被杀，客户端重发请求。被调方一共改了几次？",
                    "Five hosts, one change each. The process is killed after the third, and the client asks again. How many "
                    "changes does the callee count?",
                ),
                (5, 6, 8, 10),
                Words(
                    "{count} 次。进度只在变量里，重启后一切从头再来，而做过的三次改动还在外面。",
                    "{count}. The progress was in a variable: all begins again, and the three changes made stay made.",
                ),
            ),
            Prediction(
                "journal",
                "crash-after-third",
                Words(
                    "现在每改一台就写一行进度日志，重来时跳过记过的。同一处崩溃，几次？",
                    "Now a journal notes each change, and a rerun skips what is noted. The same crash: how many?",
                ),
                (5, 6, 8),
                Words(
                    "{count} 次。前两台跳过了；第三台改了，却还没记下。进度日志省工作，补不上这条缝。",
                    "{count}. The first two were skipped. The third was made and not yet noted: a journal saves work, it "
                    "doesn't close this gap.",
                ),
            ),
            Prediction(
                "key",
                "crash-after-third",
                Words(
                    "再给每次改动一个键：请求号加主机名。几次？",
                    "Now each change has a key as well, made of the request and the host. How many?",
                ),
                (4, 5, 6),
                Words(
                    "{count} 次。第三台又请求了一次，被调方认出了键。",
                    "{count}. The third change was requested again, and the callee recognised its key.",
                ),
            ),
        ),
    ),
)

_HANGS = "hang model:model#1 ; hang model:model#2 ; hang model:model#3"

MODEL_HANGS = Scenario(
    key="model-hangs",
    topology="in_memory_loop",
    kind="failure",
    name=Words("模型调用卡住，请求超时", "The model hangs, the request times out"),
    story=Words(
        "先开工单，再问模型怎么办。模型不回答，请求的期限到了，客户端从头再试两次。",
        "The agent opens a ticket and asks the model what to do. The model doesn't answer, the request's deadline passes, and "
        "the client tries twice more, from the beginning.",
    ),
    anchor="f-model-hangs",
    variants=(
        Variant(
            "naive",
            Words("只有请求的期限", "only the request has a deadline"),
            "in_memory_loop/model-hangs/naive.py",
        ),
        Variant(
            "call-timeouts",
            Words("每次调用有自己的超时", "a time-out for each call"),
            "in_memory_loop/model-hangs/call-timeouts.py",
        ),
        Variant(
            "key",
            Words("请求先落盘，调用有超时，工单带键", "durable intake, call time-outs, a key"),
            "in_memory_loop/model-hangs/key.py",
        ),
    ),
    presets=(
        Preset("model-hangs", Words("模型三次不回答", "the model doesn't answer three times"), _HANGS),
        Preset(
            "crash-after-ticket",
            Words("工单开好就崩溃", "a crash after the ticket"),
            "crash at effect:open_ticket#1.applied",
        ),
        CALM,
    ),
    mission=Mission(
        counts="open_ticket",
        minutes=4,
        steps=(
            Prediction(
                "naive",
                "model-hangs",
                Words(
                    "期限 60 秒，客户端一共试三次，三次模型都卡住。开了几张工单？用户得到什么？",
                    "The deadline is 60 seconds, the client tries three times, and the model hangs each time. How many tickets, "
                    "and what does the user get?",
                ),
                (0, 1, 2, 3),
                Words(
                    "{count} 张，一个答复也没有。超时只说明没等到，不说明没做。",
                    "{count}, and no answer. A time-out says that nobody waited longer, not that nothing was done.",
                ),
            ),
            Prediction(
                "call-timeouts",
                "model-hangs",
                Words(
                    "模型的每次调用有 10 秒的超时，超时就在请求里重试。同样卡三次，几张？",
                    "Each call of the model has a time-out of 10 seconds and is tried again inside the request. The same three "
                    "hangs: how many tickets?",
                ),
                (1, 2, 3),
                Words(
                    "{count} 张，而且有答复：卡住的只是一次调用，不再是整个请求。",
                    "{count}, and an answer: what hung was a call, no longer the whole request.",
                ),
            ),
            Prediction(
                "call-timeouts",
                "crash-after-ticket",
                Words(
                    "换一种故障：工单刚开好，进程崩溃。几张？",
                    "Another fault: the process dies just after the ticket. How many?",
                ),
                (1, 2, 3),
                Words(
                    "{count} 张。超时管得住慢，管不住崩溃。",
                    "{count}. Time-outs help against slowness, not against a crash.",
                ),
            ),
            Prediction(
                "key",
                "crash-after-ticket",
                Words(
                    "请求一到就落盘，答复也存下，工单带键。同样崩溃，几张？",
                    "The request is stored at intake, so is the reply, and the ticket has a key. The same crash: how many?",
                ),
                (0, 1, 2),
                Words(
                    "{count} 张。再问多少次，都是同一件工作、同一个答复。",
                    "{count}. Asked again, it is the same work and the same reply.",
                ),
            ),
        ),
    ),
)

IN_MEMORY_LOOP = (RESTART, MODEL_HANGS)
