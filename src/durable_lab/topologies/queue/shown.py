"""What queue workers show of their own: the broker's messages, and job records."""

from __future__ import annotations

from typing import Any

from durable_lab.kernel.events import READ
from durable_lab.kernel.trace import Event, step_name
from durable_lab.picture import Signature
from durable_lab.readers.narration.wording import both, cut
from durable_lab.readers.view.board import Board
from durable_lab.readers.view.parts import Part, People, Processes, shown
from durable_lab.readers.view.schema import Text
from durable_lab.readers.view.table import Table
from durable_lab.story import Story
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

MESSAGE = both("label-message")


class Broker(Part):
    """Messages with their leases and deliveries; the job store."""

    def __init__(
        self, board: Board, story: Story, signature: Signature, processes: Processes, people: People
    ) -> None:
        super().__init__(board, story, signature)
        self._processes = processes
        self._lease: dict[str, float] = {}
        """By message id: how long its lease is."""
        self._places: dict[str, list[int]] = {}
        """By message id: the rows of messages that have it."""
        self._table = Table(board)
        self.handlers = {
            SEND: self._send,
            RECEIVE: self._receive,
            HANDLER: self._handle,
            COMPLETE: self._settle,
            ABANDON: self._settle,
            DEAD_LETTER: self._settle,
            RENEW: self._settle,
            LEASE: self._lapse,
            RECORD: self._record,
            CLAIM: self._record,
            READ: self._read,
        }

    # -- messages --------------------------------------------------------------------------------

    def _send(self, event: Event) -> None:
        if event.phase == "stored":
            sent = self.story.request(event).payload
            message = {"id": str(sent.get("business", event.step)), "body": shown(sent.get("body"))}
            rest = {"deliveries": 0, "leased_by": "", "until": 0.0, "state": "visible"}
            self._places.setdefault(message["id"], []).append(len(self.board.state["queue"]))
            self.board.append({**message, **rest}, "queue")

    def _receive(self, event: Event) -> None:
        if event.phase != "stored":
            return
        given = event.payload
        at = self._find(str(given.get("business")), "visible", "delayed")
        until = float(given.get("until", event.time))
        self._lease[str(given.get("business"))] = until - event.time
        self._set(
            at, deliveries=given.get("delivery", 1), leased_by=event.process, until=until, state="leased"
        )

    def _handle(self, event: Event) -> None:
        message, delivery = str(event.payload.get("business")), event.payload.get("delivery", 1)
        if event.phase == "started":
            self._processes.works(event.process, "doing-handles", id=cut(message), delivery=delivery)
            self._processes.learns(event.process, MESSAGE, message, once=True)
        else:
            self._processes.works(event.process, "doing-idle")
            self._processes.forgets_all(event.process)

    def _settle(self, event: Event) -> None:
        if event.phase == "sent":
            self._processes.waits(event.process, f"doing-{event.kind}")
            return
        if event.process:
            self._processes.goes_on(event.process)
        if event.phase in ("stored", "exceeded"):
            self._settled(event)

    def _settled(self, event: Event) -> None:
        asked: dict[str, Any] = {**self.story.request(event).payload, **event.payload}
        message = str(asked.get("business"))
        at = self._find(message, "leased", "visible")
        if event.kind == RENEW:
            self._set(at, until=event.time + self._lease.get(message, 0.0))
            return
        if event.kind == COMPLETE:
            self._set(at, leased_by="", until=0.0, state="done")
        elif event.kind == DEAD_LETTER:
            self._set(at, leased_by="", until=0.0, state="dead", reason=str(asked.get("reason", "")))
        else:
            delay = float(asked.get("delay", 0.0))
            until, state = (event.time + delay, "delayed") if delay else (0.0, "visible")
            self._set(at, leased_by="", until=until, state=state)

    def _lapse(self, event: Event) -> None:
        """The end of a lease."""
        at = self._find(str(event.payload.get("business")), "leased")
        self._set(at, leased_by="", until=0.0, state="visible")

    def _find(self, message: str, *states: str) -> int | None:
        """The first message of that id in one of these states, those named first preferred."""
        rows = self.board.state["queue"]
        places = self._places.get(message, [])
        return next((at for state in states for at in places if rows[at]["state"] == state), None)

    def _set(self, at: int | None, **fields: Any) -> None:
        for name, value in fields.items() if at is not None else ():
            self.board.put(value, "queue", at or 0, name)

    # -- records ---------------------------------------------------------------------------------

    def _record(self, event: Event) -> None:
        if event.phase == "sent":
            self._processes.waits(event.process, "doing-writes", what=cut(event.name))
            return
        self._processes.goes_on(event.process)
        asked = self.story.request(event).payload
        store = str(asked.get("store", ""))
        if event.phase == "stored" and step_of(event) not in self.story.again:
            self._table.put(store, event.name, asked.get("record"))

    def _read(self, event: Event) -> None:
        job = str(event.payload.get("business", ""))
        place = event.name, step_name(job)
        value: Text = both("value-none")
        if place in self.story.records:
            value = shown(self.story.records[place])
        self._processes.learns(event.process, both("label-record", job=cut(job)), value, once=True)


SHOWN = Broker
