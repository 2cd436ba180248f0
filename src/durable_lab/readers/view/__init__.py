"""Views: a trace as what the lab draws. The state at each event, as patches, and what is said of it.

Nothing here runs anything: a trace and the signature of its topology are all that is looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from durable_lab.kernel.events import EFFECT
from durable_lab.kernel.machine.recording import Recording
from durable_lab.kernel.outside.intents import Intents, intents_of
from durable_lab.kernel.trace import STEP_PHASES, Event, Trace
from durable_lab.readers.checks import Verdict, judged
from durable_lab.readers.narration import Narrator
from durable_lab.readers.narration.wording import Said
from durable_lab.readers.points import crash_points
from durable_lab.readers.view.board import Board
from durable_lab.readers.view.files import DiskRows
from durable_lab.readers.view.marks import mark
from durable_lab.readers.view.parts import Flights, Ledger, Part, People, Processes, start_state
from durable_lab.readers.view.schema import FORMAT, Count, Mark, Patch, VerdictShown, View, ViewEvent
from durable_lab.story import Story
from durable_lab.topology import Topology, topologies
from durable_lab.words.messages import LANGUAGES


def view(trace: Trace, key: str, recording: Recording | None = None, intents: Intents | None = None) -> View:
    """A trace as JSON that can be drawn (`schema.View`).

    Args:
        trace: of any run, also one that was cut off.
        key: the topology's (`topology.topologies`).
        recording: where the reader's code was at each event, if it was recorded.
        intents: what is wanted of the callees; by default what the trace itself seems to want.

    Raises:
        KeyError: no such topology.
    """
    topology = topologies()[key]
    wanted = intents_of(trace) if intents is None else intents
    told = tell(trace, topology, wanted, recording)
    return {
        "format": FORMAT,
        "topology": key,
        "header": dict(trace.header),
        "events": _events(trace, recording),
        "say": {"zh": [said["zh"] for said in told.said], "en": [said["en"] for said in told.said]},
        "start": start_state(topology.signature),
        "patches": told.patches,
        "marks": told.marks,
        "verdicts": [_verdict(verdict) for verdict in judged(told.story)],
        "counts": _counts(told.story),
    }


@dataclass
class Told:
    """What happens, event by event, and the story of it all."""

    story: Story

    patches: list[list[Patch]] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)


def tell(trace: Trace, topology: Topology, intents: Intents, recording: Recording | None = None) -> Told:
    """The state at each event, and what is said of it.

    Never fails, also of events that no run would have in that order: what was not told is not shown.
    """
    signature = topology.signature
    story, board = Story(intents, trace.header, ahead=trace), Board(start_state(signature))
    told = Told(story)
    processes = Processes(board, story, signature)
    people = People(board, story, signature)
    own = topology.shown(board, story, processes, people)
    flights, narrator = Flights(board, story, signature), Narrator(story)
    ledger, disk = Ledger(board, story, signature), DiskRows(board, story, signature)
    shown = _handlers(processes, ledger, people, disk, own)
    code = None if recording is None else _Code(board, recording)
    for event in trace:
        story.take(event)
        processes.goes_on_at(event)
        flights.take(event)
        for handler in shown.get(event.kind, ()):
            handler(event)
        if code is not None:
            code.take(event)
        told.patches.append(board.take())
        told.said.append(narrator.say(event))
        if (kind := mark(event, story)) is not None:
            told.marks.append({"at": event.sequence, "kind": kind})
    return told


def _handlers(*parts: Part) -> dict[str, list[Callable[[Event], None]]]:
    """What shows an event, by its kind, in the order of the parts."""
    found: dict[str, list[Callable[[Event], None]]] = {}
    for part in parts:
        for kind, handler in part.handlers.items():
            found.setdefault(kind, []).append(handler)
    return found


class _Code:
    """Where the reader's code is, and its variables."""

    def __init__(self, board: Board, recording: Recording) -> None:
        self._board = board
        self._recording = recording
        self._last: dict[tuple[str, int], tuple[tuple[str, str], ...]] = {}
        """By process and life: the variables that are shown."""

    def take(self, event: Event) -> None:
        """Show what was recorded at an event."""
        seen = self._recording.get(event.sequence)
        if seen is None or event.process not in self._board.state["processes"]:
            return
        if not seen.file:
            self._board.put(seen.line, "processes", event.process, "line")
        life = event.process, event.life
        if self._last.get(life, ()) != seen.variables:
            self._last[life] = seen.variables
            rows = [{"name": name, "value": value} for name, value in seen.variables]
            self._board.put(rows, "processes", event.process, "variables")


def _events(trace: Trace, recording: Recording | None) -> list[ViewEvent]:
    points = set(crash_points(trace))
    shown: list[ViewEvent] = []
    for e in trace:
        one: ViewEvent = {
            "t": e.time,
            "p": e.process,
            "life": e.life,
            "edge": e.edge,
            "kind": e.kind,
            "name": e.name,
            "n": e.n,
            "phase": e.phase,
        }
        if e.phase in STEP_PHASES:
            one["point"] = e.point
            if e.point in points:
                one["crash"] = True
        seen = None if recording is None else recording.get(e.sequence)
        if seen is not None:
            one["line"] = seen.line
            if seen.file:
                one["file"] = seen.file
        shown.append(one)
    return shown


def _verdict(verdict: Verdict) -> VerdictShown:
    says: Any = {language: verdict.text(language) for language in LANGUAGES}
    return {"check": verdict.check, "status": verdict.status, "event": verdict.event, "say": says}


def _counts(story: Story) -> list[Count]:
    """Each callee's counts, in the order in which they are wanted or used."""
    counts: dict[str, Count] = {}

    def of(name: str) -> Count:
        return counts.setdefault(name, {"name": name, "applied": 0, "recognised": 0, "wanted": 0})

    approvals = any(want.approval for want in story.intents.wants)
    for name, count in story.intents.wanted(story.answers() if approvals else {}).items():
        of(name)["wanted"] += count
    for done in story.applied:
        of(done.event.name)["applied"] += 1
    for event in story.of_kind(EFFECT):
        if event.phase == "recognised":
            of(event.name)["recognised"] += 1
    return list(counts.values())


__all__ = ["View", "view"]
