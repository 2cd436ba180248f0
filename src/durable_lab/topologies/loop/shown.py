"""What the loop shows of its own: a journal, if it keeps one."""

from __future__ import annotations

from durable_lab.kernel.trace import Event
from durable_lab.picture import Signature
from durable_lab.readers.narration.facts import Facts
from durable_lab.readers.narration.wording import cut
from durable_lab.readers.view.board import Board
from durable_lab.readers.view.parts import Part, Processes
from durable_lab.readers.view.table import Table


class LoopStores(Part):
    """The request that a process serves, and journals."""

    def __init__(self, board: Board, facts: Facts, signature: Signature, processes: Processes) -> None:
        super().__init__(board, facts, signature)
        self._processes = processes
        self._table = Table(board)
        self.handlers = {"request": self._request, "journal": self._journal}

    def _request(self, event: Event) -> None:
        if event.phase == "called":
            self._processes.works(event.process, "doing-request", name=event.name, n=event.n)
        elif event.phase in ("replied", "raised", "cancelled"):
            self._processes.works(event.process, "doing-runs")
            self._processes.forgets_all(event.process)

    def _journal(self, event: Event) -> None:
        if event.phase == "sent":
            self._processes.waits(event.process, "doing-writes", what=cut(event.name))
            return
        self._processes.goes_on(event.process)
        if event.phase == "stored":
            asked = self.facts.request(event).payload
            store, key = str(asked.get("store", "")), str(asked.get("key", event.name))
            self._table.put(store, key, asked.get("value"))


SHOWN = LoopStores
