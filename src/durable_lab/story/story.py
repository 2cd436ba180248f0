"""The one fold of a trace: event after event, what has come to be."""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from durable_lab.kernel.events import EFFECT, FILE, INTENT, KINDS, MODEL, PERSON, PROCESS, Kind, Undeclared
from durable_lab.kernel.outside.intents import Identity, Intents, Want, identity
from durable_lab.kernel.trace import STEP_PHASES, Event, Trace
from durable_lab.story.mind import Mind, Step, step_of
from durable_lab.story.people import Decision, Wait, is_about, tells, told_by
from durable_lab.topology import topologies

C = TypeVar("C", bound="Chapter")
K = TypeVar("K", bound=Hashable)
Unit = tuple[str, object]
"""A recovery unit in its lineage: a second sending, a new input, a continued run open another."""

ASKING = frozenset({"requested", "sent"})
"""Phases with which a request leaves its process."""

SERVED = frozenset({"applied", "recognised", "refused", "stored", "answered", "failed"})
"""Phases that happen on the other side: whoever asked does not know of them yet."""

ENDS_OF_LIVES = frozenset({"crashed", "stopped", "ended", "raised"})

_OVER = frozenset({"returned", "answered", "stored", "failed", "refused", "recognised"})
"""Phases after which nobody waits for a request any more."""


class Request(NamedTuple):
    """A request to a callee."""

    event: Event
    who: Identity
    want: Want | None


class Applied(NamedTuple):
    """An effect that was done."""

    event: Event
    request: Request


class Chapter:
    """What a topology's own events mean: told to the story in its words."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.reads: Mapping[str, Callable[[Event], None]] = {}
        """What reads an event, by its kind."""


class Story:
    """What has come to be, of what was read so far."""

    def __init__(
        self,
        intents: Intents,
        header: Mapping[str, Any],
        *,
        ahead: Iterable[Event] = (),
        minds: bool = True,
        remembers: bool = False,
    ) -> None:
        """Begin a story.

        Args:
            intents: what is wanted of the callees.
            header: that of the trace.
            ahead: what is going to be read, if it is known: it tells what will arrive all the same.
            minds: whether to follow what each process knows, for whoever tells it; no check asks.
            remembers: whether to keep what later checks may look back at (`memory`), for whoever compares states.
        """
        self.intents = intents
        self.header = header
        self.events: list[Event] = []
        self.last_step: Event | None = None
        """The last event that is part of a step."""
        self._served_at = {step_of(event): event.sequence for event in ahead if event.phase in SERVED}
        self._kinds: dict[str, list[Event]] = {}
        # lives
        self.main = ""
        """The process that executes the file."""
        self.ended = False
        """Whether the file came to its end: only then can something be missing."""
        self.alive: dict[str, int] = {}
        """The processes that live, and which life."""
        self._follows_minds = minds
        self.minds: dict[str, Mind] = {}
        """By process: what its present life holds."""
        self.lost = Mind()
        """What the latest crash destroyed."""
        # requests
        self.asked: dict[Step, Event] = {}
        """The event that began each step."""
        self.again: set[Step] = set()
        """Steps that came too late or once more: claims that were lost, questions that the model had heard."""
        self._notes: dict[Step, tuple[list[str], list[Step]]] = {}
        """By a record on its way: what it speaks of."""
        # effects
        self.requests: list[Request] = []
        self.arrived: list[Request] = []
        """Requests that the callee saw, whatever it did with them."""
        self.applied: list[Applied] = []
        self.done: set[Step] = set()
        """Effects that were done."""
        self.keys: dict[Identity, set[str]] = {}
        """The keys under which each effect was done."""
        self._requests: dict[Step, Request] = {}
        self._times: dict[Identity, int] = {}
        self._met: dict[int, int] = {}
        """By want: how often it has been met."""
        # what is durable
        self.stored: list[tuple[Event, Event]] = []
        """Each durable write: what it said when it was sent, and that it was stored."""
        self.records: dict[tuple[str, str], Any] = {}
        """By store and key: the value of a record that a program reads again."""
        self.threads: dict[str, object] = {}
        """By thread: the step of its latest checkpoint."""
        self.leases: list[tuple[Event, bool]] = []
        """Each lease that was taken (True) or settled, as its broker stored it."""
        # recovery units
        self.begun: dict[Unit, int] = {}
        """How often each was begun."""
        self.committed: set[Unit] = set()
        """Those that are durably done."""
        self.reopened: tuple[Event, str] | None = None
        """The first that was begun again although it was durably done."""
        self.begun_again = False
        """Whether a unit, or a life, was begun once more."""
        self.raising: dict[str, bool] = {}
        """By unit that is served for a client: whether its last try ended in an error that the client was told."""
        self.set_aside: set[str] = set()
        """Units that were given up for someone to see."""
        self.runs: dict[str, Event] = {}
        """By name of a run that an engine keeps: what was last said of it."""
        # people and models
        self.decided: list[Decision] = []
        """Answers that reached an engine, as chapters tell them."""
        self.waited: list[Wait] = []
        """Waits for a person that an engine knows of, as chapters tell them."""
        self.prompts: dict[str, int] = {}
        """How often the model was asked each prompt."""
        self.questions: dict[tuple[str, str], int] = {}
        """How often people were asked each question about each proposal."""
        self.recognised = 0
        """Effects that a callee recognised by their key."""
        self.writes = 0
        """Durable writes that count in the price."""
        self.replayed = 0
        """Events of a history that were replayed."""
        # what checks look back at
        self.memory: dict[Hashable, None] | None = {} if remembers else None
        self.opaque = False
        """Whether something happened of which it is not known what a later check would make of it."""
        self.turns = [0, 0]
        """How many decisions and how many intents there have been."""
        self._event: Event | None = None
        self._asked: Event
        self._reads: dict[str, list[Callable[[Event], None]]] = {
            PROCESS: [self._life],
            EFFECT: [self._effect],
            MODEL: [self._model],
            PERSON: [self._person],
            INTENT: [self._intent],
        }
        self._chapters: dict[type[Chapter], Chapter] = {}

    @classmethod
    def of(cls, trace: Trace, intents: Intents) -> Story:
        """The story of a whole trace, as checks and the price ask for it."""
        story = cls(intents, trace.header, minds=False)
        for event in trace.events:
            story.take(event)
        return story

    def chapter(self, kind: type[C]) -> C:
        """A topology's own part of the story."""
        found = self._chapters.get(kind)
        if found is None:
            found = self._chapters[kind] = kind(self)
            for event_kind, read in found.reads.items():
                self._reads.setdefault(event_kind, []).append(read)
        assert isinstance(found, kind)
        return found

    # -- reading ---------------------------------------------------------------------------------

    def take(self, event: Event) -> None:
        """Read one more event."""
        _, _, process, _, _, kind, name, n, phase, _ = event
        step = (kind, name, n)
        self.events.append(event)
        if kind in self._kinds:
            self._kinds[kind].append(event)
        else:
            self._kinds[kind] = [event]
        self._event = event
        if phase in ASKING:
            self.asked[step] = self._asked = event
        else:
            self._asked = self.asked.get(step, event)
            if phase in SERVED:
                self._serve(event, kind)
            elif phase == "recorded":
                self._store(event, kind)
        if self._follows_minds:
            self._follow(event, step, process)
        for read in self._reads.get(kind) or self._readers_of(kind):
            read(event)
        if phase in STEP_PHASES:
            self.last_step = event

    def _readers_of(self, kind: str) -> list[Callable[[Event], None]]:
        """What reads a kind that was not met before: its topology's chapter, if it has one."""
        chapter = _owners().get(kind)
        if chapter is not None:
            self.chapter(chapter)
        elif not _declared(kind).passing:
            self.opaque = True
        return self._reads.get(kind, [])

    def _serve(self, event: Event, kind: str) -> None:
        if event.phase == "stored":
            self._store(event, kind)
            lease = _declared(kind).lease
            if lease:
                self.leases.append((event, lease == "taken"))
        elif event.phase == "recognised":
            self.recognised += 1

    def _store(self, event: Event, kind: str) -> None:
        self.stored.append((self._asked, event))
        self.writes += _declared(kind).counted

    def _follow(self, event: Event, step: Step, process: str) -> None:
        """What a process has asked for and not heard of, and what a record on its way speaks of."""
        if event.phase in ASKING:
            mind = self.mind(process)
            mind.open[step] = event
            if _declared(event.kind).word:
                self._notes[step] = mind.noted()
            elif event.kind == FILE:
                self._notes[step] = mind.noted_in(told_by(event))
        elif event.phase in SERVED:
            mind = self.mind(process)
            mind.open.pop(step, None)
            if event.phase == "stored" and step in self._notes:
                mind.forget(self._notes.pop(step))

    # -- what there is to ask --------------------------------------------------------------------

    def of_kind(self, kind: Kind) -> list[Event]:
        """The events of a kind, in order."""
        return self._kinds.get(kind, [])

    def request(self, event: Event) -> Event:
        """The event that began the step of `event`; itself, if none did."""
        return self._asked if event is self._event else self.asked.get(step_of(event), event)

    def mind(self, process: str) -> Mind:
        """What the present life of a process holds; where minds are not followed, nothing of worth."""
        if not self._follows_minds:
            return self.lost
        found = self.minds.get(process)
        if found is None:
            found = self.minds[process] = Mind()
        return found

    def lives(self, event: Event) -> bool:
        """Whether the life that `event` speaks of goes on."""
        return self.alive.get(event.process) == event.life

    def will_arrive(self, request: Event, after: Event) -> bool:
        """Whether the other side serves a request yet, after that event."""
        return self._served_at.get(step_of(request), -1) > after.sequence

    def identity(self, event: Event) -> Identity | None:
        """The business of an effect, at any of its phases."""
        found = self._requests.get(step_of(event))
        return None if found is None else found.who

    def wanted(self, event: Event) -> int:
        """How often at most an effect is wanted in the whole run."""
        found = self._requests.get(step_of(event))
        return 0 if found is None or found.want is None else found.want.most

    def times(self, event: Event) -> int:
        """How often this very effect has been done so far."""
        found = self._requests.get(step_of(event))
        return 0 if found is None else self._times.get(found.who, 0)

    def extra(self, event: Event) -> bool:
        """Whether the effect just done was one too many, of all that the same want is for."""
        found = self._requests.get(step_of(event))
        if found is None:
            return False
        return found.want is None or self._met.get(id(found.want), 0) > found.want.most

    def waiting(self) -> list[Event]:
        """The requests of living processes, and of clients, that have not come back."""
        open_now = {step: event for step, event in self.asked.items() if step not in self._back}
        lives = {event.name: event.life for event in self.of_kind(PROCESS) if event.life}
        return [
            event
            for event in open_now.values()
            if event.life == lives.get(event.process) or event.payload.get("client")
        ]

    @cached_property
    def _back(self) -> set[Step]:
        return {step_of(event) for event in self.events if event.phase in _OVER}

    # -- lives -----------------------------------------------------------------------------------

    def _life(self, event: Event) -> None:
        phase = event.phase
        if not self.main:
            self.main = event.name
        if phase == "started":
            self.alive[event.process] = event.life
            self.begun_again = self.begun_again or event.life > 1
        elif phase in ENDS_OF_LIVES:
            self.alive.pop(event.process, None)
            self.ended = self.ended or phase == "ended"
        if self._follows_minds:
            if phase == "crashed":
                self.lost = self.mind(event.process)
            self.minds[event.process] = Mind()

    # -- effects ---------------------------------------------------------------------------------

    def _effect(self, event: Event) -> None:
        step, phase = step_of(event), event.phase
        if phase == "requested":
            if "arguments" in event.payload:
                who = identity(event)
                request = self._requests[step] = Request(event, who, self.intents.of(who))
                self.requests.append(request)
        elif phase == "returned":
            if self._follows_minds:
                mind = self.mind(event.process)
                mind.unheard.pop(step, None)
                mind.told[str(event.payload.get("result", ""))] = event
        elif phase != "failed":
            self._arrive(event, step)

    def _arrive(self, event: Event, step: Step) -> None:
        """The callee saw a request."""
        if self._follows_minds and event.phase != "refused" and self.lives(event):
            self.mind(event.process).unheard[step] = str(event.payload.get("receipt", ""))
        request = self._requests.get(step)
        if request is None:
            return
        self.arrived.append(request)
        key = request.event.payload.get("key")
        if event.phase == "applied":
            self.applied.append(Applied(event, request))
            _count(self._times, request.who)
            if request.want is not None:
                _count(self._met, id(request.want))
            self.done.add(step)
            self.keys.setdefault(request.who, set()).add(str(key))
        if self.memory is not None:
            self.remember(event.phase, (request.who, key), str(event.payload), *self.turns)

    def _intent(self, event: Event) -> None:
        self.turns[1] += 1
        if self.memory is not None:
            self.remember("intent", event.name, event.phase, str(event.payload), self.turns[1])

    # -- the model and people --------------------------------------------------------------------

    def _model(self, event: Event) -> None:
        if event.phase == "requested":
            prompt = str(event.payload.get("prompt"))
            if prompt in self.prompts:
                self.again.add(step_of(event))
            _count(self.prompts, prompt)
        elif event.phase == "answered" and self.lives(event):
            self.mind(event.process).answers[step_of(event)] = event

    def _person(self, event: Event) -> None:
        if event.phase == "requested":
            _count(self.questions, (event.name, str(event.payload.get("digest"))))
        elif event.phase == "answered":
            self.turns[0] += 1
            self.opaque = self.opaque or not self._asked.payload.get("client")
            if self.memory is not None:
                self.remember("answered", event.name, str(event.payload), self.turns[0])

    @property
    def decisions(self) -> list[Decision]:
        """Every answer of a person so far, in order."""
        found = [*self._answers_of_people(), *self.decided]
        return sorted(found, key=lambda decision: decision.event.sequence)

    def _answers_of_people(self) -> Iterator[Decision]:
        for event in self.of_kind(PERSON):
            if event.phase == "answered":
                shown = event.payload
                client = self.request(event).payload.get("client", False)
                stored = event if client else self._first_record(event, shown["answer"])
                by = str(shown.get("by", ""))
                yield Decision(event.name, shown["answer"], shown["about"], by, event, stored)

    def _first_record(self, answered: Event, answer: Any) -> Event | None:
        for sent, event, told in self.told:
            if sent.sequence > answered.sequence and tells(told, answer):
                return event
        return None

    @cached_property
    def told(self) -> list[tuple[Event, Event, str]]:
        """Each durable write of the whole trace: what it said, that it was stored, and its values as a text."""
        return [(sent, event, told_by(sent)) for sent, event in self.stored]

    def answers(self) -> dict[str, str]:
        """The last answer to each question."""
        return {decision.question: decision.text for decision in self.decisions}

    def answer_to(self, want: Want) -> str | None:
        """The last answer to the question that a want rests on, of those that are about it; None if there is none."""
        fitting = (
            d for d in self.decisions if d.question == want.approval and is_about(d.about, want.arguments)
        )
        return next((decision.text for decision in reversed([*fitting])), None)

    @property
    def waits(self) -> list[Wait]:
        """Every wait for a person: a question asked; else a run that has paused, a signal that comes much later."""
        asked = self.of_kind(PERSON)
        answered = {step_of(event): event for event in asked if event.phase == "answered"}
        return [
            Wait(
                event.name,
                event.payload["digest"],
                "" if event.payload.get("client") else event.process,
                event,
                answered.get(step_of(event)),
            )
            for event in asked
            if event.phase == "requested"
        ] or ([] if asked else self.waited)

    # -- recovery units --------------------------------------------------------------------------

    def begin(self, event: Event) -> None:
        """A recovery unit begins: the one that the event names as its `unit`."""
        if "unit" not in event.payload:
            return
        unit = event.payload["unit"], event.payload.get("lineage")
        if unit in self.begun:
            self.begun_again = True
        if unit in self.committed:
            self.begun_again = True
            self.reopened = self.reopened or (event, unit[0])
        _count(self.begun, unit)

    def commit(self, told: Event) -> None:
        """The units that an event names in `commits` are durably done."""
        lineage = told.payload.get("lineage")
        for unit in told.payload.get("commits", ()):
            self.committed.add((unit, lineage))

    def gave_up(self, unit: str | None) -> bool:
        """Whether a unit, or any at all for None, ended in a failure that somebody was told of."""
        failed = self.set_aside | {name for name, raising in self.raising.items() if raising}
        return bool(failed) if unit is None else any(_is_of(unit, one) for one in failed)

    # -- what checks look back at ----------------------------------------------------------------

    def remember(self, *fact: Hashable) -> None:
        """Keep something that a later check may look back at."""
        if self.memory is not None:
            self.memory[fact] = None

    def facts(self) -> Hashable:
        """All that a later check may look back at: equal for two runs that it can't tell apart."""
        raising = frozenset(unit for unit, raises in self.raising.items() if raises)
        return frozenset(self.memory or ()), raising, frozenset(self.committed)


@functools.cache
def _owners() -> Mapping[str, type[Chapter]]:
    """The chapter that reads each kind of a topology's own."""
    return {kind: record.chapter() for record in topologies().values() for kind in record.events}


def _declared(kind: str) -> Kind:
    """The declaration of a kind; nobody reads what nobody declared."""
    found = KINDS.get(kind)
    if found is None:
        raise Undeclared(f"no event of kind {kind!r} is declared (see kernel/events.py)")
    return found


def _count(counts: dict[K, int], what: K) -> None:
    counts[what] = counts.get(what, 0) + 1


def _is_of(unit: str, failed: str) -> bool:
    return unit == failed or unit.startswith((failed + "/", failed + "#"))
