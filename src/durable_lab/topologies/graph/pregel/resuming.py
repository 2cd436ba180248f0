"""Answers on their way to the questions that wait for them: by id, or to whoever asks first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from durable_lab.topologies.graph.pregel.tasks import PregelExecutableTask
from durable_lab.topologies.graph.pregel.writes import Pending
from durable_lab.topologies.graph.types import RESUME, Answers, Interrupt, interrupt_id, is_interrupt_id


@dataclass
class Resumption:
    """The answers that one `invoke` has at hand."""

    by_id: Mapping[str, Any] = field(default_factory=dict)
    loose: list[Any] = field(default_factory=list)
    """An answer that names no question, or nothing. Taken from the run by the first that asks, not from
    the store: a later `invoke(None)` on the same checkpoint finds it again, as the engine does."""

    def bring(self, resume: Any, questions: Sequence[Interrupt]) -> list[Pending]:
        """Take the answer of a `Command`; what is to be written of it, for the thread.

        Raises:
            RuntimeError: it names no question, and there are several.
        """
        if is_by_id(resume):
            self.by_id = resume
            return []
        if len(questions) > 1:
            raise RuntimeError(
                "When there are multiple pending interrupts, you must specify the interrupt id when "
                "resuming. Docs: https://docs.langchain.com/oss/python/langgraph/interrupts"
                "#handling-multiple-interrupts."
            )
        return [(RESUME, resume)]

    def answers_for(self, task: PregelExecutableTask) -> Answers:
        """What an attempt at a task has: first the answers that earlier attempts took."""
        given = list(dict(task.writes).get(RESUME, []))
        for question in (interrupt_id(task.id, len(given)), interrupt_id(task.id, 0)):
            if question in self.by_id:  # the id of a task's first question answers whichever it asks next
                given.append(self.by_id[question])
                break
        return Answers(task.id, given, self.loose)

    def superstep_over(self) -> None:
        """Whoever asks from now on asks something new."""
        self.loose = []


def is_by_id(resume: object) -> bool:
    """Whether an answer names the questions that it answers: a dict, each of whose keys can be an id."""
    return isinstance(resume, dict) and all(is_interrupt_id(key) for key in resume)
