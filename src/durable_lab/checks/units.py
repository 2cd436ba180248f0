"""The recovery unit: what is begun again after a crash, and must not be once it is durably done."""

from __future__ import annotations

from collections.abc import Iterator

from durable_lab.checks.evidence import Evidence
from durable_lab.checks.verdict import Verdict
from durable_lab.kernel.trace import Event

Unit = tuple[str, object]
"""A unit in its lineage: a second sending, a new input, a continued run open another."""


def unit(evidence: Evidence) -> list[Verdict]:
    """A unit whose end was made durable is not begun again.

    Evidence: events that begin a unit show it as `unit` (a node, a handler, an attempt at an activity, a request);
    writes that make its end durable show it in `commits`. A commit `on` a checkpoint counts once that is stored.
    """
    begun: dict[Unit, int] = {}
    committed: dict[Unit, int] = {}
    kept: set[str] = set()
    again = False
    for event in evidence.trace.events:
        for done in _commits(event, evidence, kept):
            committed.setdefault(done, event.sequence)
        if (
            event.phase in ("started", "called", "returned")
            and "unit" in event.payload
            and event.kind != "effect"
        ):
            which = (event.payload["unit"], event.payload.get("lineage"))
            if which in committed:
                fields = {"unit": which[0]}
                return [Verdict("unit", "violated", event.sequence, "unit-again", fields)]
            begun[which] = begun.get(which, 0) + 1
            again = again or begun[which] > 1
        again = again or (event.kind == "process" and event.phase == "started" and event.life > 1)
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
