"""What the programs of a scenario come to when they run: nothing here is written down, all of it is counted."""

from __future__ import annotations

from collections import Counter
from functools import cache

from durable_lab.casebook.description import Mission, Prediction, Scenario, Variant
from durable_lab.experiment import Experiment
from durable_lab.explorer import Exploration
from durable_lab.kernel.events import EFFECT
from durable_lab.kernel.faults.plan import parse_plan
from durable_lab.kernel.trace import Trace
from durable_lab.readers.checks import Intents, intents_of

_EXPLORED: dict[Variant, Exploration] = {}


@cache
def experiment(variant: Variant) -> Experiment:
    """A variant, compiled.

    Raises:
        SyntaxError: its file is not Python.
        LabError: its `# durable-lab:` line can't be read.
    """
    return Experiment(variant.source, variant.path)


def run(variant: Variant, plan: str) -> Trace:
    """The trace of a variant under a plan.

    Raises:
        LabError: `fault-unreadable`, for a plan that can't be read.
    """
    return experiment(variant).run(parse_plan(plan)).trace


def explored(scenario: Scenario, variant: Variant) -> Exploration:
    """A variant under every single fault that applies, held against what its scenario wants. Explored once."""
    if variant not in _EXPLORED:
        of_scenario = Experiment(variant.source, variant.path, intents=scenario.declared)
        *_, _EXPLORED[variant] = of_scenario.explore("all")
    return _EXPLORED[variant]


def intents(scenario: Scenario, variant: Variant) -> Intents:
    """What the runs of a variant are held against: what its scenario declares, else what it does without a fault."""
    return scenario.declared or intents_of(run(variant, ""))


def done(trace: Trace) -> dict[str, int]:
    """How often each callee did something; those that did nothing are not listed."""
    return dict(Counter(event.name for event in trace.select(EFFECT, "applied")))


def counted(scenario: Scenario, mission: Mission, step: Prediction) -> int:
    """The right answer to a step of the scenario's mission: how often its callee acted."""
    trace = run(scenario.variant(step.variant), scenario.preset(step.preset).plan)
    return done(trace).get(mission.counts, 0)
