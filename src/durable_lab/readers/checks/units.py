"""The recovery unit: what is begun again after a crash, and must not be once it is durably done."""

from __future__ import annotations

from collections.abc import Iterator

from durable_lab.kernel.trace import Event
from durable_lab.readers.checks.evidence import Evidence
from durable_lab.readers.checks.verdict import Verdict

Unit = tuple[str, object]
"""A unit in its lineage: a second sending, a new input, a continued run open another."""


_BEGINS = frozenset({"started", "called", "returned"})
"""Phases with which a unit, or a life of a process, begins."""


def unit(evidence: Evidence) -> list[Verdict]:
    """A unit whose end was made durable is not begun again.

    Evidence: events that begin a unit show it as `unit` (a node, a handler, an attempt at an activity, a request);
    writes that make its end durable show it in `commits`. A commit `on` a checkpoint counts once that is stored.
    """
    begun: set[Unit] = set()
    committed: set[Unit] = set()
    kept: set[str] = set()
    again = False
    for event in evidence.trace.events:
        if event.phase == "stored" or event.phase == "replied":
            committed.update(_commits(event, evidence, kept))
        elif event.phase in _BEGINS and event.kind != "effect":
            again = again or (event.kind == "process" and event.life > 1)
            if "unit" in event.payload:
                which = (event.payload["unit"], event.payload.get("lineage"))
                if which in committed:
                    return [Verdict("unit", "violated", event.sequence, "unit-again", {"unit": which[0]})]
                again = again or which in begun
                begun.add(which)
    return [Verdict("unit", "holds" if committed and again else "not exercised")]


def _commits(event: Event, evidence: Evidence, kept: set[str]) -> Iterator[Unit]:
    """The units that are durably done with this event."""
    if event.phase == "replied":
        for done in event.payload["commits"]:
            yield done, None
    elif event.phase == "stored":
        sent = evidence.sent(event)
        if "id" in sent.payload:
            kept.add(f"{sent.payload['thread_id']}/{sent.payload['id']}")
        on = sent.payload.get("on")
        if on is None or f"{sent.payload['thread_id']}/{on}" in kept:
            for done in sent.payload.get("commits", ()):
                yield done, sent.payload.get("lineage")
