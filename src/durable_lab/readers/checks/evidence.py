"""A trace, sorted once by what the checks ask of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from durable_lab.kernel.outside.intents import Identity, Intents, Want, identity
from durable_lab.kernel.trace import Event, Trace, step_name


class Request(NamedTuple):
    """A request to a callee."""

    event: Event
    who: Identity
    want: Want | None


class Applied(NamedTuple):
    """An effect that was done."""

    event: Event
    request: Request


class Decision(NamedTuple):
    """A person's answer."""

    question: str
    answer: Any
    about: Any
    """The proposal, as the question showed it; None if it showed none."""
    by: str
    event: Event
    stored: Event | None
    """The durable write that first told of it; of a client's question its own answer, for the client keeps it."""

    @property
    def text(self) -> str:
        """The answer as intents name it."""
        return _text(self.answer)


class Evidence:
    """The events of a trace by kind, and what follows from several of them."""

    def __init__(self, trace: Trace, intents: Intents) -> None:
        self.trace = trace
        self.intents = intents
        self._kinds: dict[str, list[Event]] = {}
        self._sent: dict[tuple[str, str, int], Event] = {}
        kinds = self._kinds
        for event in trace.events:
            if event.kind in kinds:
                kinds[event.kind].append(event)
            else:
                kinds[event.kind] = [event]
            if event.phase == "sent":
                self._sent[event.kind, event.name, event.n] = event
        self.requests: list[Request] = []
        self.arrived: list[Request] = []
        """Requests that the callee saw, whatever it did with them."""
        self.applied: list[Applied] = []
        self._sort_effects()
        processes = self.kind("process")
        self.main = processes[0].name if processes else ""
        """The process that executes the file."""
        self.ended = any(event.phase == "ended" for event in processes)
        """Whether the file came to its end: only then can something be missing."""
        self._decisions: list[Decision] | None = None

    def kind(self, kind: str) -> list[Event]:
        """The events of a kind, in order."""
        return self._kinds.get(kind, [])

    def _sort_effects(self) -> None:
        asked: dict[tuple[str, int], Request] = {}
        for event in self.kind("effect"):
            if event.phase == "requested":
                who = identity(event)
                request = asked[event.name, event.n] = Request(event, who, self.intents.of(who))
                self.requests.append(request)
            elif event.phase in ("applied", "recognised", "refused"):
                self.arrived.append(asked[event.name, event.n])
                if event.phase == "applied":
                    self.applied.append(Applied(event, self.arrived[-1]))

    # -- what was made durable -------------------------------------------------------------------

    def sent(self, event: Event) -> Event:
        """What a stored write said when it was sent. A history event says it itself."""
        return self._sent.get((event.kind, event.name, event.n), event)

    def stored(self) -> Iterator[tuple[Event, Event]]:
        """Each durable write: what it said, and that it was stored."""
        for event in self.trace.events:
            if event.phase in ("stored", "recorded"):
                yield self.sent(event), event

    @cached_property
    def records(self) -> list[tuple[Event, Event, str]]:
        """Each durable write: what it said, that it was stored, and its values as a text to look into (`tells`)."""
        return [(sent, event, "\0".join(_told(sent.payload.values()))) for sent, event in self.stored()]

    # -- what people said ------------------------------------------------------------------------

    @property
    def decisions(self) -> list[Decision]:
        """Every answer of a person, in order."""
        if self._decisions is None:
            found = [*self._of_people(), *self._of_interrupts(), *self._of_signals()]
            self._decisions = sorted(found, key=lambda decision: decision.event.sequence)
        return self._decisions

    def answers(self) -> dict[str, str]:
        """The last answer to each question."""
        return {decision.question: decision.text for decision in self.decisions}

    def _of_people(self) -> Iterator[Decision]:
        asked = {(e.name, e.n): e for e in self.kind("person") if e.phase == "requested"}
        for event in self.kind("person"):
            if event.phase == "answered":
                shown = event.payload
                client = asked[event.name, event.n].payload.get("client", False)
                stored = event if client else self._first_record(event, shown["answer"])
                by = str(shown.get("by", ""))
                yield Decision(event.name, shown["answer"], shown["about"], by, event, stored)

    def _of_interrupts(self) -> Iterator[Decision]:
        """Answers to the question of a node, handed over by a client that keeps them until it has the result."""
        open_questions: dict[str, Event] = {}
        for event in sorted([*self.kind("question"), *self.kind("invoke")], key=lambda e: e.sequence):
            if event.kind == "question":
                open_questions[event.payload["id"]] = event
            elif event.phase == "resumed":
                given = event.payload["given"]
                by_id = given if isinstance(given, dict) and given.keys() <= open_questions.keys() else {}
                of_thread = [
                    item
                    for item in open_questions.items()
                    if _is_of_thread(item[1].payload["unit"], event.name)
                ]
                for key, asked in of_thread:
                    if not by_id or key in by_id:
                        answer = by_id.get(key, given)
                        yield Decision(asked.name, answer, asked.payload["value"], "", event, event)
                        del open_questions[key]

    def _of_signals(self) -> Iterator[Decision]:
        sent = {(e.name, e.n): e for e in self.kind("signal") if e.phase == "sent"}
        for event in self.kind("signal"):
            if event.phase == "stored":
                given = sent[event.name, event.n].payload["input"]
                yield Decision(event.name, _payload(given[0]) if given else "yes", None, "", event, event)

    def _first_record(self, answered: Event, answer: Any) -> Event | None:
        for sent, event, told in self.records:
            if sent.sequence > answered.sequence and tells(told, answer):
                return event
        return None

    def answer_to(self, want: Want) -> str | None:
        """The last answer to the question that a want rests on, of those that are about it; None if there is none."""
        fitting = (
            d for d in self.decisions if d.question == want.approval and is_about(d.about, want.arguments)
        )
        return next((decision.text for decision in reversed([*fitting])), None)

    # -- what was given up, for someone to see -----------------------------------------------------

    def gave_up(self, unit: str | None) -> bool:
        """Whether a unit, or any at all for None, ended in a failure that somebody was told of."""
        return any(unit is None or _is_of(unit, failed) for failed in self._failures())

    def _failures(self) -> set[str]:
        letters, told = self.kind("dead_letter"), set()
        set_aside = {(e.name, e.n) for e in letters if e.phase == "stored"}
        for event in letters:
            if event.phase == "exceeded" or (event.phase == "sent" and (event.name, event.n) in set_aside):
                told.add(event.payload["unit"])
        served = [*self.kind("node"), *self.kind("request")]
        last = {event.payload["unit"]: event for event in served if "unit" in event.payload}
        told |= {unit for unit, event in last.items() if event.phase == "raised"}
        closed = (e for e in self.kind("workflow") if e.phase == "closed")
        return told | {e.name for e in closed if e.payload["status"] not in ("COMPLETED", "CONTINUED_AS_NEW")}


def is_about(about: Any, arguments: Mapping[str, Any]) -> bool:
    """Whether a proposal is of this call: what both name, both say alike. One that names nothing says nothing."""
    if not isinstance(about, Mapping):
        return True
    return all(about[name] == value for name, value in arguments.items() if name in about)


def _is_of_thread(unit: str, thread: str) -> bool:
    """Whether a unit of a graph is of a thread, by its name as a step: a client answers one thread at a time."""
    return step_name(unit).startswith(f"{thread}/")


def tells(told: str, what: Any) -> bool:
    """Whether a record tells of `what`: as one of its values, or as a word in one. `y` is no part of `yes` here,
    and the receipt `refund-1` none of `refund-12`."""
    text = _text(what)
    return text in told and re.search(f"(?<!{_OF_A_WORD}){re.escape(text)}(?!{_OF_A_WORD})", told) is not None


_OF_A_WORD = "[0-9A-Za-z_]"


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)


def _told(values: Iterable[Any]) -> Iterator[str]:
    """The values, and those inside of them, also where one is JSON in a text."""
    for value in values:
        inner = value
        if isinstance(value, str) and value[:1] in ('"', "{", "["):
            inner = _payload(value)
        yield _text(value)
        if inner is not value and isinstance(inner, str):
            yield inner
        if isinstance(inner, Mapping):
            yield from inner
            yield from _told(inner.values())
        elif isinstance(inner, list):
            yield from _told(inner)


def _payload(text: Any) -> Any:
    """An argument of a signal, which travels as JSON text."""
    try:
        return json.loads(text)
    except (TypeError, ValueError):
        return text


def _is_of(unit: str, failed: str) -> bool:
    return unit == failed or unit.startswith((failed + "/", failed + "#"))
