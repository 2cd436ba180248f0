"""What a trace has told so far: who asked for what, who knows what, and what only one life knows."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from durable_lab.checks import Identity, identity
from durable_lab.kernel.trace import Event

LENGTH = 24
"""Characters of a business value in a sentence or a label."""

SERVED = frozenset({"applied", "recognised", "refused", "stored", "answered", "failed"})
"""Phases that happen on the other side: whoever asked does not know them yet."""

_ASKING = frozenset({"requested", "sent"})
_EVIDENCE = frozenset({"record", "journal", "writes", "checkpoint", "completion", "complete", "claim"})
"""Kinds of request that leave a lasting word of what was done before them."""


def cut(value: Any, length: int = LENGTH) -> str:
    """`value` as one line of text, not longer than `length`."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    text = " ".join(text.split())
    return text if len(text) <= length else text[: length - 1] + "…"


@dataclass
class Mind:
    """What one life of a process holds that is nowhere else."""

    open: dict[str, Event] = field(default_factory=dict)
    """Requests that left it and have not been served, by step."""
    unheard: dict[str, str] = field(default_factory=dict)
    """Effects done of which it has not been told, by step: the receipt."""
    told: dict[str, str] = field(default_factory=dict)
    """Receipts that it was told and that no lasting record speaks of: what each is of."""
    message: str = ""
    """The message that it holds under a lease."""


class Facts:
    """Read event after event; says what narration and state need of the past."""

    def __init__(self, intents: Mapping[Identity, int]) -> None:
        self.intents = intents
        self.requests: dict[str, Event] = {}
        """By step: the event that began it."""
        self.minds: dict[str, Mind] = {}
        """By process."""
        self.lost = Mind()
        """What the latest crash destroyed."""
        self.applied: Counter[Identity] = Counter()
        self._evidence: dict[str, list[str]] = {}
        """By the step of a record on its way: the receipts told before it was sent."""

    def request(self, event: Event) -> Event:
        """The event that began the step of `event`; itself, if none did."""
        return self.requests.get(event.step, event)

    def mind(self, process: str) -> Mind:
        """What the present life of a process holds."""
        return self.minds.setdefault(process, Mind())

    def extra(self, event: Event) -> bool:
        """Whether the effect just applied was one too many."""
        who = self.identity(event)
        return who is not None and self.applied[who] > self.intents.get(who, 0)

    def identity(self, event: Event) -> Identity | None:
        """The business of an effect, at any of its phases."""
        request = self.request(event)
        return identity(request) if "arguments" in request.payload else None

    def take(self, event: Event) -> None:
        """Read one more event."""
        phase = event.phase
        if event.kind == "process":
            self._life(event)
        elif phase in _ASKING:
            self._ask(event)
        elif phase in SERVED:
            self._serve(event)
        elif phase == "returned" and event.kind == "effect":
            self._hear(event)

    def _life(self, event: Event) -> None:
        if event.phase == "crashed":
            self.lost = self.mind(event.process)
        if event.phase in ("started", "crashed", "stopped", "ended", "raised"):
            self.minds[event.process] = Mind()

    def _ask(self, event: Event) -> None:
        self.requests[event.step] = event
        mind = self.mind(event.process)
        mind.open[event.step] = event
        if event.kind in _EVIDENCE:
            self._evidence[event.step] = list(mind.told)

    def _serve(self, event: Event) -> None:
        mind = self.mind(event.process)
        mind.open.pop(event.step, None)
        if event.kind == "effect" and event.phase in ("applied", "recognised"):
            mind.unheard[event.step] = str(event.payload.get("receipt", ""))
            if event.phase == "applied" and (who := self.identity(event)) is not None:
                self.applied[who] += 1
        elif event.phase == "stored":
            for receipt in self._evidence.pop(event.step, ()):
                mind.told.pop(receipt, None)

    def _hear(self, event: Event) -> None:
        mind = self.mind(event.process)
        mind.unheard.pop(event.step, None)
        mind.told[cut(event.payload.get("result", ""))] = event.name
