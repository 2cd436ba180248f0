"""What the events of queue workers mean: a message is the recovery unit, its lease says whose it is for now."""

from __future__ import annotations

from durable_lab.kernel.trace import Event, step_name
from durable_lab.story import Chapter, Story
from durable_lab.story.mind import step_of
from durable_lab.topologies.queue.events import (
    ABANDON,
    CLAIM,
    COMPLETE,
    DEAD_LETTER,
    HANDLER,
    LEASE,
    RECEIVE,
    RECORD,
    RENEW,
    SEND,
)


class Messages(Chapter):
    """Messages, the handlers at work on them, and job records."""

    def __init__(self, story: Story) -> None:
        super().__init__(story)
        self.overran = False
        """Whether the handler that has just ended had lost its lease."""
        self.reads = {
            SEND: self._nothing_more,
            RENEW: self._nothing_more,
            RECEIVE: self._receive,
            HANDLER: self._handle,
            COMPLETE: self._settle,
            ABANDON: self._settle,
            DEAD_LETTER: self._set_aside,
            LEASE: self._lapse,
            RECORD: self._record,
            CLAIM: self._claim,
        }

    def _nothing_more(self, event: Event) -> None:
        """What the story reads of any request is all."""

    def _receive(self, event: Event) -> None:
        if event.phase == "stored":
            mind = self.story.mind(event.process)
            mind.message, mind.overrun = str(event.payload.get("business")), False

    def _handle(self, event: Event) -> None:
        if event.phase == "started":
            self.story.begin(event)
        else:
            mind = self.story.mind(event.process)
            self.overran = mind.overrun
            mind.message, mind.overrun = "", False

    def _settle(self, event: Event) -> None:
        if event.phase == "stored":
            self.story.mind(event.process).message = ""
            self.story.commit(self.story.request(event))

    def _set_aside(self, event: Event) -> None:
        self._settle(event)
        if event.phase in ("exceeded", "stored"):
            unit = self.story.request(event).payload.get("unit")
            self.story.set_aside |= {unit} if unit is not None else set()

    def _lapse(self, event: Event) -> None:
        message = str(event.payload.get("business"))
        for mind in self.story.minds.values():
            mind.overrun = mind.overrun or mind.message == message

    def _record(self, event: Event) -> None:
        if event.phase == "stored":
            self.story.records[self._place(event)] = self.story.request(event).payload.get("record")

    def _claim(self, event: Event) -> None:
        if event.phase == "stored" and self._place(event) in self.story.records:
            self.story.again.add(step_of(event))
        else:
            self._record(event)

    def _place(self, event: Event) -> tuple[str, str]:
        asked = self.story.request(event).payload
        return str(asked.get("store")), step_name(str(asked.get("key", event.name)))


CHAPTER = Messages
