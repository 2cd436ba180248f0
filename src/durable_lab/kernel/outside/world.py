"""The outside: effects on callees that keep a ledger, models and people that answer.

    from durable_lab import world

    receipt = world.call("open_ticket", title="restart db-7", key="change-1")

Effects are counted here, at the callee, never in an engine's own log. A callee that honours keys answers a
repeated key with the first receipt and does nothing again.
"""

from __future__ import annotations

import contextvars
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from durable_lab.kernel.machine.blocking import blocking
from durable_lab.kernel.machine.process import current
from durable_lab.kernel.outside.exchange import CallFailed, CallTimedOut, Later, Route, Served, exchange
from durable_lab.kernel.outside.intents import intend, withdraw
from durable_lab.kernel.outside.people import People, aask, ask, business_text, digest, people
from durable_lab.kernel.trace import plain, step_name

__all__ = [
    "CallFailed",
    "CallTimedOut",
    "Profile",
    "aask",
    "acall",
    "amodel",
    "answers",
    "ask",
    "call",
    "callee",
    "digest",
    "intend",
    "ledger",
    "model",
    "people",
    "withdraw",
]

EFFECT = Route("effect", "call", "receipt", "requested", "returned", 0.05)
MODEL = Route("model", "ask_model", "answer_model", "requested", None, 0.5)

UNIT: contextvars.ContextVar[tuple[str, int]] = contextvars.ContextVar("UNIT", default=("", 1))
"""The recovery unit in progress and which attempt at it this is, from 1: set by a topology, shown in effects."""


@dataclass(frozen=True, slots=True)
class Profile:
    """How a callee treats keys, and how long it takes."""

    honours_keys: bool = True
    expires_after: float | None = None
    """Virtual seconds after which a key is forgotten; None for never."""
    other_arguments: Literal["refuse", "first"] = "refuse"
    """The same key with other arguments: an error, or the first receipt."""
    takes: float = 0.0
    """Virtual seconds from the arrival of a request until the effect is done."""
    in_flight: Literal["conflict", "wait"] = "conflict"
    """The same key while the first request is still served: an error, or the first receipt when it is there."""
    remembers_failures: bool = False
    """Whether a failure is kept under its key, and answered again to whoever comes with it."""


_PLAIN = Profile()


@dataclass(slots=True)
class Entry:
    """One line of a ledger: an effect that was done, and how often its key came again."""

    name: str
    arguments: dict[str, Any]
    key: str | None
    time: float
    """Virtual seconds."""
    receipt: str
    recognised: int = 0


def _echo(prompt: str, n: int) -> str:
    return f"answer to: {prompt}"


@dataclass
class World:
    """The outside of one machine. It survives every crash."""

    ledger: list[Entry] = field(default_factory=list)
    profiles: dict[str, Profile] = field(default_factory=dict)
    answer: Callable[[str, int], Any] = _echo
    """What the model says to a prompt, asked for the n-th time in the run."""
    script: str = ""
    """What `answer` was made from."""
    people: People = field(default_factory=People)
    said: dict[tuple[str, str], str] = field(default_factory=dict)
    """What the program last said of each intent: a restarted one says it again, and means the same."""
    asked: Counter[str] = field(default_factory=Counter)
    """How often the model was asked each prompt."""
    _serving: dict[tuple[str, str], float] = field(default_factory=dict)
    """Callee and key of requests that are being served → until when, in virtual seconds."""
    _failed: dict[tuple[str, str], tuple[float, CallFailed]] = field(default_factory=dict)
    """Callee and key → when the callee failed first, and how, where it remembers that."""
    _latest: dict[tuple[str, str], Entry] = field(default_factory=dict)
    """Callee and key → the last effect under them."""
    _done: Counter[str] = field(default_factory=Counter)
    """How many effects each callee did."""

    def serve(self, name: str, arguments: dict[str, Any], key: str | None, now: float) -> Served | Later:
        """Do the effect, or recognise its key; later, if the callee takes its time."""
        profile = self.profiles.get(name, _PLAIN)
        if key is None or not profile.honours_keys:
            return self._begin(profile, name, arguments, key, now)
        failure = self._failed.get((name, key)) if profile.remembers_failures else None
        if failure is not None and _fresh(profile, failure[0], now):
            return Served("failed", {"why": "stored-failure"}, error=failure[1])
        known = self._known(profile, name, key, now)
        if known is not None:
            return self._again(profile, known, arguments)
        until = self._serving.get((name, key))
        if until is None:
            return self._begin(profile, name, arguments, key, now)
        if profile.in_flight == "wait":
            return Later(until - now, lambda: self.serve(name, arguments, key, until))
        return _refused("in-flight", name, key)

    def failed(self, name: str, key: str | None, now: float, error: CallFailed) -> None:
        """The callee has answered a request with an error, which it may remember."""
        if key is not None and self.profiles.get(name, _PLAIN).remembers_failures:
            self._failed.setdefault((name, key), (now, error))

    def _known(self, profile: Profile, name: str, key: str, now: float) -> Entry | None:
        entry = self._latest.get((name, key))
        if entry is None:
            return None
        return entry if _fresh(profile, entry.time, now) else None

    def _again(self, profile: Profile, known: Entry, arguments: dict[str, Any]) -> Served:
        if known.arguments != arguments and profile.other_arguments == "refuse":
            return _refused("other-arguments", known.name, known.key)
        known.recognised += 1
        return Served("recognised", {"receipt": known.receipt}, result=known.receipt)

    def _begin(
        self, profile: Profile, name: str, arguments: dict[str, Any], key: str | None, now: float
    ) -> Served | Later:
        if not profile.takes:
            return self._apply(name, arguments, key, now)
        until = now + profile.takes
        if key is not None and profile.honours_keys:
            self._serving[name, key] = until

        def finish() -> Served:
            if key is not None:
                self._serving.pop((name, key), None)
            return self._apply(name, arguments, key, until)

        return Later(profile.takes, finish)

    def _apply(self, name: str, arguments: dict[str, Any], key: str | None, now: float) -> Served:
        self._done[name] += 1
        receipt = f"{name}-{self._done[name]}"
        entry = Entry(name, arguments, key, now, receipt)
        self.ledger.append(entry)
        if key is not None:
            self._latest[name, key] = entry
        return Served("applied", {"receipt": receipt}, result=receipt)


def _fresh(profile: Profile, time: float, now: float) -> bool:
    return profile.expires_after is None or now < time + profile.expires_after


def _refused(why: Literal["in-flight", "other-arguments"], name: str, key: str | None) -> Served:
    return Served("refused", {"why": why}, error=CallFailed(why, name=name, key=key))


async def acall(
    name: str, /, *, key: str | None = None, timeout: float | None = None, **arguments: Any
) -> str:
    """An effect on the outside, from asynchronous code. Returns the callee's receipt.

    Args:
        name: the callee, for instance `open_ticket`; made at its first use.
        key: an idempotency key, if the callee is to recognise a repetition.
        timeout: virtual seconds to wait for the reply; for ever by default.
        **arguments: what the callee is asked to do; JSON values.

    Raises:
        CallTimedOut: no reply in time: the effect may have been done.
        CallFailed: the callee answered with an error.
    """
    process = current(f"world.call({name!r})")
    asked: dict[str, Any] = plain(arguments)
    unit, attempt = UNIT.get()
    machine = process.machine
    receipt: str = await exchange(
        process,
        EFFECT,
        step_name(name),
        lambda: machine.world.serve(name, asked, key, machine.loop.now),
        timeout=timeout,
        arguments=asked,
        key=key,
        business=business_text(asked),
        unit=unit,
        attempt=attempt,
    )
    return receipt


call = blocking(acall, "world.call")
"""`acall` for synchronous code."""


async def amodel(prompt: str, /, *, timeout: float | None = None) -> Any:
    """Ask the model, from asynchronous code. Each answer costs, and a second one may differ.

    Args:
        prompt: the question.
        timeout: virtual seconds to wait for the answer; for ever by default.

    Raises:
        CallTimedOut: no answer in time.
    """
    process = current("world.model")
    machine = process.machine
    await machine.alive(process)
    machine.world.asked[prompt] += 1

    def serve() -> Served:
        answer = machine.world.answer(prompt, machine.world.asked[prompt])
        return Served("answered", {"answer": answer}, result=answer)

    return await exchange(process, MODEL, "model", serve, timeout=timeout, prompt=prompt)


model = blocking(amodel, "world.model")
"""`amodel` for synchronous code."""


def callee(name: str, /, **profile: Any) -> None:
    """Say how a callee treats keys, and how long it takes: the fields of `Profile`. For the whole run, from now on.

    Raises:
        TypeError: a field that `Profile` does not have.
    """
    current("world.callee").machine.world.profiles[name] = Profile(**profile)


def answers(script: Mapping[str, str | list[str]], /) -> None:
    """Say what the model answers, for the whole run, from now on.

    Args:
        script: how a prompt begins → the answer; or the answers to the same prompt when it is asked again,
            of which the last stays. The first entry that fits counts; a prompt that none fits is echoed.
    """
    world = current("world.answers").machine.world
    scripted = [(start, [says] if isinstance(says, str) else list(says)) for start, says in script.items()]

    def answer(prompt: str, n: int) -> str:
        found = [says for start, says in scripted if prompt.startswith(start)]
        return found[0][min(n, len(found[0])) - 1] if found else _echo(prompt, n)

    world.answer, world.script = answer, repr(scripted)


def ledger(name: str | None = None, /) -> list[Entry]:
    """What the callees have done so far, in order; of one callee if named."""
    entries = current("world.ledger").machine.world.ledger
    return [entry for entry in entries if name in (None, entry.name)]
