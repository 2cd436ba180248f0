"""What one life of a process holds that is nowhere else: what a crash destroys."""

from __future__ import annotations

from dataclasses import dataclass, field

from durable_lab.kernel.trace import Event


@dataclass
class Mind:
    """The memory of one life, as far as a trace tells."""

    open: dict[str, Event] = field(default_factory=dict)
    """Requests that left it and have not been served, by step."""
    unheard: dict[str, str] = field(default_factory=dict)
    """Effects done of which it has not been told, by step: the receipt."""
    told: dict[str, Event] = field(default_factory=dict)
    """Receipts that it was told and that no lasting record speaks of."""
    answers: dict[str, Event] = field(default_factory=dict)
    """Answers of the model that no lasting record speaks of, by step."""
    message: str = ""
    """The message that it holds under a lease, as far as it knows."""
    overrun: bool = False
    """Whether that lease is over."""
    nodes: list[str] = field(default_factory=list)
    """The nodes of a graph that it runs."""
    task: str = ""
    """The task of an engine that it has and has not reported."""
    request: str = ""
    """The request of a client that it serves."""

    def noted(self) -> tuple[list[str], list[str]]:
        """What a record that leaves now speaks of."""
        return list(self.told), list(self.answers)

    def forget(self, noted: tuple[list[str], list[str]]) -> None:
        """That record is stored: this life is not the only one to know."""
        for receipt in noted[0]:
            self.told.pop(receipt, None)
        for step in noted[1]:
            self.answers.pop(step, None)
