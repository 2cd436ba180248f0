"""Crash a program at every point, one crash a run, and keep the smallest plan for each way of failing.

Exhaustive means: every crash point of the one schedule that the machine runs. Other schedules, pairs of
crashes and other faults are not covered here, and the report says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from durable_lab.checks import Intents, Verdict, intents_of, judge, violated
from durable_lab.kernel.faults import Plan, parse_plan
from durable_lab.kernel.trace import STEP_PHASES, Trace

Runner = Callable[[Plan], Trace]
"""Runs the program under a plan."""


@dataclass(frozen=True)
class Crashed:
    """One run of the exploration: the plan, whether its crash came, and what the checks said."""

    plan: str
    reached: bool
    verdicts: list[Verdict]

    @property
    def held(self) -> bool:
        """Whether the crash came and no check was violated."""
        return self.reached and not violated(self.verdicts)


@dataclass
class Exploration:
    """What is known so far; complete when `len(runs) == len(points)`."""

    baseline: Trace
    intents: Intents
    baseline_verdicts: list[Verdict]
    points: list[str]
    runs: list[Crashed] = field(default_factory=list)

    @property
    def failures(self) -> list[Crashed]:
        """The crashes after which a check was violated."""
        return [run for run in self.runs if violated(run.verdicts)]

    def smallest(self) -> list[tuple[Verdict, Crashed, int]]:
        """For each way of failing the earliest crash that shows it, and how many crashes do."""
        found: dict[tuple[object, ...], tuple[Verdict, Crashed, int]] = {}
        for run in self.failures:
            for verdict in violated(run.verdicts):
                way = (verdict.check, verdict.code, *sorted(verdict.fields.items()))
                first = found.get(way, (verdict, run, 0))
                found[way] = (first[0], first[1], first[2] + 1)
        return list(found.values())


def crash_points(trace: Trace) -> list[str]:
    """Every place between two steps of a process, in order: right after each event that is part of a step.

    None of a run that was cut off: it has no end that a crash could be held against.
    """
    if any(trace.select("process", "too-many-events")):
        return []
    dying = trace.header.get("restarts", ())
    points = (e.point for e in trace if e.process in dying and e.phase in STEP_PHASES)
    return list(dict.fromkeys(points))


def explore(run: Runner) -> Iterator[Exploration]:
    """Run without a fault, then with a crash at each point; yields the exploration after every run.

    It is the same object each time, so that a page can show it grow.
    """
    baseline = run(())
    intents = intents_of(baseline)
    exploration = Exploration(baseline, intents, judge(baseline, intents), crash_points(baseline))
    yield exploration
    for point in exploration.points:
        plan = f"crash at {point}"
        trace = run(parse_plan(plan))
        reached = not trace.header["not_reached"]
        verdicts = [verdict for verdict in judge(trace, intents) if verdict.check != "held"]
        exploration.runs.append(Crashed(plan, reached, verdicts))
        yield exploration
