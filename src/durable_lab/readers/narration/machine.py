"""Lives and deaths of processes, what they print, and faults."""

from __future__ import annotations

from durable_lab.kernel.events import FAULT, PRINT, PROCESS, kind_of
from durable_lab.kernel.trace import Event
from durable_lab.readers.narration.telling import Teller, Telling, what, who
from durable_lab.readers.narration.wording import cut
from durable_lab.story import Story
from durable_lab.topology import beside


def _process(event: Event, story: Story, telling: Telling) -> None:
    telling.add(life=event.life, who=who(event.process or event.name))
    telling.add(error=cut(event.payload.get("error", ""), 50), limit=event.payload.get("limit", ""))
    telling.add(seconds=event.payload.get("seconds", ""))
    if event.phase == "started":
        if event.life > 1:
            telling.variant("again")
        elif event.process in beside():
            telling.variant("client")
    elif event.phase == "crashed":
        _crash(event, story, telling)


def _crash(event: Event, story: Story, telling: Telling) -> None:
    """What is gone with it, the worst first."""
    lost = story.lost
    if lost.unheard:
        request = story.asked[list(lost.unheard)[-1]]
        telling.variant("unheard", what=what(request, story))
    elif lost.told:
        telling.variant("told", receipt=cut(list(lost.told)[-1]))
    elif coming := [request for request in lost.open.values() if story.will_arrive(request, event)]:
        telling.variant("landing", what=what(coming[-1], story))
    elif not _lost_on_the_way(story, telling):
        _unfinished(story, telling)


def _lost_on_the_way(story: Story, telling: Telling) -> bool:
    """Say which request is lost with its sender, if one that matters is."""
    by_kind = {event.kind: (kind_of(event), event) for event in story.lost.open.values()}
    worst = min(
        ((kind.lost, kind, event) for kind, event in by_kind.values() if kind.lost is not None),
        default=None,
    )
    if worst is None:
        return False
    _, kind, event = worst
    asked = event.payload
    code = event.name if event.name in kind.lost_names else kind
    telling.variant(code, what=what(event, story), name=cut(event.name), step=asked.get("step", ""))
    telling.add(id=cut(asked.get("business", event.name)))
    return True


def _unfinished(story: Story, telling: Telling) -> None:
    """Say what it was at, and who will begin it again."""
    lost = story.lost
    if lost.answers:
        telling.variant("answer")
    elif lost.message:
        telling.variant("message", id=cut(lost.message))
    elif lost.task:
        telling.variant("task")
    elif lost.nodes:
        telling.variant("node", name=cut(lost.nodes[-1]))
    elif lost.request:
        telling.variant("journal-knows" if story.records else "request", name=cut(lost.request))


def _print(event: Event, story: Story, telling: Telling) -> None:
    telling.add(text=cut(str(event.payload.get("text", "")).strip(), 50))


def _fault(event: Event, story: Story, telling: Telling) -> None:
    head = event.name.partition(" ")[0]
    telling.add(
        fault=cut(event.name, 60), point=cut(event.name.rpartition(" at ")[2].partition(" for ")[0], 50)
    )
    telling.variant(head)


TELLERS: dict[str, Teller] = {PROCESS: _process, PRINT: _print, FAULT: _fault}
