"""Which task suits which topology: the checks' verdicts over a crash at every point, and what each costs.

Verdicts alone make the heaviest topology win everything: with keys, most of them hold most of what they should.
So the price stands beside them, in things that one can count; the faults that need no crash to stop a program
belong to it, for what one writes against them is one's own work.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, reduce

from durable_lab.casebook.catalogue import scenario
from durable_lab.casebook.description import Scenario, Variant
from durable_lab.casebook.outcomes import explored
from durable_lab.casebook.tasks import TASKS
from durable_lab.explorer import Exploration, Price, Tried
from durable_lab.readers.checks import CHECKS, Status, Verdict
from durable_lab.topologies.signatures import SIGNATURES
from durable_lab.words.catalogue import Words

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
class Cell:
    """A task on a topology, with business keys if it has effects."""

    scenario: Scenario
    variant: Variant
    points: int
    """Places at which it was crashed."""
    findings: tuple[Finding, ...]
    """One for each check, in their order."""
    calm: Price
    """Of the run without a fault."""
    worst: Price
    """The most that one crash makes of each count."""
    lines: int
    """Lines of the program, without the empty ones."""
    parts: tuple[Words, ...]
    """What has to be operated besides the processes that run the program."""
    others: int
    """Other single faults that apply: a lost request, a call that hangs or fails, a store that refuses …"""
    stopped: int
    """After how many of those it does not come to its end by itself."""
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
    found = explored(entry, variant)
    crashes, others = _apart(found)
    return Cell(
        entry,
        variant,
        len(found.points),
        tuple(_finding(check, found) for check in CHECKS),
        found.baseline_price,
        reduce(Price.most, (tried.price for tried in crashes), found.baseline_price),
        sum(bool(line.strip()) for line in variant.source.splitlines()),
        tuple(node.name for node in SIGNATURES[entry.topology].nodes if node.kind in _OPERATED),
        len(others),
        _violating("ends", others),
        None
        if len(entry.variants) == 1
        else _violating("once", _apart(explored(entry, entry.variants[0]))[0]),
    )


def _finding(check: str, found: Exploration) -> Finding:
    said = [(plan, verdict) for plan, verdict in _verdicts(found) if verdict.check == check]
    for plan, verdict in said:
        if verdict.status == "violated":
            return Finding(check, "violated", plan, verdict)
    held = any(verdict.status == "holds" for _, verdict in said)
    return Finding(check, "holds" if held else "not exercised")


def _verdicts(found: Exploration) -> Iterator[tuple[str, Verdict]]:
    """Each verdict on a crash with its plan, the run without a fault first."""
    yield from (("", verdict) for verdict in found.baseline_verdicts)
    waiting = [found.waiting] if found.waiting is not None else []
    for tried in [*waiting, *_apart(found)[0]]:
        yield from ((tried.plan, verdict) for verdict in tried.verdicts)


def _apart(found: Exploration) -> tuple[list[Tried], list[Tried]]:
    """The runs with a crash, and those with another fault."""
    other = set(found.others)
    return [t for t in found.runs if t.plan not in other], [t for t in found.runs if t.plan in other]


def _violating(check: str, runs: list[Tried]) -> int:
    """In how many runs a check is violated."""
    return sum(any(v.check == check and v.status == "violated" for v in tried.verdicts) for tried in runs)
