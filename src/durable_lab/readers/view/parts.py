"""What every topology shows alike: nodes, processes, the callee's ledger, people, messages on their way."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from durable_lab.kernel.events import EFFECT, MODEL, PERSON, PROCESS
from durable_lab.kernel.trace import Event
from durable_lab.picture import Signature
from durable_lab.readers.narration.wording import Said, both, cut
from durable_lab.readers.view.board import Board
from durable_lab.readers.view.schema import State, Text
from durable_lab.story import ENDS_OF_LIVES, SERVED, Story

VALUE = 60
"""Characters of a value in a row."""

_DEAD = {
    "crashed": "doing-dead",
    "stopped": "doing-stopped",
    "ended": "doing-ended",
    "raised": "doing-raised",
}

_HELD_UP = {"paused": "doing-halted", "stopping": "doing-stopping"}


def start_state(signature: Signature) -> State:
    """Before the first event: nothing has been started, nothing is stored."""
    return {
        "nodes": {
            node.id: {"alive": not node.dies and node.kind != "process", "life": 0, "lost": False}
            for node in signature.nodes
        },
        "processes": {},
        "stores": {},
        "pending": [],
        "queue": [],
        "ledger": [],
        "people": [],
        "in_flight": [],
    }


def business_of(event: Event) -> str:
    """An effect as a row or a sentence names it: `refund(A-1042)`."""
    return f"{event.name}({cut(event.payload.get('business', ''))})"


class Part:
    """One aspect of the state: handlers by the kind of event."""

    def __init__(self, board: Board, story: Story, signature: Signature) -> None:
        self.board = board
        self.story = story
        self.signature = signature
        self.handlers: dict[str, Callable[[Event], None]] = {}


class Processes(Part):
    """Processes and their nodes: which live, what they do, what they know."""

    def __init__(self, board: Board, story: Story, signature: Signature) -> None:
        super().__init__(board, story, signature)
        self._dying = next(node.id for node in signature.nodes if node.dies)
        self._nodes = {node.id for node in signature.nodes}
        self._work: dict[str, Said] = {}
        """What each process is at, when it waits for nothing."""
        self._lasting: list[Text] = []
        self._coming: dict[str, tuple[float, str]] = {}
        """By process: when the model answered it, and what; it knows when it goes on."""
        self.handlers = {PROCESS: self._live, EFFECT: self._call, MODEL: self._ask}

    def goes_on_at(self, event: Event) -> None:
        """A process that does something after the model has answered it has the answer."""
        answered = self._coming.get(event.process)
        if answered is not None and answered[0] < event.time and event.phase not in SERVED:
            del self._coming[event.process]
            if event.phase not in ENDS_OF_LIVES:
                self.goes_on(event.process)
                self.learns(event.process, both("label-answer"), answered[1])

    def node_of(self, process: str) -> str:
        """The node of the diagram that a process is drawn as."""
        return process if process in self._nodes else self._dying

    def works(self, process: str, code: str, **fields: Any) -> None:
        """What it is at from now on."""
        self._work[process] = both(code, **fields)
        self._does(process, self._work[process])

    def waits(self, process: str, code: str, **fields: Any) -> None:
        """What it waits for, until it goes on."""
        self._does(process, both(code, **fields))

    def goes_on(self, process: str) -> None:
        """It waits no longer."""
        if process in self._work:
            self._does(process, self._work[process])

    def learns(
        self, process: str, label: Text, value: Any, *, once: bool = False, lasting: bool = False
    ) -> None:
        """It knows something from now on.

        `once`: in place of what it knew under that label; `lasting`: not only for the unit of work in progress.
        """
        if lasting and label not in self._lasting:
            self._lasting.append(label)
        if process not in self.board.state["processes"]:
            return
        row = {"label": label, "value": value if isinstance(value, dict) else cut(value, VALUE)}
        rows = self.board.state["processes"][process]["knows"]
        if once:
            for index, known in enumerate(rows):
                if known["label"] == label:
                    self.board.put(row, "processes", process, "knows", index)
                    return
        self.board.append(row, "processes", process, "knows")

    def forgets_all(self, process: str) -> None:
        """A unit of work is over, and its variables with it; what is lasting stays."""
        known = self.board.state["processes"].get(process)
        rows = known["knows"] if known else []
        for index in reversed(range(len(rows))):
            if rows[index]["label"] not in self._lasting:
                self.board.put(None, "processes", process, "knows", index)

    def forgets(self, process: str, label: Text) -> None:
        """It holds something no longer."""
        known = self.board.state["processes"].get(process)
        for index, row in enumerate(known["knows"] if known else ()):
            if row["label"] == label:
                self.board.put(None, "processes", process, "knows", index)
                return

    def _does(self, process: str, doing: Said) -> None:
        if process in self.board.state["processes"]:
            self.board.put(doing, "processes", process, "doing")

    def _live(self, event: Event) -> None:
        if not event.process:
            return
        if event.phase == "started":
            self._start(event)
        elif event.phase in _DEAD and event.process in self.board.state["processes"]:
            self.board.put(False, "processes", event.process, "alive")
            self._does(event.process, both(_DEAD[event.phase]))
            self._node(event)
        elif event.phase in _HELD_UP:
            self._does(event.process, both(_HELD_UP[event.phase]))
        elif event.phase == "resumed":
            self.goes_on(event.process)

    def _start(self, event: Event) -> None:
        born = {"alive": True, "life": event.life, "node": self.node_of(event.process)}
        self._work[event.process] = both("doing-runs")
        self.board.put(
            {**born, "doing": both("doing-starts"), "knows": [], "variables": []}, "processes", event.process
        )
        self._node(event)

    def _node(self, event: Event) -> None:
        node = self.node_of(event.process)
        mates = [p for p in self.board.state["processes"].values() if p["node"] == node]
        alive = any(mate["alive"] for mate in mates)
        if event.phase == "started":
            self.board.put(max(mate["life"] for mate in mates), "nodes", node, "life")
        self.board.put(alive, "nodes", node, "alive")
        self.board.put(event.phase == "crashed" and not alive, "nodes", node, "lost")

    def _call(self, event: Event) -> None:
        if event.phase == "requested":
            self.waits(event.process, "doing-waits", what=business_of(event))
        elif event.phase == "returned":
            self.goes_on(event.process)
            label = both("label-receipt", what=business_of(self.story.request(event)))
            self.learns(event.process, label, event.payload.get("result", ""))

    def _ask(self, event: Event) -> None:
        if event.phase == "requested":
            self.waits(event.process, "doing-asks-model")
        elif event.phase == "answered" and self.story.lives(event):
            self._coming[event.process] = event.time, cut(event.payload.get("answer", ""), VALUE)


class Flights(Part):
    """Requests and replies on their way along the edges of the diagram."""

    def __init__(self, board: Board, story: Story, signature: Signature) -> None:
        super().__init__(board, story, signature)
        self._ends = {edge.id: (edge.source, edge.target) for edge in signature.edges}
        self._owners: list[str] = []

    def take(self, event: Event) -> None:
        """Show one more event, of whatever kind."""
        if event.phase in ("requested", "sent"):
            self._off(event, event.edge)
        elif event.phase in SERVED:
            self._land(event.step)
            if event.kind == EFFECT:
                self._off(event, "receipt")
        elif event.phase == "returned":
            self._land(event.step)
        elif event.kind == PROCESS and event.phase == "crashed":
            self._lose(event.process)

    def _off(self, event: Event, edge: str) -> None:
        if edge in self._ends:
            source, target = self._ends[edge]
            self._owners.append(event.process)
            self.board.append({"step": event.step, "from": source, "to": target, "edge": edge}, "in_flight")

    def _land(self, step: str) -> None:
        for index, flying in enumerate(self.board.state["in_flight"]):
            if flying["step"] == step:
                del self._owners[index]
                self.board.put(None, "in_flight", index)
                return

    def _lose(self, process: str) -> None:
        """What a process had sent is lost with it, and so is what was on its way to it."""
        for index in reversed(range(len(self._owners))):
            if self._owners[index] == process:
                del self._owners[index]
                self.board.put(None, "in_flight", index)


class Ledger(Part):
    """The callees' ledger: what was done, what was wanted, what was recognised."""

    def __init__(self, board: Board, story: Story, signature: Signature) -> None:
        super().__init__(board, story, signature)
        self.handlers = {EFFECT: self._effect}
        self._rows: dict[str, int] = {}

    def _effect(self, event: Event) -> None:
        receipt = str(event.payload.get("receipt", ""))
        if event.phase == "applied":
            self._rows[receipt] = len(self.board.state["ledger"])
            self.board.append(self._row(event, receipt), "ledger")
        elif event.phase == "recognised" and receipt in self._rows:
            row = self._rows[receipt]
            count = self.board.state["ledger"][row]["recognised"]
            self.board.put(count + 1, "ledger", row, "recognised")

    def _row(self, event: Event, receipt: str) -> dict[str, Any]:
        asked = self.story.request(event).payload
        return {
            "name": event.name,
            "arguments": cut(asked.get("business", ""), VALUE),
            "key": asked.get("key") or "",
            "receipt": receipt,
            "recognised": 0,
            "wanted": self.story.wanted(event),
            "extra": self.story.extra(event),
        }


class People(Part):
    """Questions to people, and their answers."""

    def __init__(self, board: Board, story: Story, signature: Signature) -> None:
        super().__init__(board, story, signature)
        self.handlers = {PERSON: self._person, PROCESS: self.lose}
        self._steps: dict[str, int] = {}
        self._askers: dict[int, str] = {}
        """Of questions that a process asks itself: row → process. Those of a client outlive every crash."""

    def _person(self, event: Event) -> None:
        if event.phase == "requested":
            about = event.payload.get("about")
            self.ask(event.step, event.name, "" if about is None else cut(about, VALUE))
            if event.edge:
                self._askers[self._steps[event.step]] = event.process
        elif event.phase == "answered" and event.step in self._steps:
            self._answer(self._steps[event.step], event.payload.get("answer"))

    def lose(self, event: Event) -> None:
        """A question dies with the try that waits for its answer; the person may answer yet, to nobody."""
        if event.phase not in ENDS_OF_LIVES and event.phase != "cancelled":
            return
        for row in [row for row, process in self._askers.items() if process == event.process]:
            if self.board.state["people"][row]["state"] == "asked":
                self.board.put("lost", "people", row, "state")
                self.board.put(both("value-nobody"), "people", row, "answer")

    def ask(self, key: str, question: str, about: str = "") -> None:
        """A question is open from now on; asked again under the same key, it is the same question."""
        if key not in self._steps:
            self._steps[key] = len(self.board.state["people"])
            row = {"question": question, "about": about, "answer": "", "state": "asked"}
            self.board.append(row, "people")

    def answer_first(self, answer: Any) -> None:
        """The first open question has its answer."""
        for index, person in enumerate(self.board.state["people"]):
            if person["state"] == "asked":
                self._answer(index, answer)
                return

    def _answer(self, index: int, answer: Any) -> None:
        self.board.put(cut(answer, VALUE), "people", index, "answer")
        if self.board.state["people"][index]["state"] != "lost":
            self.board.put("answered", "people", index, "state")


def shown(value: Any) -> str:
    """A value in a row."""
    return cut(value, VALUE)


def unpacked(payload: str) -> Any:
    """A payload of the engine, which is JSON text, as the value that it is."""
    try:
        return json.loads(payload)
    except ValueError:
        return payload
