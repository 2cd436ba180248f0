"""People: they answer after hours or days, to whoever is still there to hear it.

    from durable_lab import world

    world.people({"approve": "no@3d"})
    answer = world.ask("approve", about={"change": "restart db-7"})

Asked by an agent, a person answers the process that asked: if it is gone, nobody takes the answer, and its next
life asks again. Asked by the client, which is outside, the question stays open over every crash.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from durable_lab.kernel.faults.places import seconds_of
from durable_lab.kernel.machine.blocking import blocking
from durable_lab.kernel.machine.process import current
from durable_lab.kernel.outside.client import INSIDE_ENGINE, client_call
from durable_lab.kernel.outside.exchange import Exchange, Later, Route, Served, exchange
from durable_lab.kernel.trace import plain, step_name
from durable_lab.words.messages import LabError

CLIENTS = Route("person", "", "", "requested", None, 0.05, "person")
"""A question of the client: no edge of a topology, for the client and the person are both outside."""

AGENTS = CLIENTS._replace(edge_out="ask_person", edge_back="answer_person")

ANSWERED_AFTER = 3600.0
"""Virtual seconds that a person takes, unless the answer says otherwise (`yes@3d`)."""


def answer_and_delay(text: str) -> tuple[str, float]:
    """`yes@3d` as the answer and the virtual seconds until it comes.

    Raises:
        LabError: `bad-answer-delay`.
    """
    answer, at, delay = text.rpartition("@")
    if not at:
        return text, ANSWERED_AFTER
    seconds = seconds_of(delay)
    if seconds is None:
        raise LabError("bad-answer-delay", text=text)
    return answer, seconds


def digest(about: Any, /) -> str:
    """A short digest of a proposal: equal for equal JSON, whatever the order of its keys."""
    text = json.dumps(plain(about), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:12]


@dataclass
class People:
    """What the people of one machine will say, and what they were asked."""

    script: dict[str, list[Any]] = field(default_factory=dict)
    by: dict[str, str] = field(default_factory=dict)
    """Question → who answers it."""
    asked: dict[str, int] = field(default_factory=dict)
    open: list[Exchange] = field(default_factory=list)
    """The client's questions, oldest first, also those that were answered."""

    def serve(self, question: str, about: dict[str, Any]) -> Later | None:
        """Hear a question; the answer comes later, or never."""
        n = self.asked[question] = self.asked.get(question, 0) + 1
        says = self.script.get(question, ["yes"])
        said = says[min(n, len(says)) - 1] if says else None
        if said is None:
            return None
        answer, seconds = answer_and_delay(said) if isinstance(said, str) else (said, ANSWERED_AFTER)
        shown = {"answer": answer, **about, **({"by": self.by[question]} if question in self.by else {})}
        return Later(seconds, lambda: Served("answered", shown, answer))


async def aask(question: str, /, about: Any = None, *, timeout: float | None = None) -> Any:
    """Ask a person, from asynchronous code, and wait for the answer.

    Args:
        question: what is asked, for instance `approve`: its name in fault plans and in the script.
        about: the proposal that the answer is about; JSON. The trace shows it and its `digest`.
        timeout: virtual seconds to wait for the answer; for ever by default.

    Raises:
        CallTimedOut: no answer in time. The person may answer yet, to nobody.
    """
    process = current(f"world.ask({question!r})")
    machine = process.machine
    people: People = machine.world.people
    proposal = plain(about)
    shown = {"about": proposal, "digest": digest(proposal)}
    name, payload = step_name(question), {**shown, "business": business_text(proposal)}

    def serve() -> Later | None:
        return people.serve(question, shown)

    if INSIDE_ENGINE.get() or not process.role.speaks:
        route = AGENTS if AGENTS.edge_out in machine.edges else CLIENTS
        return await exchange(process, route, name, serve, timeout=timeout, **payload)

    async def first() -> Any:
        asked = Exchange(process, CLIENTS, name, serve, {**payload, "client": True}, client=True)
        people.open.append(asked)
        asked.send(timeout)
        return await asked.reply

    async def still_waiting(noted: int) -> Any:
        return await people.open[noted].reply

    return await client_call(process, first, still_waiting, len(people.open), waits=True)


ask = blocking(aask, "world.ask")
"""`aask` for synchronous code."""


def people(script: Mapping[str, Any], /, *, by: str | None = None) -> None:
    """Say what people answer, for the whole run, from now on. A question of which nothing is said is answered `yes`.

    Args:
        script: the question → the answer, an hour later, or as `no@3d` says; None for no answer at all. A list
            holds the answers to the same question when it is asked again, of which the last stays.
        by: who answers these questions, for the trace and its checks.

    Raises:
        LabError: `bad-answer-delay`.
    """
    lists = {question: says if isinstance(says, list) else [says] for question, says in script.items()}
    for said in (said for says in lists.values() for said in says if isinstance(said, str)):
        answer_and_delay(said)
    known = current("world.people").machine.world.people
    known.script.update(lists)
    if by is not None:
        known.by.update(dict.fromkeys(lists, by))


def business_text(about: Any) -> str:
    """The business identity of a call or a question as fault plans and reports write it: its values."""
    values = about.values() if isinstance(about, (dict, Mapping)) else () if about is None else (about,)
    return ", ".join(map(str, values))
