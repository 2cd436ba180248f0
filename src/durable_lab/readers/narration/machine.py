"""Lives and deaths of processes, what they print, and faults."""

from __future__ import annotations

from durable_lab.kernel.trace import Event
from durable_lab.readers.narration.facts import Facts
from durable_lab.readers.narration.telling import CLIENTS, Teller, Telling, what, who
from durable_lab.readers.narration.wording import cut


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
        _crash(event, facts, telling)


def _crash(event: Event, facts: Facts, telling: Telling) -> None:
    """What is gone with it, the worst first."""
    lost = facts.lost
    if lost.unheard:
        request = facts.requests[list(lost.unheard)[-1]]
        telling.variant("unheard", what=what(request, facts))
    elif lost.told:
        telling.variant("told", receipt=list(lost.told)[-1])
    elif coming := [request for request in lost.open.values() if facts.will_arrive(request, event)]:
        telling.variant("landing", what=what(coming[-1], facts))
    elif not _lost_on_the_way(facts, telling):
        _unfinished(facts, telling)


_LOST = ("effect", "person", "model", "writes", "checkpoint", "record", "claim", "journal")
_LOST_OF_WORKERS = ("complete", "abandon", "commands", "completion", "send")


def _lost_on_the_way(facts: Facts, telling: Telling) -> bool:
    """Say which request is lost with its sender, if one that matters is."""
    by_kind = {event.kind: event for event in facts.lost.open.values()}
    for kind in (*_LOST, *_LOST_OF_WORKERS):
        if kind in by_kind:
            event = by_kind[kind]
            asked = event.payload
            code = "resume" if (kind, event.name) == ("writes", "resume") else kind
            telling.variant(code, what=what(event, facts), name=cut(event.name), step=asked.get("step", ""))
            telling.add(id=cut(asked.get("business", event.name)))
            return True
    return False


def _unfinished(facts: Facts, telling: Telling) -> None:
    """Say what it was at, and who will begin it again."""
    lost = facts.lost
    if lost.answers:
        telling.variant("answer")
    elif lost.message:
        telling.variant("message", id=cut(lost.message))
    elif lost.task:
        telling.variant("task")
    elif lost.nodes:
        telling.variant("node", name=cut(lost.nodes[-1]))
    elif lost.request:
        telling.variant("journal-knows" if facts.records else "request", name=cut(lost.request))


def _print(event: Event, facts: Facts, telling: Telling) -> None:
    telling.add(text=cut(str(event.payload.get("text", "")).strip(), 50))


def _fault(event: Event, facts: Facts, telling: Telling) -> None:
    head = event.name.partition(" ")[0]
    telling.add(
        fault=cut(event.name, 60), point=cut(event.name.rpartition(" at ")[2].partition(" for ")[0], 50)
    )
    telling.variant(head)


TELLERS: dict[str, Teller] = {"process": _process, "print": _print, "fault": _fault}
