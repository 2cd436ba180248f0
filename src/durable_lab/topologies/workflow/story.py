"""What the events of a durable workflow mean: an activity is the recovery unit, a history is what is durable."""

from __future__ import annotations

from typing import Any

from durable_lab.kernel.trace import Event
from durable_lab.story import Chapter, Decision, Story, Wait
from durable_lab.story.people import unpacked
from durable_lab.topologies.workflow.events import (
    ACTIVITY_TASK,
    COMMANDS,
    COMPLETION,
    HEARTBEAT,
    HISTORY,
    QUERY,
    REPLAY,
    SIGNAL,
    START,
    TASK,
    WORKFLOW,
)

_WAITS_FROM = 1.0
"""Virtual seconds without a step after which a run is said to have waited for the signal that then comes."""

_WELL = ("COMPLETED", "CONTINUED_AS_NEW")


class Histories(Chapter):
    """Runs and their histories; the tasks of workers; signals."""

    def __init__(self, story: Story) -> None:
        super().__init__(story)
        self.activities: dict[tuple[Any, ...], str] = {}
        """By workflow id, run, and event id or activity id: the name of an activity."""
        self.reads = {
            START: self._nothing_more,
            HEARTBEAT: self._nothing_more,
            QUERY: self._nothing_more,
            HISTORY: self._history,
            WORKFLOW: self._workflow,
            TASK: self._task,
            ACTIVITY_TASK: self._task,
            REPLAY: self._replay,
            COMMANDS: self._report,
            COMPLETION: self._report,
            SIGNAL: self._signal,
        }

    def _nothing_more(self, event: Event) -> None:
        """What the story reads of any request is all."""

    def _history(self, event: Event) -> None:
        fields = event.payload.get("attributes", {})
        if "activity_type" in fields:
            name = str(fields["activity_type"].get("name", ""))
            run = event.name, event.payload.get("run")
            self.activities[(*run, event.n)] = self.activities[(*run, fields.get("activity_id"))] = name

    def _workflow(self, event: Event) -> None:
        self.story.runs[event.name] = event
        if event.phase == "closed" and event.payload.get("status") not in _WELL:
            self.story.set_aside.add(event.name)

    def _task(self, event: Event) -> None:
        self.story.mind(event.process).task = event.name
        self.story.begin(event)

    def _replay(self, event: Event) -> None:
        self.story.replayed += event.payload.get("events", 0)

    def _report(self, event: Event) -> None:
        if event.phase == "stored":
            self.story.mind(event.process).task = ""
            self.story.commit(self.story.request(event))

    def _signal(self, event: Event) -> None:
        story, before = self.story, self.story.last_step
        if event.phase == "sent" and before is not None and event.time - before.time >= _WAITS_FROM:
            story.waited.append(Wait(event.name, "", "", before, event))
        elif event.phase == "stored":
            given = story.request(event).payload.get("input", ())
            answer = unpacked(given[0]) if given else "yes"
            story.decided.append(Decision(event.name, answer, None, "", event, event))


CHAPTER = Histories
