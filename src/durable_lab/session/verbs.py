"""The four verbs. What a plain run does not need is imported when it is asked for: a page's first run waits for the
rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from durable_lab.experiment import Experiment
from durable_lab.kernel.events import EFFECT
from durable_lab.kernel.faults.kinds import Plan
from durable_lab.kernel.machine.simulation import Outcome
from durable_lab.kernel.trace import Event, Trace
from durable_lab.readers.checks import Intents, Verdict, intents_of, violated
from durable_lab.session.request import Request

if TYPE_CHECKING:
    from durable_lab.explorer import Exploration
    from durable_lab.readers.view import View
    from durable_lab.session.changes import Amended, Change
    from durable_lab.session.guide import Guide

Listener = Callable[[Event], None]


@dataclass(frozen=True)
class Ran:
    """A run that is over."""

    experiment: Experiment
    plan: Plan
    outcome: Outcome
    declared: Intents | None = None
    """What the request holds it against."""

    @property
    def trace(self) -> Trace:
        """What happened."""
        return self.outcome.trace

    @property
    def calm(self) -> Trace:
        """The run without a fault: this one, if it has none."""
        return self.experiment.calm if self.plan else self.trace

    @cached_property
    def is_held_against_declared(self) -> bool:
        """Whether what was declared for it is about this program at all: a reader may have written another."""
        return self.declared is not None and is_about(self.declared, self.calm)

    @cached_property
    def intents(self) -> Intents:
        """What it is held against."""
        held = self.declared if self.is_held_against_declared else None
        return intents_of(self.calm) if held is None else held


def is_about(declared: Intents, calm: Trace) -> bool:
    """Whether a program asks, in its run without a fault, for anything that was declared to be wanted."""
    asked = {event.name for event in calm.select(EFFECT, "requested")}
    return not declared.wants or any(want.name in asked for want in declared.wants)


def run(request: Request, on_event: Listener | None = None) -> Ran:
    """Run the file once.

    Raises:
        SyntaxError: the file is not Python.
        LabError: its options or the plan can't be read.
    """
    experiment = request.experiment
    plan = request.plan_of(experiment)
    return Ran(experiment, plan, experiment.run(plan, on_event), request.intents)


@dataclass(frozen=True)
class Viewed:
    """A run as the lab draws it."""

    ran: Ran
    view: View

    @cached_property
    def guide(self) -> Guide:
        """What a reader can do with it next."""
        from durable_lab.session.guide import guide_of

        guide = guide_of(self.view, self.ran.plan, self.ran.calm)
        return {**guide, "wanted": "scenario" if self.ran.is_held_against_declared else "own"}

    def to_json(self) -> dict[str, Any]:
        """Both as one JSON object."""
        return {**self.view, "guide": self.guide}


def view(request: Request, on_event: Listener | None = None) -> Viewed:
    """Run the file once, recorded, and draw that.

    Raises:
        SyntaxError: the file is not Python.
        LabError: its options or the plan can't be read.
        Refusal: it uses what is not modelled: there is nothing to draw.
    """
    from durable_lab.kernel.machine.recording import Recorder
    from durable_lab.readers.view import view as drawn

    recorder = Recorder(request.filename, request.experiment.program.filenames)

    def both(event: Event) -> None:
        recorder(event)
        if on_event is not None:
            on_event(event)

    ran = run(request, both if on_event else recorder)
    if ran.outcome.refused is not None:
        raise ran.outcome.refused
    topology = request.topology or ran.experiment.topology.key
    return Viewed(ran, drawn(ran.trace, topology, recorder.recording, ran.intents))


@dataclass(frozen=True)
class Progress:
    """How far an exploration is."""

    found: Exploration
    """What is known so far: the same object each time."""
    done: int
    """How many plans were tried."""
    total: int
    """Of how many, as far as is known now."""
    plan: str
    """The one that was tried last; "" at the beginning."""
    news: tuple[Verdict, ...]
    """Ways of failing that no plan before had shown."""


def explore(request: Request) -> Iterator[Progress]:
    """Try every fault that applies; tells after each how far it is."""
    known: set[tuple[object, ...]] = set()
    experiment, intents = request.experiment, request.intents
    held = intents if intents is not None and is_about(intents, experiment.calm) else None
    runs = experiment.explore(request.faults, pairs=request.pairs, intents=held)
    for found in runs:
        last = found.runs[-1] if found.runs else None
        news = []
        for verdict in violated(found.baseline_verdicts if last is None else last.verdicts):
            if verdict.way not in known:
                known.add(verdict.way)
                news.append(verdict)
        plan = "" if last is None else last.plan
        yield Progress(found, len(found.runs), found.total, plan, tuple(news))


def amend(request: Request, change: Change) -> Amended:
    """The request's plan with a change, in canonical form; and what that plan is.

    Raises:
        SyntaxError: the file is not Python.
        LabError: the plan, or what the change names, can't be read.
    """
    from durable_lab.session.changes import Deployed, amended

    if isinstance(change, Deployed):
        from durable_lab.session.deployment import deployed

        seen = view(request)
        return deployed(request.source, seen.ran.plan, seen.view, change)
    experiment = request.experiment
    return amended(request.plan_of(experiment), change, experiment)
