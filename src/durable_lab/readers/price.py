"""What a run cost beside what it did: verdicts alone would make the most durable topology win everything."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from durable_lab.kernel.trace import Trace

_ACCEPTED = frozenset({"start", "signal", "commands", "completion"})
"""What an engine takes in: the events of the history that it writes of it are counted, not the taking in."""


class Price(NamedTuple):
    """Counts of one run."""

    writes: int
    """Durable writes; an event of a history is one."""
    replayed: int
    """Events of a history that were replayed."""
    again: int
    """Recovery units that were begun again."""
    recognised: int
    """Effects asked for again that the callee recognised."""
    models: int
    """Questions to a model that were paid for again."""
    people: int
    """Questions that a person was asked again."""

    def most(self, other: Price) -> Price:
        """The higher of each."""
        return Price(*map(max, self, other))


def price_of(trace: Trace) -> Price:
    """The price of a run."""
    counts: Counter[str] = Counter()
    units: Counter[object] = Counter()
    prompts: Counter[str] = Counter()
    questions: Counter[tuple[str, str]] = Counter()
    for event in trace.events:
        phase, kind = event.phase, event.kind
        if phase in ("stored", "recorded"):
            counts["writes"] += kind not in _ACCEPTED
        elif phase == "recognised":
            counts["recognised"] += 1
        elif kind == "replay":
            counts["replayed"] += event.payload["events"]
        elif kind == "model" and phase == "requested":
            prompts[event.payload["prompt"]] += 1
        elif kind == "person" and phase == "requested":
            questions[event.name, event.payload["digest"]] += 1
        elif phase in ("started", "called", "returned") and kind != "effect" and "unit" in event.payload:
            units[event.payload["unit"], event.payload.get("lineage")] += 1
    again = sum(units.values()) - len(units)
    models = sum(prompts.values()) - len(prompts)
    people = sum(questions.values()) - len(questions)
    return Price(counts["writes"], counts["replayed"], again, counts["recognised"], models, people)
