"""Which task suits which topology: the checks' verdicts over a crash at every point, and what each costs.

Verdicts alone make the heaviest topology win everything: with keys, most of them hold most of what they should.
So the price stands beside them, in things that one can count: durable writes, work done again, model calls paid
twice, people asked again, events replayed, parts to operate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from durable_lab.checks import CHECKS, Status, Verdict, judge
from durable_lab.explorer import crash_points
from durable_lab.kernel.trace import Trace
from durable_lab.scenarios.catalogue import scenario
from durable_lab.scenarios.description import Scenario, Variant
from durable_lab.scenarios.outcomes import intents, run
from durable_lab.scenarios.tasks import TASKS
from durable_lab.signatures import SIGNATURES, Words

_DURABLE = frozenset(
    "checkpoint writes journal record claim send receive renew complete abandon dead_letter history".split()
)
"""Kinds of events with which something is written that outlives every process."""

_OPERATED = frozenset({"store", "queue", "engine"})
"""Kinds of nodes that somebody has to operate."""


@dataclass(frozen=True)
class Finding:
    """What one check says of a cell, over all its runs."""

    check: str
    status: Status
    plan: str = ""
    """The first plan that shows it violated; "" for the run without a fault."""
    verdict: Verdict | None = None


@dataclass(frozen=True)
class Price:
    """What a task costs on a topology: what it writes without a fault, and the most that one crash makes it repeat."""

    writes: int
    """Durable writes of the crash-free run: records, checkpoints, messages and their settling, history events."""
    effects_again: int
    """Effects asked for again, whether or not the callee recognised them."""
    models_again: int
    """Model calls paid once more."""
    people_again: int
    """Questions that a person has to answer once more."""
    replayed: int
    """History events that code goes through again."""
    lines: int
    """Lines of the program, without the empty ones."""
    parts: tuple[Words, ...]
    """What has to be operated besides the processes that run the program."""


@dataclass(frozen=True)
class Cell:
    """A task on a topology, with business keys if it has effects."""

    scenario: Scenario
    variant: Variant
    points: int
    """Places at which it was crashed."""
    findings: tuple[Finding, ...]
    """One for each check, in their order."""
    price: Price
    doubled_without_keys: int | None
    """At how many crash points some effect is done too often without keys; None for a task without effects."""

    @property
    def violated(self) -> tuple[Finding, ...]:
        """The checks that do not hold."""
        return tuple(finding for finding in self.findings if finding.status == "violated")


@cache
def matrix() -> dict[tuple[str, str], Cell]:
    """Every cell by task and topology, in the order of the design problem and of the article.

    It takes a few seconds, once.
    """
    return {(task.key, key): cell(scenario(f"{task.key}-{key}")) for task in TASKS for key in SIGNATURES}


def cell(entry: Scenario) -> Cell:
    """A task on one topology, crashed everywhere."""
    variant = entry.variants[-1]
    calm = run(variant, "")
    runs = {plan: run(variant, plan) for plan in _plans(calm)}
    wanted = intents(entry, variant)
    verdicts = {plan: judge(trace, wanted) for plan, trace in {"": calm, **runs}.items()}
    return Cell(
        entry,
        variant,
        len(crash_points(calm)),
        tuple(_finding(check, verdicts) for check in CHECKS),
        _price(entry, variant, calm, list(runs.values())),
        None if len(entry.variants) == 1 else sum(_doubled(entry, entry.variants[0])),
    )


def _plans(calm: Trace) -> Iterator[str]:
    """A crash at each point; and everything killed while it waits for a person, if it does."""
    for point in crash_points(calm):
        yield f"crash at {point}"
    for event in calm.select("person", "requested"):
        dying = sorted(set(calm.header["restarts"]))
        yield " ; ".join(f"crash {process} at {event.point}" for process in dying)


def _finding(check: str, verdicts: dict[str, list[Verdict]]) -> Finding:
    found = [(plan, v) for plan, several in verdicts.items() for v in several if v.check == check]
    for plan, verdict in found:
        if verdict.status == "violated":
            return Finding(check, "violated", plan, verdict)
    held = any(verdict.status == "holds" for _, verdict in found)
    return Finding(check, "holds" if held else "not exercised")


def _doubled(entry: Scenario, variant: Variant) -> Iterator[bool]:
    """For each crash point whether some effect is done too often."""
    calm, wanted = run(variant, ""), intents(entry, variant)
    for point in crash_points(calm):
        verdicts = judge(run(variant, f"crash at {point}"), wanted)
        yield any(v.check == "once" and v.status == "violated" for v in verdicts)


def _price(entry: Scenario, variant: Variant, calm: Trace, crashed: list[Trace]) -> Price:
    def again(count: Callable[[Trace], int]) -> int:
        return max(count(trace) for trace in crashed) - count(calm)

    return Price(
        writes=sum(event.kind in _DURABLE and event.phase in ("stored", "recorded") for event in calm),
        effects_again=again(lambda trace: _asked(trace, "effect")),
        models_again=again(lambda trace: _asked(trace, "model")),
        people_again=again(lambda trace: _asked(trace, "person")),
        replayed=again(_replayed),
        lines=sum(bool(line.strip()) for line in variant.source.splitlines()),
        parts=tuple(n.name for n in SIGNATURES[entry.topology].nodes if n.kind in _OPERATED),
    )


def _asked(trace: Trace, kind: str) -> int:
    return sum(1 for _ in trace.select(kind, "requested"))


def _replayed(trace: Trace) -> int:
    """How many history events were handed to a worker that some worker had been handed before."""
    seen: dict[str, int] = {}
    again = 0
    for event in trace.select("task", "returned"):
        run_id, first, last = event.payload["business"], event.payload["from"], event.payload["to"]
        again += max(0, seen.get(run_id, 0) - first + 1)
        seen[run_id] = max(last, seen.get(run_id, 0))
    return again
