"""Fault plans: data with a one-line text form, never code inside the machine.

    plan     = fault *(" ; " fault)
    fault    = "crash" [process] ["landing" point] "at" point
             | "stop" [process] "at" point
             | "pause" [process] "at" point "for" duration
             | "preempt" "at" point
             | "skew" process "by" ["-"] duration
             | "cut" process "from" target "at" point "for" duration
             | "down" store "at" point ("for" duration | "x" count)
             | "deploy" version "at" point
             | "lose" ("request" | "reply") step
             | "delay" ("request" | "reply") step "until" (point | duration)
             | "fail" step ("unapplied" | "applied") ["x" count]
             | "hang" step
             | "answer" step value
             | "redeliver" step
    point    = step "." phase
    step     = kind ":" name ["[" business "]"] "#" n ["@" process]
    value    = word | JSON string
    duration = number ("s" | "m" | "h" | "d")

`n` counts the steps of this kind and name in the run, over all lives; with a business id or a process it
counts those that match. A crash, a stop or a pause without a process strikes the one whose step it is. What a dead
process had sent but nobody had received is lost, unless `landing` says at which point it arrives after all. Short
form: `crash after open_ticket`, `crash before open_ticket`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from durable_lab.kernel.trace import POINT_PHASES, Event
from durable_lab.messages import LabError


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
    return value if re.fullmatch(_WORD, value) else json.dumps(value, ensure_ascii=False)


def _named(process: str | None) -> str:
    return f" {process}" if process is not None else ""


def plan_text(plan: Iterable[Fault]) -> str:
    """The canonical text: sorted, each fault once."""
    return " ; ".join(sorted({str(fault) for fault in plan}))


def parse_plan(text: str) -> Plan:
    """Read a plan. The empty text is the plan without a fault.

    Raises:
        LabError: `fault-unreadable`, with the place and what was expected there.
    """
    if not text.strip():
        return ()
    return tuple(_Reader(text).plan())


# -- reading --------------------------------------------------------------------------------------

_STEP_NAME = r"[^\s\[\]#@;]+"
_STEP = re.compile(
    rf"(?P<kind>[a-z_]+):(?P<name>{_STEP_NAME})(?:\[(?P<business>[^\]]*)\])?#(?P<n>[1-9]\d*)"
    r"(?:@(?P<process>[\w-]+))?"
)
_WORD = r"[^\s;\"]+"
_NAMES = "crash, stop, pause, preempt, skew, cut, down, deploy, lose, delay, fail, hang, answer, redeliver"


class _Reader:
    """Reads a plan from left to right, word by word; knows where it is for the error message."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def plan(self) -> Iterable[Fault]:
        yield self.fault()
        while self._skip() < len(self.text):
            if self.text[self.at] != ";":
                raise self.wrong("expected-end")
            self.at += 1
            yield self.fault()

    def fault(self) -> Fault:
        start = self._skip()
        word = self.word()
        readers: dict[str, Callable[[], Fault]] = {
            "crash": self.crash,
            "stop": self.stop,
            "pause": self.pause,
            "preempt": self.preempt,
            "skew": self.skew,
            "cut": self.cut,
            "down": self.down,
            "deploy": self.deploy,
            "lose": self.lose,
            "delay": self.delay,
            "fail": self.fail,
            "hang": self.hang,
            "answer": self.answer,
            "redeliver": self.redeliver,
        }
        if word not in readers:
            self.at = start
            raise self.wrong("expected-fault", names=_NAMES)
        return readers[word]()

    def crash(self) -> Crash:
        if self.peek() in ("after", "before"):
            phase = "applied" if self.word() == "after" else "requested"
            return Crash(Point(Step("effect", self.name("expected-step")), phase))
        process = None if self.peek() == "landing" else self.process()
        landing = self.point() if self.take("landing") else None
        return Crash(self.at_point(), process, landing)

    def stop(self) -> Stop:
        process = self.process()
        return Stop(self.at_point(), process)

    def pause(self) -> Pause:
        process, point = self.process(), self.at_point()
        self.need("for")
        return Pause(point, self.duration(), process)

    def preempt(self) -> Preempt:
        return Preempt(self.at_point())

    def skew(self) -> Skew:
        process = self.name("expected-process")
        self.need("by")
        sign = -1.0 if self.peek().startswith("-") else 1.0
        self.at += sign < 0
        return Skew(process, sign * self.duration())

    def cut(self) -> Cut:
        process = self.name("expected-process")
        self.need("from")
        target, point = self.target(), self.at_point()
        self.need("for")
        return Cut(process, target, point, self.duration())

    def deploy(self) -> Deploy:
        return Deploy(self.name("expected-version"), self.at_point())

    def answer(self) -> Answer:
        step = self.step(ANSWERED, "expected-question")
        return Answer(step, self.value())

    def redeliver(self) -> Redeliver:
        return Redeliver(self.step(SENT_BY_CLIENTS, "expected-sent"))

    def lose(self) -> Lose:
        return Lose(self.leg(), self.step())

    def hang(self) -> Hang:
        return Hang(self.step())

    def delay(self) -> Delay:
        leg, step = self.leg(), self.step()
        self.need("until")
        timed = seconds_of(self.peek()) is not None
        return Delay(leg, step, self.duration() if timed else self.point())

    def fail(self) -> Fail:
        step = self.step()
        applied = self.choice("unapplied", "applied") == "applied"
        return Fail(step, applied, self.count() if self.take("x") else 1)

    def down(self) -> Down:
        store, point = self.name("expected-word", word="store"), self.at_point()
        if self.choice("for", "x") == "x":
            return Down(store, point, count=self.count())
        return Down(store, point, seconds=self.duration())

    def process(self) -> str | None:
        return None if self.peek() == "at" else self.name("expected-process")

    def at_point(self) -> Point:
        self.need("at")
        return self.point()

    def duration(self) -> float:
        seconds = seconds_of(self.peek())
        if seconds is None:
            raise self.wrong("expected-duration")
        self.word()
        return seconds

    def value(self) -> str:
        self._skip()
        if self.text.startswith('"', self.at):
            try:
                value, self.at = json.JSONDecoder().raw_decode(self.text, self.at)
            except ValueError:
                raise self.wrong("expected-value") from None
            return str(value)
        match = re.compile(_WORD).match(self.text, self.at)
        if match is None:
            raise self.wrong("expected-value")
        self.at = match.end()
        return match[0]

    def leg(self) -> Leg:
        return "request" if self.choice("request", "reply") == "request" else "reply"

    def step(self, kinds: tuple[str, ...] = (), expected: str = "expected-step") -> Step:
        self._skip()
        match = _STEP.match(self.text, self.at)
        if match is None or (kinds and match["kind"] not in kinds):
            raise self.wrong(expected, kinds=" / ".join(kinds)) if kinds else self.wrong(expected)
        self.at = match.end()
        return Step(match["kind"], match["name"], int(match["n"]), match["business"], match["process"])

    def point(self) -> Point:
        self._skip()
        match = _STEP.match(self.text, self.at)
        phase = re.compile(r"\.([a-z]+)").match(self.text, match.end()) if match else None
        if phase is None or phase[1] not in POINT_PHASES:
            raise self.wrong("expected-point")
        step = self.step()
        self.at = phase.end()
        return Point(step, phase[1])

    def count(self) -> int:
        if not re.fullmatch(r"[1-9]\d*", self.peek()):
            raise self.wrong("expected-count")
        return int(self.word())

    def choice(self, *words: str) -> str:
        if self.peek() not in words:
            raise self.wrong("expected-choice", choices=" / ".join(words))
        return self.word()

    def target(self) -> str:
        """The name of a step, of a store, of what else there is outside."""
        if not re.fullmatch(_STEP_NAME, self.peek()):
            raise self.wrong("expected-target")
        return self.word()

    def name(self, expected: str, **fields: Any) -> str:
        if not re.fullmatch(r"[\w./:-]+", self.peek()):
            raise self.wrong(expected, **fields)
        return self.word()

    def need(self, word: str) -> None:
        if not self.take(word):
            raise self.wrong("expected-word", word=word)

    def take(self, word: str) -> bool:
        found = self.peek() == word
        if found:
            self.word()
        return found

    def peek(self) -> str:
        self._skip()
        match = re.compile(r"[^\s;]+").match(self.text, self.at)
        return match[0] if match else ""

    def word(self) -> str:
        word = self.peek()
        self.at += len(word)
        return word

    def _skip(self) -> int:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1
        return self.at

    def wrong(self, expected: str, **fields: Any) -> LabError:
        marker = " " * self.at + "^"
        return LabError(
            "fault-unreadable", text=self.text, marker=marker, column=self.at + 1, expected=(expected, fields)
        )
