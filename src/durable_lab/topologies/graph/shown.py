"""What a graph shows of its own: checkpoints by thread, and the pending writes beside each."""

from __future__ import annotations

from typing import Any

from durable_lab.kernel.events import PROCESS, RESULT
from durable_lab.kernel.trace import Event
from durable_lab.picture import Signature
from durable_lab.readers.narration.wording import both, cut
from durable_lab.readers.view.board import Board
from durable_lab.readers.view.parts import Part, People, Processes, shown
from durable_lab.readers.view.schema import Text
from durable_lab.story import Story
from durable_lab.topologies.graph.events import CHECKPOINT, INVOKE, NODE, QUESTION, WRITES


class GraphStores(Part):
    """Checkpoints and pending writes; which node runs."""

    def __init__(
        self, board: Board, story: Story, signature: Signature, processes: Processes, people: People
    ) -> None:
        super().__init__(board, story, signature)
        self._processes = processes
        self._people = people
        self._running: dict[str, list[str]] = {}
        """By process: the nodes that run, in the order in which they began."""
        self._places: dict[tuple[str, str, str], int] = {}
        """By store, thread and id: the row of a checkpoint."""
        self.handlers = {
            PROCESS: self._life,
            NODE: self._node,
            QUESTION: self._question,
            INVOKE: self._invoke,
            CHECKPOINT: self._checkpoint,
            WRITES: self._writes,
            RESULT: self._result,
        }

    def _life(self, event: Event) -> None:
        self._running.pop(event.process, None)

    def _node(self, event: Event) -> None:
        running = self._running.setdefault(event.process, [])
        if event.phase == "started":
            running.append(event.name)
        elif event.name in running:
            running.remove(event.name)
        if running:
            self._processes.works(event.process, "doing-node", name=cut(", ".join(running)))
        else:
            self._processes.works(event.process, "doing-runs")
            self._processes.forgets_all(event.process)

    def _question(self, event: Event) -> None:
        """Asked again by a node that runs again, it is the same question."""
        key = str(event.payload.get("id", event.step))
        self._people.ask(key, shown(event.payload.get("value", "")), event.name)

    def _invoke(self, event: Event) -> None:
        if event.phase == "resumed":
            self._people.answer_first(event.payload.get("given"))

    def _result(self, event: Event) -> None:
        self._processes.works(event.process, "doing-paused" if event.phase == "paused" else "doing-runs")

    def _checkpoint(self, event: Event) -> None:
        if event.phase != "stored":
            return
        asked = self.story.request(event).payload
        store, thread = str(asked.get("store")), str(asked.get("thread_id"))
        if store not in self.board.state["stores"]:
            self.board.put([], "stores", store)
        row = len(self.board.state["stores"][store])
        self._places[store, thread, str(asked.get("id"))] = row
        following = ", ".join(str(name).strip("_") for name in asked.get("next", ()))
        key = both("row-checkpoint", thread=cut(thread), step=asked.get("step", ""))
        self.board.append(
            {
                "key": key,
                "value": self._checkpoint_text(asked, following),
                "kind": "checkpoint",
                "pending": [],
            },
            "stores",
            store,
        )

    @staticmethod
    def _checkpoint_text(asked: Any, following: str) -> Text:
        code = "row-next" if following else "row-last"
        return both(code, next=following, values=shown(asked.get("values")))

    def _writes(self, event: Event) -> None:
        asked = self.story.request(event).payload
        label = both("label-writes", name=cut(event.name))
        if event.phase == "sent":
            words = writes_text(asked.get("writes", ()))
            self._processes.learns(event.process, label, words, once=True, lasting=True)
            return
        self._processes.forgets(event.process, label)
        if event.phase != "stored":
            return
        store, thread = str(asked.get("store")), str(asked.get("thread_id"))
        row = self._places.get((store, thread, str(asked.get("on"))))
        if row is not None:
            entry = {"label": event.name, "value": writes_text(asked.get("writes", ()))}
            self.board.append(entry, "stores", store, row, "pending")


def writes_text(writes: Any) -> Text:
    """Pending writes in words: values of the state, a question, an answer, where to go."""
    words = [text for write in writes if (text := _write(*write)) is not None]
    if not words:
        return both("writes-none")
    return {"zh": "；".join(w["zh"] for w in words), "en": "; ".join(w["en"] for w in words)}


def _write(channel: str, value: Any) -> Any:
    if channel == "__interrupt__":
        return both("writes-question", value=shown([one.get("value") for one in value]))
    if channel == "__resume__":
        return both("writes-answer", value=shown(value))
    if channel == "__error__":
        return both("writes-error", value=shown(value))
    if channel.startswith("branch:to:"):
        return both("writes-next", name=channel.removeprefix("branch:to:"))
    if channel.startswith(("join:", "__")):
        return None
    return both("writes-value", name=channel, value=shown(value))


SHOWN = GraphStores
