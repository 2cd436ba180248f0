"""Fault plans: data with a one-line text form, never code inside the machine.

    plan  = fault *(" ; " fault)
    fault = "crash" [process] ["landing" point] "at" point
          | "lose" ("request" | "reply") step
          | "delay" ("request" | "reply") step "until" (point | duration)
          | "fail" step ("unapplied" | "applied") ["x" count]
          | "hang" step
          | "down" store "at" point ("for" duration | "x" count)
    point = step "." phase
    step  = kind ":" name ["[" business "]"] "#" n ["@" process]

`n` counts the steps of this kind and name in the run, over all lives; with a business id or a process it
counts those that match. A crash without a process takes down the one whose step it is. What a dead process
had sent but nobody had received is lost, unless `landing` says at which point it arrives after all. Short
form: `crash after open_ticket`, `crash before open_ticket`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from durable_lab.kernel.trace import STEP_PHASES, Event
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
        process = f" {self.process}" if self.process is not None else ""
        landing = f" landing {self.landing}" if self.landing is not None else ""
        return f"crash{process}{landing} at {self.point}"


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


Fault: TypeAlias = Crash | Lose | Delay | Fail | Hang | Down
Plan: TypeAlias = tuple[Fault, ...]

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

_STEP = re.compile(
    r"(?P<kind>[a-z_]+):(?P<name>[^\s\[\]#@;]+)(?:\[(?P<business>[^\]]*)\])?#(?P<n>[1-9]\d*)"
    r"(?:@(?P<process>[\w-]+))?"
)
_NAMES = "crash, lose, delay, fail, hang, down"


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
            "lose": self.lose,
            "delay": self.delay,
            "fail": self.fail,
            "hang": self.hang,
            "down": self.down,
        }
        if word not in readers:
            self.at = start
            raise self.wrong("expected-fault", names=_NAMES)
        return readers[word]()

    def crash(self) -> Crash:
        if self.peek() in ("after", "before"):
            phase = "applied" if self.word() == "after" else "requested"
            return Crash(Point(Step("effect", self.name("expected-step")), phase))
        process = None if self.peek() in ("at", "landing") else self.name("expected-process")
        landing = None
        if self.take("landing"):
            landing = self.point()
        self.need("at")
        return Crash(self.point(), process, landing)

    def lose(self) -> Lose:
        return Lose(self.leg(), self.step())

    def hang(self) -> Hang:
        return Hang(self.step())

    def delay(self) -> Delay:
        leg, step = self.leg(), self.step()
        self.need("until")
        seconds = seconds_of(self.peek())
        if seconds is not None:
            self.word()
        return Delay(leg, step, self.point() if seconds is None else seconds)

    def fail(self) -> Fail:
        step = self.step()
        applied = self.choice("unapplied", "applied") == "applied"
        return Fail(step, applied, self.count() if self.take("x") else 1)

    def down(self) -> Down:
        store = self.name("expected-word", word="store")
        self.need("at")
        point = self.point()
        if self.choice("for", "x") == "x":
            return Down(store, point, count=self.count())
        seconds = seconds_of(self.peek())
        if seconds is None:
            raise self.wrong("expected-duration")
        self.word()
        return Down(store, point, seconds=seconds)

    def leg(self) -> Leg:
        return "request" if self.choice("request", "reply") == "request" else "reply"

    def step(self) -> Step:
        self._skip()
        match = _STEP.match(self.text, self.at)
        if match is None:
            raise self.wrong("expected-step")
        self.at = match.end()
        return Step(match["kind"], match["name"], int(match["n"]), match["business"], match["process"])

    def point(self) -> Point:
        self._skip()
        match = _STEP.match(self.text, self.at)
        phase = re.compile(r"\.([a-z]+)").match(self.text, match.end()) if match else None
        if phase is None or phase[1] not in STEP_PHASES:
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


# -- at run time ----------------------------------------------------------------------------------


class _Watch:
    """Counts the steps that fit; only those, if there is a business id or a process to fit."""

    def __init__(self, step: Step) -> None:
        self.step = step
        self._seen: list[tuple[str, str, int]] = []

    def see(self, event: Event) -> None:
        """Count the step that begins with `event`, if it fits. (Later events show no business.)"""
        key = (event.kind, event.name, event.n)
        if self.step.fits(event) and key not in self._seen:
            self._seen.append(key)

    def number(self, event: Event) -> int:
        """Which of the steps that fit `event` belongs to, from 1; 0 if to none."""
        if (event.kind, event.name) != (self.step.kind, self.step.name):
            return 0
        if self.step.business is None and self.step.process is None:
            return event.n
        key = (event.kind, event.name, event.n)
        return self._seen.index(key) + 1 if key in self._seen else 0


class FaultRun:
    """A plan while it is carried out: which faults have happened, what waits for which point."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan = tuple(sorted(set(plan), key=str))
        """Canonical, so that two faults at one point come in the same order however they were written."""
        self.happened: set[Fault] = set()
        self._watches = {step: _Watch(step) for fault in plan for step in _steps(fault)}
        self._at_point: list[tuple[Point, Callable[[Event], None]]] = []
        self._named = {(step.kind, step.name) for step in self._watches}
        self._of_step = [fault for fault in plan if isinstance(fault, (Lose, Delay, Fail, Hang))]

    def when(self, point: Point, action: Callable[[Event], None]) -> None:
        """Carry out `action` once, right after `point`."""
        self._watches.setdefault(point.step, _Watch(point.step))
        self._named.add((point.step.kind, point.step.name))
        self._at_point.append((point, action))

    def reached(self, event: Event) -> None:
        """Tell the plan of an event; what waited for it happens now."""
        if (event.kind, event.name) not in self._named:
            return
        for watch in self._watches.values():
            watch.see(event)
        due = [waiting for waiting in self._at_point if self._is_at(waiting[0], event)]
        for waiting in due:
            self._at_point.remove(waiting)
            waiting[1](event)

    def _is_at(self, point: Point, event: Event) -> bool:
        return point.phase == event.phase and self._watches[point.step].number(event) == point.step.n

    def of_step(self, event: Event) -> list[Lose | Delay | Fail | Hang]:
        """The faults that strike the step which begins with `event`; they have happened from now on."""
        struck: list[Lose | Delay | Fail | Hang] = []
        for fault in self._of_step:
            count = fault.count if isinstance(fault, Fail) else 1
            if fault.step.n <= self._watches[fault.step].number(event) < fault.step.n + count:
                self.happened.add(fault)
                struck.append(fault)
        return struck

    def not_reached(self) -> list[Fault]:
        """The faults of the plan that have not happened, in its order."""
        return [fault for fault in self.plan if fault not in self.happened]


def _steps(fault: Fault) -> Iterable[Step]:
    """The steps that a fault names."""
    match fault:
        case Crash(point, _, landing):
            yield from (p.step for p in (point, landing) if p is not None)
        case Down(_, point):
            yield point.step
        case Delay(_, step, until):
            yield step
            if isinstance(until, Point):
                yield until.step
        case _:
            yield fault.step
