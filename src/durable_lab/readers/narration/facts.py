"""What a trace has told so far: who asked for what, what is stored, and what only one life knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from durable_lab.kernel.outside.intents import Identity, Intents, identity
from durable_lab.kernel.trace import Event, step_name
from durable_lab.readers.narration.mind import Mind
from durable_lab.readers.narration.wording import cut

SERVED = frozenset({"applied", "recognised", "refused", "stored", "answered", "failed"})
"""Phases that happen on the other side: whoever asked does not know of them yet."""

ENDS_OF_LIVES = frozenset({"crashed", "stopped", "ended", "raised"})

_ASKING = frozenset({"requested", "sent"})
_EVIDENCE = frozenset({"record", "journal", "writes", "checkpoint", "completion", "complete", "claim"})
"""Kinds of request that leave a lasting word of what was done before them."""


class Facts:
    """Read event after event; says what narration and state need of the past."""

    def __init__(self, intents: Intents, trace: Iterable[Event] = ()) -> None:
        """`trace` is what is going to be read, if it is known: it tells what will arrive all the same."""
        self.intents = intents
        self._served = {event.step: event.sequence for event in trace if event.phase in SERVED}
        self.requests: dict[str, Event] = {}
        """By step: the event that began it."""
        self.minds: dict[str, Mind] = {}
        """By process."""
        self.lost = Mind()
        """What the latest crash destroyed."""
        self.applied: Counter[Identity] = Counter()
        self.served: Counter[Identity] = Counter()
        """How often each want has been met."""
        self.keys: dict[Identity, set[str]] = {}
        """The keys under which each effect was done."""
        self.done: set[str] = set()
        """Steps of effects that were done."""
        self.alive: dict[str, int] = {}
        """The processes that live, and which life."""
        self.records: dict[tuple[str, str], Any] = {}
        """By store and key: the value of a job's record or a journal's."""
        self.again: set[str] = set()
        """Steps that came too late or once more: claims that were lost, questions that the model had heard."""
        self.checkpoints: dict[str, object] = {}
        """By thread: the step of its latest checkpoint."""
        self.overran = False
        """Whether the handler that has just ended had lost its lease."""
        self.activities: dict[tuple[Any, ...], str] = {}
        """By workflow id, run, and event id or activity id: the name of an activity."""
        self._identities: dict[str, Identity] = {}
        self._event: Event | None = None
        """The one read last; the request that it belongs to, and the business of that."""
        self._asked: Event
        self._who: Identity | None = None
        self._prompts: set[str] = set()
        self._evidence: dict[str, tuple[list[str], list[str]]] = {}
        """By the step of a record on its way: what it speaks of."""
        self._own: dict[str, Callable[[Event], None]] = {
            "process": self._life,
            "history": self._recorded,
            "lease": self._lapse,
            "handler": self._handle,
            "node": self._run_node,
            "request": self._serve_client,
            "task": self._take_task,
            "activity_task": self._take_task,
        }
        """What is read of events that are no exchange, by kind."""

    def request(self, event: Event) -> Event:
        """The event that began the step of `event`; itself, if none did."""
        return self._asked if event is self._event else self.requests.get(event.step, event)

    def mind(self, process: str) -> Mind:
        """What the present life of a process holds."""
        if process not in self.minds:
            self.minds[process] = Mind()
        return self.minds[process]

    def lives(self, event: Event) -> bool:
        """Whether the life that `event` speaks of goes on."""
        return self.alive.get(event.process) == event.life

    def will_arrive(self, request: Event, after: Event) -> bool:
        """Whether the other side serves a request yet, after that event."""
        return self._served.get(request.step, -1) > after.sequence

    def wanted(self, event: Event) -> int:
        """How often at most an effect is wanted in the whole run."""
        who = self.identity(event)
        want = None if who is None else self.intents.of(who)
        return 0 if want is None else want.most

    def times(self, event: Event) -> int:
        """How often this very effect has been done so far."""
        who = self.identity(event)
        return 0 if who is None else self.applied[who]

    def extra(self, event: Event) -> bool:
        """Whether the effect just done was one too many, of all that the same want is for."""
        who = self.identity(event)
        if who is None:
            return False
        want = self.intents.of(who)
        return want is None or self.served[want.identity] > want.most

    def identity(self, event: Event) -> Identity | None:
        """The business of an effect, at any of its phases."""
        return self._who if event is self._event else self._identities.get(event.step)

    def take(self, event: Event) -> None:
        """Read one more event."""
        phase, step = event.phase, event.step
        self._event = event
        self._asked = self.requests.get(step, event)
        if event.kind in self._own:
            self._own[event.kind](event)
        elif phase in _ASKING:
            self._ask(event, step)
        elif phase in SERVED:
            self._serve(event, step)
        elif phase == "returned" and event.kind == "effect":
            self._hear(event, step)
        self._who = self._identities.get(step)

    # -- work that a process does ----------------------------------------------------------------

    def _lapse(self, event: Event) -> None:
        message = str(event.payload.get("business"))
        for mind in self.minds.values():
            mind.overrun = mind.overrun or mind.message == message

    def _handle(self, event: Event) -> None:
        if event.phase != "started":
            mind = self.mind(event.process)
            self.overran = mind.overrun
            mind.message, mind.overrun = "", False

    def _run_node(self, event: Event) -> None:
        nodes = self.mind(event.process).nodes
        if event.phase == "started":
            nodes.append(event.name)
        elif event.name in nodes:
            nodes.remove(event.name)

    def _serve_client(self, event: Event) -> None:
        mind = self.mind(event.process)
        mind.request = event.name if event.phase == "called" else ""
        if event.phase == "replied":
            mind.forget(mind.noted())

    def _take_task(self, event: Event) -> None:
        self.mind(event.process).task = event.name

    # -- lives and histories ---------------------------------------------------------------------

    def _recorded(self, event: Event) -> None:
        fields = event.payload.get("attributes", {})
        if "activity_type" in fields:
            name = cut(str(fields["activity_type"].get("name", "")))
            run = event.name, event.payload.get("run")
            self.activities[(*run, event.n)] = self.activities[(*run, fields.get("activity_id"))] = name

    def _life(self, event: Event) -> None:
        if event.phase == "crashed":
            self.lost = self.mind(event.process)
        if event.phase == "started":
            self.alive[event.process] = event.life
        elif event.phase in ENDS_OF_LIVES:
            self.alive.pop(event.process, None)
        self.minds[event.process] = Mind()

    # -- requests and replies --------------------------------------------------------------------

    def _ask(self, event: Event, step: str) -> None:
        self.requests[step] = self._asked = event
        mind = self.mind(event.process)
        mind.open[step] = event
        if event.kind in _EVIDENCE:
            self._evidence[step] = mind.noted()
        elif event.kind == "effect" and "arguments" in event.payload:
            self._identities[step] = identity(event)
        elif event.kind == "model":
            prompt = str(event.payload.get("prompt"))
            if prompt in self._prompts:
                self.again.add(step)
            self._prompts.add(prompt)

    def _serve(self, event: Event, step: str) -> None:
        self._who = self._identities.get(step)
        mind = self.mind(event.process)
        mind.open.pop(step, None)
        if event.kind == "effect":
            self._done(event, step, mind)
        elif event.kind == "model" and event.phase == "answered" and self.lives(event):
            mind.answers[step] = event
        elif event.phase == "stored":
            if step in self._evidence:
                mind.forget(self._evidence.pop(step))
            self._store(event, step, mind)

    def _store(self, event: Event, step: str, mind: Mind) -> None:
        if event.kind == "receive":
            mind.message, mind.overrun = str(event.payload.get("business")), False
        elif event.kind in ("complete", "abandon", "dead_letter"):
            mind.message = ""
        elif event.kind in ("commands", "completion"):
            mind.task = ""
        elif event.kind == "checkpoint":
            asked = self.request(event).payload
            self.checkpoints[str(asked.get("thread_id"))] = asked.get("step")
        elif event.kind in ("record", "claim", "journal"):
            asked = self.request(event).payload
            place = str(asked.get("store")), step_name(str(asked.get("key", event.name)))
            if event.kind == "claim" and place in self.records:
                self.again.add(step)
            else:
                self.records[place] = asked.get("record", asked.get("value"))

    def _done(self, event: Event, step: str, mind: Mind) -> None:
        if event.phase not in ("applied", "recognised"):
            return
        if self.lives(event):
            mind.unheard[step] = cut(str(event.payload.get("receipt", "")))
        who = self.identity(event)
        if event.phase == "applied" and who is not None:
            self.applied[who] += 1
            if (want := self.intents.of(who)) is not None:
                self.served[want.identity] += 1
            self.done.add(step)
            self.keys.setdefault(who, set()).add(str(self.request(event).payload.get("key")))

    def _hear(self, event: Event, step: str) -> None:
        mind = self.mind(event.process)
        mind.unheard.pop(step, None)
        mind.told[cut(event.payload.get("result", ""))] = event
