"""What one life of a process holds that is nowhere else: what a crash destroys."""

from __future__ import annotations

from typing import TypeAlias

from durable_lab.kernel.trace import Event
from durable_lab.story.people import tells

Step: TypeAlias = tuple[str, str, int]
"""Kind, name and number of a step: what the events of one request have in common."""


def step_of(event: Event) -> Step:
    """The step that an event belongs to."""
    return event.kind, event.name, event.n


class Mind:
    """The memory of one life, as far as a trace tells."""

    __slots__ = ("answers", "message", "nodes", "open", "overrun", "request", "task", "told", "unheard")

    def __init__(self) -> None:
        self.open: dict[Step, Event] = {}
        """Requests that left it and have not been served."""
        self.unheard: dict[Step, str] = {}
        """Effects done of which it has not been told: the receipt."""
        self.told: dict[str, Event] = {}
        """Receipts that it was told and that no lasting record speaks of."""
        self.answers: dict[Step, Event] = {}
        """Answers of the model that no lasting record speaks of."""
        self.message = ""
        """The message that it holds under a lease, as far as it knows."""
        self.overrun = False
        """Whether that lease is over."""
        self.nodes: list[str] = []
        """The nodes of a graph that it runs."""
        self.task = ""
        """The task of an engine that it has and has not reported."""
        self.request = ""
        """The request of a client that it serves."""

    def noted(self) -> tuple[list[str], list[Step]]:
        """What a record that leaves now speaks of."""
        return list(self.told), list(self.answers)

    def noted_in(self, text: str) -> tuple[list[str], list[Step]]:
        """What a text speaks of, which a program has worded itself."""
        answers = (step for step, event in self.answers.items() if tells(text, event.payload.get("answer")))
        return [receipt for receipt in self.told if tells(text, receipt)], list(answers)

    def forget(self, noted: tuple[list[str], list[Step]]) -> None:
        """That record is stored: this life is not the only one to know."""
        for receipt in noted[0]:
            self.told.pop(receipt, None)
        for step in noted[1]:
            self.answers.pop(step, None)
