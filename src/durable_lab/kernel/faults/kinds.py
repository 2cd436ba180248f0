"""Faults: data, never code inside the machine. Each is written as one line of a plan (`plans`)."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from durable_lab.kernel.trace import Event


@dataclass(frozen=True, slots=True)
class Step:
    """The n-th step of a kind and name, of all or of those that match."""

    kind: str
    name: str
    n: int = 1
    business: str | None = None
    process: str | None = None

    def __str__(self) -> str:
        business = f"[{self.business}]" if self.business is not None else ""
        process = f"@{self.process}" if self.process is not None else ""
        return f"{self.kind}:{self.name}{business}#{self.n}{process}"

    def fits(self, event: Event) -> bool:
        """Whether `event` is of such a step, whatever its number."""
        return (
            (event.kind, event.name) == (self.kind, self.name)
            and self.process in (None, event.process)
            and self.business in (None, event.payload.get("business"))
        )


@dataclass(frozen=True, slots=True)
class Point:
    """The place right after a phase of a step."""

    step: Step
    phase: str

    def __str__(self) -> str:
        return f"{self.step}.{self.phase}"


@dataclass(frozen=True, slots=True)
class Crash:
    """kill -9 of a process right after a point."""

    point: Point
    process: str | None = None
    landing: Point | None = None

    def __str__(self) -> str:
        landing = f" landing {self.landing}" if self.landing is not None else ""
        return f"crash{_named(self.process)}{landing} at {self.point}"


Leg: TypeAlias = Literal["request", "reply"]


@dataclass(frozen=True, slots=True)
class Lose:
    """The request never arrives, or the reply never comes back."""

    leg: Leg
    step: Step

    def __str__(self) -> str:
        return f"lose {self.leg} {self.step}"


@dataclass(frozen=True, slots=True)
class Delay:
    """The request or the reply travels until a point is reached, or for so many seconds."""

    leg: Leg
    step: Step
    until: Point | float

    def __str__(self) -> str:
        until = duration_text(self.until) if isinstance(self.until, float) else str(self.until)
        return f"delay {self.leg} {self.step} until {until}"


@dataclass(frozen=True, slots=True)
class Fail:
    """The callee answers with an error, `count` times from that step on, done or not done."""

    step: Step
    applied: bool
    count: int = 1

    def __str__(self) -> str:
        times = f" x {self.count}" if self.count != 1 else ""
        return f"fail {self.step} {'applied' if self.applied else 'unapplied'}{times}"


@dataclass(frozen=True, slots=True)
class Hang:
    """The callee takes the request, does nothing and never answers. (Done without an answer: `lose reply`.)"""

    step: Step

    def __str__(self) -> str:
        return f"hang {self.step}"


@dataclass(frozen=True, slots=True)
class Down:
    """A store refuses from a point on: for so many seconds, or so many writes."""

    store: str
    point: Point
    seconds: float | None = None
    count: int | None = None

    def __str__(self) -> str:
        span = f"x {self.count}" if self.seconds is None else f"for {duration_text(self.seconds)}"
        return f"down {self.store} at {self.point} {span}"


@dataclass(frozen=True, slots=True)
class Stop:
    """SIGTERM to a process, as a deployment sends it: what is in progress may end in order, then it starts again."""

    point: Point
    process: str | None = None

    def __str__(self) -> str:
        return f"stop{_named(self.process)} at {self.point}"


@dataclass(frozen=True, slots=True)
class Pause:
    """A process freezes for so many seconds and goes on where it was, without knowing: a zombie."""

    point: Point
    seconds: float
    process: str | None = None

    def __str__(self) -> str:
        return f"pause{_named(self.process)} at {self.point} for {duration_text(self.seconds)}"


@dataclass(frozen=True, slots=True)
class Preempt:
    """What is due next at the same instant as something else lets that go first: another schedule, no failure."""

    point: Point

    def __str__(self) -> str:
        return f"preempt at {self.point}"


@dataclass(frozen=True, slots=True)
class Skew:
    """A process's clock is ahead by so many seconds; behind, if they are negative."""

    process: str
    seconds: float

    def __str__(self) -> str:
        sign = "-" if self.seconds < 0 else ""
        return f"skew {self.process} by {sign}{duration_text(abs(self.seconds))}"


@dataclass(frozen=True, slots=True)
class Cut:
    """The network between a process and a callee, a store, a queue, the engine, the model or a person is cut."""

    process: str
    target: str
    point: Point
    seconds: float

    def __str__(self) -> str:
        span = duration_text(self.seconds)
        return f"cut {self.process} from {self.target} at {self.point} for {span}"


@dataclass(frozen=True, slots=True)
class Deploy:
    """From a point on, whatever starts executes another version of the file. What runs already runs on."""

    version: str
    point: Point

    def __str__(self) -> str:
        return f"deploy {self.version} at {self.point}"


@dataclass(frozen=True, slots=True)
class Answer:
    """A person or the model says something else."""

    step: Step
    value: str

    def __str__(self) -> str:
        return f"answer {self.step} {value_text(self.value)}"


@dataclass(frozen=True, slots=True)
class Redeliver:
    """What a client sent arrives, but the client does not learn it and sends it again."""

    step: Step

    def __str__(self) -> str:
        return f"redeliver {self.step}"


AtPoint: TypeAlias = Crash | Stop | Pause | Preempt | Cut | Down | Deploy
"""Faults that strike right after a point."""

OfStep: TypeAlias = Lose | Delay | Fail | Hang | Answer | Redeliver
"""Faults that strike a request and its reply."""

Fault: TypeAlias = AtPoint | OfStep | Skew
Plan: TypeAlias = tuple[Fault, ...]

ANSWERED = ("person", "model")
"""Kinds of steps that are questions."""

SENT_BY_CLIENTS = ("send", "signal", "invoke", "request")
"""Kinds of steps that a client sends, and may send again."""

WORD = r"[^\s;\"]+"
"""What an answer may be without being quoted."""

_UNITS = {"d": 86400.0, "h": 3600.0, "m": 60.0, "s": 1.0}


def duration_text(seconds: float) -> str:
    """Seconds in the shortest unit that is exact: `2h`, `90s`, `0.5s`."""
    for unit, size in _UNITS.items():
        if seconds >= size and seconds % size == 0:
            return f"{int(seconds // size)}{unit}"
    return f"{seconds:g}s"


def seconds_of(text: str) -> float | None:
    """The seconds of a duration's text (`30s`, `1.5h`); None if it is none."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)([dhms])", text)
    return float(match[1]) * _UNITS[match[2]] if match else None


def value_text(value: str) -> str:
    """An answer as plans write it: a word as it is, any other text as a JSON string."""
    return value if re.fullmatch(WORD, value) else json.dumps(value, ensure_ascii=False)


def _named(process: str | None) -> str:
    return f" {process}" if process is not None else ""
