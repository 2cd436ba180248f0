"""What queue workers show of their own: the broker's messages, and job records."""

from __future__ import annotations

from typing import Any

from durable_lab.kernel.trace import Event, step_name
from durable_lab.picture import Signature
from durable_lab.readers.narration.facts import Facts
from durable_lab.readers.narration.labels import both
from durable_lab.readers.narration.wording import cut
from durable_lab.readers.view.board import Board
from durable_lab.readers.view.parts import Part, Processes, shown
from durable_lab.readers.view.schema import Text
from durable_lab.readers.view.table import Table

MESSAGE = both("label-message")


class Broker(Part):
    """Messages with their leases and deliveries; the job store."""

    def __init__(self, board: Board, facts: Facts, signature: Signature, processes: Processes) -> None:
        super().__init__(board, facts, signature)
        self._processes = processes
        self._lease: dict[str, float] = {}
        """By message id: how long its lease is."""
        self._places: dict[str, list[int]] = {}
        """By message id: the rows of messages that have it."""
        self._table = Table(board)
        self.handlers = {
            "send": self._send,
            "receive": self._receive,
            "handler": self._handle,
            "complete": self._settle,
            "abandon": self._settle,
            "dead_letter": self._settle,
            "renew": self._settle,
            "lease": self._lapse,
            "record": self._record,
            "claim": self._record,
            "read": self._read,
        }

    # -- messages --------------------------------------------------------------------------------

    def _send(self, event: Event) -> None:
        if event.phase == "stored":
            sent = self.facts.request(event).payload
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
        asked: dict[str, Any] = {**self.facts.request(event).payload, **event.payload}
        message = str(asked.get("business"))
        at = self._find(message, "leased", "visible")
        if event.kind == "renew":
            self._set(at, until=event.time + self._lease.get(message, 0.0))
            return
        if event.kind == "complete":
            self._set(at, leased_by="", until=0.0, state="done")
        elif event.kind == "dead_letter":
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
        asked = self.facts.request(event).payload
        store = str(asked.get("store", ""))
        if event.phase == "stored" and event.step not in self.facts.again:
            self._table.put(store, event.name, asked.get("record"))

    def _read(self, event: Event) -> None:
        job = str(event.payload.get("business", ""))
        place = event.name, step_name(job)
        value: Text = both("value-none")
        if place in self.facts.records:
            value = shown(self.facts.records[place])
        self._processes.learns(event.process, both("label-record", job=cut(job)), value, once=True)


SHOWN = Broker
