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

    leg: Leg
    step: Step

    def travels(self, leg: Leg) -> float | None:
        """For ever, on the leg that is struck."""
        return math.inf if leg == self.leg else None


@dataclass(frozen=True, slots=True)
class Delay(OfStep):
    """The request or the reply travels until a point is reached, or for so many seconds."""

    GRAMMAR = '"delay" leg step "until" until:moment'

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

    HEARD = False

    step: Step


@dataclass(frozen=True, slots=True)
class Answer(OfStep):
    """A person or the model says something else."""

    GRAMMAR = '"answer" step:question value'

    step: Step
    value: str

    def reply(self, request: Exchange, served: Served) -> Served:
        """The other answer."""
        return served._replace(payload={**served.payload, "answer": self.value}, result=self.value)


@dataclass(frozen=True, slots=True)
class Redeliver(OfStep):
    """What a client sent arrives, but the client does not learn it and sends it again."""

    GRAMMAR = '"redeliver" step:sent'

    AGAIN = True

    step: Step

    def reply(self, request: Exchange, served: Served) -> Served:
        """No answer that anyone hears."""
        return request.unacknowledged(served)
