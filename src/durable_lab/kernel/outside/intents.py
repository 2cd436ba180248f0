"""Intents: which effects are wanted, by their business and not by their key, and how often.

They are declared, by a scenario or by the program itself:

    from durable_lab import world

    world.intend("apply_change", {"change": "restart db-7"}, approval="approve")

or else read from the crash-free run. A declaration that a program makes is an event: an effect that was asked
for before it, or after `world.withdraw`, is one that nobody wanted then.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

from durable_lab.kernel.machine.process import current
from durable_lab.kernel.trace import Event, Trace, canonical, plain, step_name

Identity: TypeAlias = tuple[str, str]
"""What makes two effects the same business: the callee, and its arguments as canonical JSON. Not the key."""


@dataclass(frozen=True)
class Want:
    """An effect that is wanted: at most so often at every moment, and just so often at the end."""

    name: str
    """The callee."""
    arguments: Mapping[str, Any] = field(default_factory=dict)
    """JSON. A call fits that has these, with whatever others; `exact` ones must be all."""
    most: int = 1
    """How often at most, over all calls that fit, whatever a person decides."""
    required: int | Mapping[str, int] | None = None
    """How often by the end: a number, or one for each answer to `approval`; an answer that is not named, or none
    at all, requires nothing. One that is no text is named by its JSON. By default `most`; with an `approval`,
    `most` after the answer `yes` or `true`."""
    approval: str | None = None
    """The question to a person that must be answered first: the name of a `world.ask`, of the node that
    interrupts, of the signal that brings the answer."""
    approvers: tuple[str, ...] = ()
    """Who may answer it; anyone by default. The answer says who, as its `by`."""
    valid_for: float | None = None
    """Virtual seconds after the answer in which the effect must be asked for; None for ever."""
    audited: bool = False
    """Whether a durable record must tell of it: its receipt and, where one is needed, the decision."""
    exact: bool = False
    unit: str = ""
    """The recovery unit that asked for it in the crash-free run, where the want was read from one."""

    def fits(self, name: str, arguments: Mapping[str, Any]) -> bool:
        """Whether a call is of this want."""
        if name != self.name:
            return False
        if self.exact:
            return dict(arguments) == dict(self.arguments)
        return all(key in arguments and arguments[key] == value for key, value in self.arguments.items())

    def required_after(self, answer: str | None) -> int:
        """How often it must have been done by the end, given the person's last answer to `approval`, if any."""
        if isinstance(self.required, int):
            return self.required
        if self.approval is None:
            return self.most
        by_answer = {"yes": self.most, "true": self.most} if self.required is None else self.required
        return by_answer.get(answer, 0) if answer is not None else 0

    @cached_property
    def identity(self) -> Identity:
        """The business identity, for reports; of a want that is not exact only the part that it names."""
        return identity_of(self.name, self.arguments)

    @property
    def shown(self) -> str:
        """The arguments as a report shows them."""
        return ", ".join(str(value) for value in self.arguments.values())


class Intents(Mapping[Identity, int]):
    """What a run is held against: how often at most, by the business identity of each want."""

    def __init__(self, wants: Iterable[Want] = (), *, declared: bool = True) -> None:
        self.wants = tuple(wants)
        self.declared = declared
        """Whether someone said so; otherwise they were read from a crash-free run."""
        self._exact = {want.identity: want for want in self.wants if want.exact}
        self._open = [want for want in self.wants if not want.exact]
        self._found: dict[Identity, Want | None] = {}

    def __getitem__(self, identity: Identity) -> int:
        want = self.of(identity)
        if want is None:
            raise KeyError(identity)
        return want.most

    def __iter__(self) -> Iterator[Identity]:
        return iter(dict.fromkeys(want.identity for want in self.wants))

    def __len__(self) -> int:
        return len(set(iter(self)))

    def of(self, identity: Identity) -> Want | None:
        """The want that an effect is of; None: nobody wants it."""
        if identity not in self._found:
            self._found[identity] = self._exact.get(identity) or self._look(identity)
        return self._found[identity]

    def _look(self, identity: Identity) -> Want | None:
        if not self._open:
            return None
        arguments = json.loads(identity[1])
        return next((want for want in self._open if want.fits(identity[0], arguments)), None)

    def wanted(self, answers: Mapping[str, str]) -> Counter[str]:
        """How often each callee is to have acted by the end, given the last answer to each question."""
        found: Counter[str] = Counter()
        for want in self.wants:
            found[want.name] += want.required_after(answers.get(want.approval or ""))
        return found


def identity_of(name: str, arguments: Mapping[str, Any]) -> Identity:
    """The business identity of a call."""
    return name, canonical(arguments)


def identity(event: Event) -> Identity:
    """The business identity of an effect's request."""
    return identity_of(event.name, event.payload["arguments"])


def applied(trace: Trace) -> Counter[Identity]:
    """How often each effect was done, counted at the callee."""
    asked = {(e.name, e.n): identity(e) for e in trace.select("effect", "requested")}
    return Counter(asked[e.name, e.n] for e in trace.select("effect", "applied"))


def intents_of(trace: Trace) -> Intents:
    """What a program wants: what it declares in this run, else what this run, its crash-free one, asks for.

    Read from a run, each recovery unit wants what *one* attempt at it asks for: an effect that a node repeats
    because it began again is wanted once. A unit that skips, in a later attempt, what it did before still wants
    it.
    """
    declared = [_declared(event) for event in trace.select("intent", "accepted")]
    return Intents(declared) if declared else _read(trace)


def _declared(event: Event) -> Want:
    shown = event.payload
    return Want(
        event.name,
        shown["arguments"],
        shown["most"],
        shown["required"],
        shown["approval"],
        tuple(shown["approvers"]),
        shown["valid_for"],
        shown["audited"],
    )


def _read(trace: Trace) -> Intents:
    attempts: dict[tuple[str, int], Counter[Identity]] = {}
    keyed: set[tuple[object, ...]] = set()
    first: dict[Identity, Event] = {}
    for event in trace.select("effect", "requested"):
        who = identity(event)
        first.setdefault(who, event)
        attempt = (event.payload["unit"], event.payload["attempt"])
        key = event.payload["key"]
        if (
            key is None or (attempt, who, key) not in keyed
        ):  # under the same key it is the same effect, asked again
            attempts.setdefault(attempt, Counter())[who] += 1
        keyed.add((attempt, who, key))
    units: dict[str, Counter[Identity]] = {}
    for (unit, _), asked in attempts.items():
        units[unit] = units.get(unit, Counter()) | asked
    total: Counter[Identity] = Counter()
    for wanted in units.values():
        total += wanted
    wants = [
        Want(who[0], event.payload["arguments"], total[who], exact=True, unit=event.payload["unit"])
        for who, event in first.items()
    ]
    return Intents(wants, declared=False)


# -- what a program declares ----------------------------------------------------------------------------


def intend(
    name: str,
    arguments: Mapping[str, Any] | None = None,
    /,
    *,
    most: int = 1,
    required: int | Mapping[str, int] | None = None,
    approval: str | None = None,
    approvers: tuple[str, ...] = (),
    valid_for: float | None = None,
    audited: bool = False,
) -> None:
    """Say that from now on an effect is wanted; the arguments are those of `Want`.

    It changes nothing that the program does. Said again, after a crash or twice, it is the same want.
    """
    shown = {
        "arguments": plain(arguments or {}),
        "most": most,
        "required": _by_answer(required),
        "approval": None if approval is None else step_name(approval),
        "approvers": list(approvers),
        "valid_for": valid_for,
        "audited": audited,
    }
    _say("world.intend", name, "accepted", shown)


def _by_answer(required: int | Mapping[Any, int] | None) -> int | dict[str, int] | None:
    """`required` with each answer as checks name it: one that is no text by its JSON."""
    if not isinstance(required, Mapping):
        return required
    return {answer if isinstance(answer, str) else json.dumps(answer): n for answer, n in required.items()}


def withdraw(name: str, arguments: Mapping[str, Any] | None = None, /) -> None:
    """Say that what was wanted is not any more: what is asked for from now on is a mistake.

    Args:
        name: the callee.
        arguments: those of the `intend` that is taken back.
    """
    _say("world.withdraw", name, "withdrawn", {"arguments": plain(arguments or {})})


def _say(what: str, name: str, phase: str, shown: dict[str, Any]) -> None:
    process = current(what)
    machine, name = process.machine, step_name(name)
    who = identity_of(name, shown["arguments"])
    if process.alive and machine.world.said.get(who) != phase:
        machine.world.said[who] = phase
        n = machine.number("intent", name)
        machine.emit(process, "", "intent", name, n, phase, **shown)
