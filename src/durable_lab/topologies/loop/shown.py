"""What the loop shows of its own: a journal, if it keeps one."""

from __future__ import annotations

from durable_lab.kernel.trace import Event
from durable_lab.picture import Signature
from durable_lab.readers.narration.wording import cut
from durable_lab.readers.view.board import Board
from durable_lab.readers.view.parts import Part, People, Processes
from durable_lab.readers.view.table import Table
from durable_lab.story import Story
from durable_lab.topologies.loop.events import JOURNAL, REQUEST


class LoopStores(Part):
    """The request that a process serves, and journals."""

    def __init__(
        self, board: Board, story: Story, signature: Signature, processes: Processes, people: People
    ) -> None:
        super().__init__(board, story, signature)
        self._processes = processes
        self._people = people
        self._table = Table(board)
        self.handlers = {REQUEST: self._request, JOURNAL: self._journal}

    def _request(self, event: Event) -> None:
        if event.phase == "called":
            self._processes.works(event.process, "doing-request", name=event.name, n=event.n)
        elif event.phase in ("replied", "raised", "cancelled"):
            self._people.lose(event)
            self._processes.works(event.process, "doing-runs")
            self._processes.forgets_all(event.process)

    def _journal(self, event: Event) -> None:
        if event.phase == "sent":
            self._processes.waits(event.process, "doing-writes", what=cut(event.name))
            return
        self._processes.goes_on(event.process)
        if event.phase == "stored":
            asked = self.story.request(event).payload
            store, key = str(asked.get("store", "")), str(asked.get("key", event.name))
            self._table.put(store, key, asked.get("value"))


SHOWN = LoopStores
