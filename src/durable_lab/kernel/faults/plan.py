"""The text of fault plans: written in one canonical form, read word by word.

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
from typing import Any

from durable_lab.kernel.faults.kinds import (
    ANSWERED,
    SENT_BY_CLIENTS,
    WORD,
    Answer,
    Crash,
    Cut,
    Delay,
    Deploy,
    Down,
    Fail,
    Fault,
    Hang,
    Leg,
    Lose,
    Pause,
    Plan,
    Point,
    Preempt,
    Redeliver,
    Skew,
    Step,
    Stop,
    seconds_of,
)
from durable_lab.kernel.trace import POINT_PHASES
from durable_lab.words.messages import LabError


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


_STEP_NAME = r"[^\s\[\]#@;]+"
_STEP = re.compile(
    rf"(?P<kind>[a-z_]+):(?P<name>{_STEP_NAME})(?:\[(?P<business>[^\]]*)\])?#(?P<n>[1-9]\d*)"
    r"(?:@(?P<process>[\w-]+))?"
)
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
        match = re.compile(WORD).match(self.text, self.at)
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
