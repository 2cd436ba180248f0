"""One task on four topologies, crashed at the same places: what the home page's lanes show, computed.

A lane is the task on one topology, cut into cells: each step is done, then recorded; the approval is asked
first. A place is a border between two cells, so that one knife falls at the same place in every lane. Which
event of a run stands at a border is read from its crash-free trace; what happens after a crash there, from
the trace of that crash. Nothing here knows an engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias

from durable_lab.casebook import scenario
from durable_lab.casebook.outcomes import intents, run
from durable_lab.explorer import price_of
from durable_lab.kernel.events import PERSON, PROCESS
from durable_lab.kernel.outside.intents import Intents
from durable_lab.kernel.trace import Event, Trace
from durable_lab.readers.checks import Verdict, judge, violated
from durable_lab.story import Story
from durable_lab.topologies.signatures import SIGNATURES
from durable_lab.topologies.workflow.events import REPLAY
from durable_lab.words.catalogue import Words
from durable_lab_site.drawing import WORDS

Role: TypeAlias = Literal["ask", "do", "record"]
Before: TypeAlias = Literal["", "lost", "kept"]
"""What the crash made of a cell of the first run: not reached, done but forgotten, done and known afterwards."""
After: TypeAlias = Literal["", "new", "again", "twice", "replayed"]
"""What the cell is in the run after it: not run; for the first time; again; again, and the outside saw it twice."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the task: the exchange with the outside that it is."""

    key: str
    kind: Literal["effect", "person"]
    name: str

    @property
    def title(self) -> Words:
        """What it is called."""
        return WORDS[f"step.{self.key}"]

    @property
    def done(self) -> str:
        """The phase in which the outside has done its part."""
        return "answered" if self.kind == "person" else "applied"


STEPS = (
    Step("ticket", "effect", "open_ticket"),
    Step("approval", "person", "approve"),
    Step("change", "effect", "apply_change"),
    Step("notice", "effect", "send_notice"),
)


@dataclass(frozen=True, slots=True)
class Cell:
    """A piece of a lane."""

    step: Step
    role: Role


CELLS = tuple(
    Cell(step, role)
    for step in STEPS
    for role in (("ask", "do", "record") if step.kind == "person" else ("do", "record"))
)


@dataclass(frozen=True, slots=True)
class Place:
    """A border between cells: after the first `cells` of them."""

    key: str
    cells: int

    @property
    def say(self) -> Words:
        """What has happened there, and what has not."""
        return WORDS[f"place.{self.key}"]


PLACES = (
    Place("ticket-requested", 0),
    Place("ticket-applied", 1),
    Place("ticket-recorded", 2),
    Place("waiting", 3),
    Place("answered", 4),
    Place("answer-recorded", 5),
    Place("change-applied", 6),
    Place("change-recorded", 7),
    Place("notice-applied", 8),
    Place("notice-recorded", 9),
)

PARKED = PLACES[1]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one crash in one lane."""

    plan: str
    crash: int
    """The number of the event that is the crash."""
    before: tuple[Before, ...]
    after: tuple[After, ...]
    """One for each cell."""
    counts: Mapping[str, int]
    """By step: how often its effect was applied, or its person asked."""
    writes: int
    """Durable writes of the whole run, counted as in the tables of prices."""
    ended: bool
    violated: frozenset[str]
    """The checks that do not hold."""

    @property
    def repeated(self) -> int:
        """How many of the four steps were done again."""
        return sum(self.after[i] in ("again", "twice") for i, cell in enumerate(CELLS) if cell.role == "do")

    @property
    def known(self) -> int:
        """How many of the four steps were still known after the crash."""
        return sum(self.before[i] == "kept" for i, cell in enumerate(CELLS) if cell.role == "do")

    @property
    def done_twice(self) -> tuple[str, ...]:
        """The steps whose effect the outside now has more than once."""
        return tuple(step.key for step in STEPS if step.kind == "effect" and self.counts[step.key] > 1)


RECORDS: Mapping[str, frozenset[str]] = {
    "effect": frozenset({"save", "write_record", "completion"}),
    "person": frozenset({"save", "send", "signal"}),
}
"""The edges on which a topology writes that a step is done, and hands in an answer to be kept."""

Lanes: TypeAlias = Mapping[tuple[str, bool, str], Outcome]
"""By topology, whether the effects carry a key, and place."""


@cache
def lanes() -> Lanes:
    """Every outcome of the figure, run on the machine."""
    return {
        (topology, keyed, place.key): outcome
        for topology in SIGNATURES
        for keyed in (False, True)
        for place, outcome in _outcomes(topology, keyed)
    }


def _outcomes(topology: str, keyed: bool) -> Iterator[tuple[Place, Outcome]]:
    """The lane's task without a fault, then crashed at each place."""
    task = scenario(f"incident-{topology}")
    program = task.variants[-1 if keyed else 0]
    wanted = intents(task, program)
    calm = run(program, "")
    for place in PLACES:
        plan = plan_at(calm, place)
        trace = run(program, plan)
        yield place, _read(trace, plan, violated(judge(trace, wanted)))


def plan_at(calm: Trace, place: Place) -> str:
    """The plan that kills whoever works for this topology at a place of its crash-free run."""
    at = border(calm, place.cells)
    if at.process in calm.header["restarts"]:
        return f"crash at {at.point}"
    return " ; ".join(f"crash {process} at {at.point}" for process in calm.header["restarts"])


def border(trace: Trace, cells: int) -> Event:
    """The event that ends the last of the first `cells` cells; with none, the first request."""
    cell = CELLS[max(cells - 1, 0)]
    asked = _first(trace, cell.step, "requested")
    if not cells or cell.role == "ask":
        return asked
    done = _first(trace, cell.step, cell.step.done)
    return done if cell.role == "do" else _recorded(trace, done) or _known(trace, done)


def _first(trace: Trace, step: Step, phase: str) -> Event:
    return next(e for e in trace.select(step.kind, phase) if e.name == step.name)


def _recorded(trace: Trace, done: Event) -> Event | None:
    """The write that makes an outcome known to whoever is started next; none before the next exchange."""
    sent: set[str] = set()
    for event in trace.events[_known(trace, done).sequence + 1 :]:
        if event.phase == "requested" and event.kind in RECORDS:
            return None
        if event.phase == "sent" and event.edge in RECORDS[done.kind]:
            sent.add(event.step)
        if event.phase == "stored" and event.step in sent:
            return event
    return None


def _known(trace: Trace, done: Event) -> Event:
    """Where whoever asked knows: a person's answer is known as it is given."""
    if done.kind == PERSON:
        return done
    return next(e for e in trace.select(done.kind, "returned") if (e.name, e.n) == (done.name, done.n))


def _read(trace: Trace, plan: str, broken: Iterable[Verdict]) -> Outcome:
    """What a crashed run shows, cell by cell."""
    assert not trace.header["not_reached"], f"{plan}: not reached"
    crash = next(e.sequence for e in trace if e.kind == PROCESS and e.phase == "crashed")
    replays = any(e.sequence > crash for e in trace.select(REPLAY))
    before: list[Before] = []
    after: list[After] = []
    for step in STEPS:
        for was, now in _cells(trace, step, crash, replays):
            before.append(was)
            after.append(now)
    return Outcome(
        plan=plan,
        crash=crash,
        before=tuple(before),
        after=tuple(after),
        counts={step.key: _count(trace, step) for step in STEPS},
        writes=price_of(Story.of(trace, Intents())).writes,
        ended=any(trace.select(PROCESS, "ended")),
        violated=frozenset(verdict.check for verdict in broken),
    )


def _count(trace: Trace, step: Step) -> int:
    phase = "applied" if step.kind == "effect" else "requested"
    return sum(event.name == step.name for event in trace.select(step.kind, phase))


def _cells(trace: Trace, step: Step, crash: int, replays: bool) -> Iterator[tuple[Before, After]]:
    """Each cell of one step, before and after the crash."""
    events = [e for e in trace if (e.kind, e.name) == (step.kind, step.name)]
    asked = [e.sequence > crash for e in events if e.phase == "requested"]
    done = [e.sequence > crash for e in events if e.phase == step.done]
    written = [record.sequence > crash for record in _records(trace, step)]
    again: After = "twice" if step.kind == "effect" and True in done else "again"
    kept: After = "replayed" if replays else ""
    repeated = again if True in asked else kept
    if step.kind == "person":
        yield _cell(asked, repeated)
    yield _cell(done, repeated)
    yield (
        "kept" if False in written else "",
        "new" if True in written else "replayed" if replays and False in written else "",
    )


def _cell(done: list[bool], repeated: After) -> tuple[Before, After]:
    """A cell's two states, from when it was done: each entry says whether that was after the crash."""
    if False not in done:
        return "", "new" if True in done else ""
    return "lost" if repeated in ("again", "twice") else "kept", repeated


def _records(trace: Trace, step: Step) -> Iterator[Event]:
    """The records of a step: one after each time it was done, or recognised, and known."""
    phases = {step.done, "recognised"}
    for event in trace.select(step.kind):
        if event.name == step.name and event.phase in phases:
            known = [e for e in trace.select(step.kind, "returned") if (e.name, e.n) == (event.name, event.n)]
            if known or step.kind == "person":
                record = _recorded(trace, event)
                if record is not None:
                    yield record
