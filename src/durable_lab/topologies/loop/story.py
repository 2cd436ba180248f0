"""What the events of the in-memory loop mean: a request is the recovery unit, a journal is what is durable."""

from __future__ import annotations

from durable_lab.kernel.trace import Event, step_name
from durable_lab.story import Chapter, Story
from durable_lab.topologies.loop.events import JOURNAL, REQUEST


class Requests(Chapter):
    """Requests of the client, and journals."""

    def __init__(self, story: Story) -> None:
        super().__init__(story)
        self.reads = {REQUEST: self._request, JOURNAL: self._journal}

    def _request(self, event: Event) -> None:
        story, mind = self.story, self.story.mind(event.process)
        mind.request = event.name if event.phase == "called" else ""
        if event.phase == "replied":
            mind.forget(mind.noted())
            story.commit(event)
        elif event.phase == "called":
            story.begin(event)
        if "unit" in event.payload:
            story.raising[event.payload["unit"]] = event.phase == "raised"

    def _journal(self, event: Event) -> None:
        if event.phase == "stored":
            asked = self.story.request(event).payload
            place = str(asked.get("store")), step_name(str(asked.get("key", event.name)))
            self.story.records[place] = asked.get("value")


CHAPTER = Requests
