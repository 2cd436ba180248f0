"""What the events of a checkpointed graph mean: a node is the recovery unit, done once its writes are kept."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from durable_lab.kernel.events import RESULT
from durable_lab.kernel.trace import Event, step_name
from durable_lab.story import Chapter, Decision, Story, Wait
from durable_lab.topologies.graph.events import CHECKPOINT, INVOKE, NODE, QUESTION, WRITES


class Threads(Chapter):
    """Threads: their nodes, questions and answers, checkpoints and pending writes."""

    def __init__(self, story: Story) -> None:
        super().__init__(story)
        self._open: dict[str, Event] = {}
        """Questions without an answer, by id."""
        self._units: dict[str, str] = {}
        """By the id of a question that was ever asked: which unit asked it."""
        self._paused: dict[str, Event] = {}
        """Threads that have paused, and when."""
        self._kept: set[str] = set()
        """Checkpoints that are stored."""
        self.reads = {
            INVOKE: self._invoke,
            NODE: self._node,
            QUESTION: self._question,
            CHECKPOINT: self._checkpoint,
            WRITES: self._writes,
            RESULT: self._result,
        }

    def _node(self, event: Event) -> None:
        story, nodes = self.story, self.story.mind(event.process).nodes
        unit = event.payload.get("unit")
        if event.phase == "started":
            nodes.append(event.name)
            if (unit, None) in story.committed:
                story.remember("again", unit)
            story.begin(event)
        elif event.name in nodes:
            nodes.remove(event.name)
        if unit is not None:
            story.raising[unit] = event.phase == "raised"

    # -- people ----------------------------------------------------------------------------------

    def _question(self, event: Event) -> None:
        key = str(event.payload.get("id"))
        self._open[key] = event
        self._units[key] = str(event.payload.get("unit"))
        self._look_back("question", event.name, str(event.payload))

    def _result(self, event: Event) -> None:
        if event.phase == "paused":
            self._paused.setdefault(event.name, event)

    def _invoke(self, event: Event) -> None:
        if event.phase != "resumed":
            return
        if event.name in self._paused:
            self.story.waited.append(Wait(event.name, "", "", self._paused.pop(event.name), event))
        self._decide(event)
        self.story.turns[0] += 1
        self._look_back("resumed", event.name, str(event.payload), self.story.turns[0])

    def _decide(self, event: Event) -> None:
        """An answer, handed over by a client that keeps it until it has the result.

        One that names no question answers the open one; one by the id of a question of the same task, answered
        before, answers that task's next question (measured, LangGraph 1.2.24). Neither was asked for the question
        that it answers if the client only says again what it has said: `old`.
        """
        given, again = event.payload.get("given"), event.payload.get("again", False)
        by_id = given if isinstance(given, dict) and given and given.keys() <= self._units.keys() else {}
        of_thread = [item for item in self._open.items() if _is_of_thread(item[1], event.name)]
        for key, asked in of_thread:
            meant = key if not by_id or key in by_id else self._earlier(key, by_id)
            if meant is not None:
                old = meant != key if by_id else again
                answer, about = by_id.get(meant, given), asked.payload.get("value")
                self.story.decided.append(Decision(asked.name, answer, about, "", event, event, old))
                del self._open[key]

    def _earlier(self, key: str, by_id: Mapping[str, object]) -> str | None:
        """The question of the same unit that an answer names, if it names one."""
        return next((other for other in by_id if self._units[other] == self._units[key]), None)

    def _look_back(self, *fact: Hashable) -> None:
        self.story.remember(*fact)

    # -- the store -------------------------------------------------------------------------------

    def _checkpoint(self, event: Event) -> None:
        if event.phase == "stored":
            asked = self.story.request(event)
            thread = str(asked.payload.get("thread_id"))
            self.story.threads[thread] = asked.payload.get("step")
            self._kept.add(f"{thread}/{asked.payload.get('id')}")
            self.story.commit(asked)

    def _writes(self, event: Event) -> None:
        """Pending writes count once the checkpoint that they belong to is stored."""
        if event.phase == "stored":
            asked = self.story.request(event)
            if f"{asked.payload.get('thread_id')}/{asked.payload.get('on')}" in self._kept:
                self.story.commit(asked)


def _is_of_thread(question: Event, thread: str) -> bool:
    """Whether a question is of a thread, by its unit's name as a step: a client answers one thread at a time."""
    return step_name(str(question.payload.get("unit"))).startswith(f"{thread}/")


CHAPTER = Threads
