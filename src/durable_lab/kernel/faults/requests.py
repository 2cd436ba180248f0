"""Faults of a request and its reply: on the way there, at the other side, on the way back."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from durable_lab.kernel.faults.elements import Leg
from durable_lab.kernel.faults.fault import OfStep
from durable_lab.kernel.faults.places import Point, Step

if TYPE_CHECKING:
    from durable_lab.kernel.outside.exchange import Exchange, Served


@dataclass(frozen=True, slots=True)
class Lose(OfStep):
    """The request never arrives, or the reply never comes back."""

    GRAMMAR = '"lose" leg step'
    DOES = {
        "zh": "请求或答复丢了。丢的是答复，事情就已经做了，只是没人知道。",
        "en": "The request or the reply is lost. With a lost reply it was done, and nobody knows.",
    }

    leg: Leg
    step: Step

    def travels(self, leg: Leg) -> float | None:
        """For ever, on the leg that is struck."""
        return math.inf if leg == self.leg else None


@dataclass(frozen=True, slots=True)
class Delay(OfStep):
    """The request or the reply travels until a point is reached, or for so many seconds."""

    GRAMMAR = '"delay" leg step "until" until:moment'
    DOES = {
        "zh": "请求或答复在路上，直到某个崩溃点出现，或过了这么久。`delay reply person:approve#1 until 3d` 就是来得太晚的审批。",
        "en": "The request or the reply travels until a point is reached, or for so long. "
        "`delay reply person:approve#1 until 3d` is an approval that comes too late.",
    }

    leg: Leg
    step: Step
    until: Point | float

    def travels(self, leg: Leg) -> Point | float | None:
        """As long as it says, on the leg that is struck."""
        return self.until if leg == self.leg else None


@dataclass(frozen=True, slots=True)
class Fail(OfStep):
    """The callee answers with an error, `count` times from that step on, done or not done."""

    GRAMMAR = '"fail" step applied:done ["x" count]'
    DOES = {
        "zh": "对方答复出错：还没做 (`unapplied`)，或已经做了 (`applied`)。",
        "en": "The other side answers with an error, before it has done anything (`unapplied`) or after (`applied`).",
    }

    step: Step
    applied: bool
    count: int = 1

    @property
    def last(self) -> int:
        """The last of the steps that fail."""
        return self.step.n + self.count - 1

    def refusal(self, request: Exchange) -> Served | None:
        """An error, if nothing is to be done."""
        return None if self.applied else request.failed(str(self))

    def reply(self, request: Exchange, served: Served) -> Served:
        """An error, after it was done."""
        request.record(served)
        return request.failed(str(self))


@dataclass(frozen=True, slots=True)
class Hang(OfStep):
    """The callee takes the request, does nothing and never answers. (Done without an answer: `lose reply`.)"""

    GRAMMAR = '"hang" step'
    DOES = {"zh": "对方不做，也永远不答。", "en": "The other side never answers, and does nothing."}

    HEARD = False

    step: Step


@dataclass(frozen=True, slots=True)
class Answer(OfStep):
    """A person or the model says something else."""

    GRAMMAR = '"answer" step:question value'
    DOES = {"zh": "人或模型说了另一句话。", "en": "A person or the model says something else."}

    step: Step
    value: str

    def reply(self, request: Exchange, served: Served) -> Served:
        """The other answer."""
        return served._replace(payload={**served.payload, "answer": self.value}, result=self.value)


@dataclass(frozen=True, slots=True)
class Redeliver(OfStep):
    """What a client sent arrives, but the client does not learn it and sends it again."""

    GRAMMAR = '"redeliver" step:sent'
    DOES = {
        "zh": "送到了，但客户端没收到答复，于是再发一次：队列的 `send`（同一件事，两条消息）、工作流的 `signal`、图的 `invoke`（同一个命令），"
        "或内存循环的整个请求 `request`。",
        "en": "It arrives, but the client gets no reply and sends it again: a queue's `send` (one matter, two messages), a "
        "workflow's `signal`, a graph's `invoke` with the same command, a whole `request` of the in-memory loop.",
    }

    AGAIN = True

    step: Step

    def reply(self, request: Exchange, served: Served) -> Served:
        """No answer that anyone hears."""
        return request.unacknowledged(served)
