"""Invariants over a trace. Each gives a verdict with the event that decided it; none knows an engine.

from durable_lab.readers.checks import judge
from durable_lab.kernel.outside.intents import intents_of

verdicts = judge(trace, intents_of(crash_free_trace))
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from durable_lab.kernel.outside.intents import Identity, Intents, Want, applied, identity, intents_of
from durable_lab.kernel.trace import Trace
from durable_lab.readers.checks import effects, people, progress, units
from durable_lab.readers.checks.verdict import Status, Verdict, violated
from durable_lab.story import Story

__all__ = [
    "CHECKS",
    "Identity",
    "Intents",
    "Status",
    "Verdict",
    "Want",
    "applied",
    "check",
    "identity",
    "intents_of",
    "judge",
    "judged",
    "violated",
]

CHECKS: Mapping[str, Callable[[Story], list[Verdict]]] = {
    "once": effects.once,
    "key": effects.key,
    "ghost": effects.ghost,
    "loss": effects.loss,
    "unit": units.unit,
    "approved": people.approved,
    "held": people.held,
    "ends": progress.ends,
    "audit": people.audit,
}
"""The nine, in the order of reports."""


def judge(trace: Trace, intents: Intents) -> list[Verdict]:
    """Every check's verdict, in the order of `CHECKS`: a check that fails twice says so twice."""
    return judged(Story.of(trace, intents))


def judged(story: Story) -> list[Verdict]:
    """`judge` of a trace whose story is told already."""
    return [verdict for decide in CHECKS.values() for verdict in decide(story)]


def check(name: str, trace: Trace, intents: Intents) -> list[Verdict]:
    """The verdicts of one check."""
    return CHECKS[name](Story.of(trace, intents))
