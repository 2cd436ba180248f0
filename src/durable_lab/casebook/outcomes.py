"""What the programs of a scenario come to when they run: nothing here is written down, all of it is counted."""

from __future__ import annotations

from collections import Counter

from durable_lab import session
from durable_lab.casebook.description import Mission, Prediction, Scenario, Variant
from durable_lab.explorer import Exploration
from durable_lab.kernel.events import EFFECT
from durable_lab.kernel.trace import Trace
from durable_lab.readers.checks import Intents
from durable_lab.session import Request


def request(variant: Variant, plan: str | None = None) -> Request:
    """A variant's file as it is; under a plan, if one is given."""
    return Request(variant.source, variant.path, plan=plan)


def run(variant: Variant, plan: str) -> Trace:
    """The trace of a variant under a plan.

    Raises:
        LabError: `fault-unreadable`, for a plan that can't be read.
    """
    return session.run(request(variant, plan)).trace


_EXPLORED: dict[Variant, Exploration] = {}


def explored(scenario: Scenario, variant: Variant) -> Exploration:
    """A variant under every single fault that applies, held against what its scenario wants. Explored once."""
    if variant not in _EXPLORED:
        asked = Request(variant.source, variant.path, intents=scenario.declared, faults="all")
        *_, last = session.explore(asked)
        _EXPLORED[variant] = last.found
    return _EXPLORED[variant]


def intents(scenario: Scenario, variant: Variant) -> Intents:
    """What the runs of a variant are held against: what its scenario declares, else what it does without a fault."""
    return scenario.declared or session.run(request(variant, "")).intents


def done(trace: Trace) -> dict[str, int]:
    """How often each callee did something; those that did nothing are not listed."""
    return dict(Counter(event.name for event in trace.select(EFFECT, "applied")))


def counted(scenario: Scenario, mission: Mission, step: Prediction) -> int:
    """The right answer to a step of the scenario's mission: how often its callee acted."""
    trace = run(scenario.variant(step.variant), scenario.preset(step.preset).plan)
    return done(trace).get(mission.counts, 0)
