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

from durable_lab.kernel.blocking import blocking
from durable_lab.kernel.exchange import CallFailed, CallTimedOut, Route, Served, exchange
from durable_lab.kernel.intents import intend, withdraw
from durable_lab.kernel.people import People, aask, ask, business_text, digest, people
from durable_lab.kernel.process import current
from durable_lab.kernel.trace import plain

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
    """How a callee treats keys."""

    honours_keys: bool = True
    expires_after: float | None = None
    """Virtual seconds after which a key is forgotten; None for never."""
    other_arguments: Literal["refuse", "first"] = "refuse"
    """The same key with other arguments: an error, or the first receipt."""


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
    people: People = field(default_factory=People)
    said: dict[tuple[str, str], str] = field(default_factory=dict)
    """What the program last said of each intent: a restarted one says it again, and means the same."""
    asked: Counter[str] = field(default_factory=Counter)
    """How often the model was asked each prompt."""
    _latest: dict[tuple[str, str], Entry] = field(default_factory=dict)
    """Callee and key → the last effect under them."""
    _done: Counter[str] = field(default_factory=Counter)
    """How many effects each callee did."""

    def serve(self, name: str, arguments: dict[str, Any], key: str | None, now: float) -> Served:
        """Do the effect, or recognise its key."""
        profile = self.profiles.get(name, Profile())
        known = self._known(name, key, profile, now) if profile.honours_keys else None
        if known is None:
            return self._apply(name, arguments, key, now)
        if known.arguments != arguments and profile.other_arguments == "refuse":
            return Served("refused", {}, error=CallFailed("other-arguments", name=name, key=key))
        known.recognised += 1
        return Served("recognised", {"receipt": known.receipt}, result=known.receipt)

    def _known(self, name: str, key: str | None, profile: Profile, now: float) -> Entry | None:
        entry = self._latest.get((name, key)) if key is not None else None
        if entry is None:
            return None
        fresh = profile.expires_after is None or now < entry.time + profile.expires_after
        return entry if fresh else None

    def _apply(self, name: str, arguments: dict[str, Any], key: str | None, now: float) -> Served:
        self._done[name] += 1
        receipt = f"{name}-{self._done[name]}"
        entry = Entry(name, arguments, key, now, receipt)
        self.ledger.append(entry)
        if key is not None:
            self._latest[name, key] = entry
        return Served("applied", {"receipt": receipt}, result=receipt)


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
        name,
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
    """Say how a callee treats keys: the fields of `Profile`. For the whole run, from now on."""
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

    world.answer = answer


def ledger(name: str | None = None, /) -> list[Entry]:
    """What the callees have done so far, in order; of one callee if named."""
    entries = current("world.ledger").machine.world.ledger
    return [entry for entry in entries if name in (None, entry.name)]
