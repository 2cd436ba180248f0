"""Lives and deaths of processes, what they print, and faults."""

from __future__ import annotations

from durable_lab.kernel.trace import Event
from durable_lab.narration.facts import Facts
from durable_lab.narration.telling import CLIENTS, Teller, Telling, what, who
from durable_lab.narration.wording import cut


def _process(event: Event, facts: Facts, telling: Telling) -> None:
    telling.add(life=event.life, who=who(event.process or event.name))
    telling.add(error=cut(event.payload.get("error", ""), 50), limit=event.payload.get("limit", ""))
    telling.add(seconds=event.payload.get("seconds", ""))
    if event.phase == "started":
        if event.life > 1:
            telling.variant("again")
        elif event.process in CLIENTS:
            telling.variant("client")
    elif event.phase == "crashed":
        _crash(facts, telling)


def _crash(facts: Facts, telling: Telling) -> None:
    """What is gone with it, the worst first."""
    lost = facts.lost
    if lost.unheard:
        request = facts.requests[list(lost.unheard)[-1]]
        telling.variant("unheard", what=what(request, facts))
    elif lost.told:
        telling.variant("told", receipt=list(lost.told)[-1])
    elif lost.open:
        event = list(lost.open.values())[-1]
        telling.variant("landing" if facts.landing else "open", what=cut(event.step))
    elif lost.message:
        telling.variant("message", id=cut(lost.message))


def _print(event: Event, facts: Facts, telling: Telling) -> None:
    telling.add(text=cut(str(event.payload.get("text", "")).strip(), 50))


def _fault(event: Event, facts: Facts, telling: Telling) -> None:
    head = event.name.partition(" ")[0]
    telling.add(
        fault=cut(event.name, 60), point=cut(event.name.rpartition(" at ")[2].partition(" for ")[0], 50)
    )
    telling.variant(head)


TELLERS: dict[str, Teller] = {"process": _process, "print": _print, "fault": _fault}
