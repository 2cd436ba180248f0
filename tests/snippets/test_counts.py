"""What the pages say of a snippet: the count at the callee under its own fault, and what crash points do."""

from pathlib import Path

import pytest

from durable_lab.checks import violated
from durable_lab.experiment import Experiment
from tests.support import Ran

SNIPPETS = Path(__file__).parents[2] / "snippets"

HOLDING: dict[str, dict[str, int]] = {
    "in_memory_loop/answer.py": {},
    "in_memory_loop/journal_and_key.py": {"apply_change": 5},
    "in_memory_loop/call_timeouts.py": {"open_ticket": 1},
    "queue_workers/batch_checks.py": {"check": 6},
    "queue_workers/refund_once.py": {"refund": 1},
}
BREAKING: dict[str, dict[str, int]] = {
    "in_memory_loop/restart_repeats.py": {"apply_change": 8},
    "in_memory_loop/hung_model.py": {"open_ticket": 3},
    "queue_workers/refund_twice.py": {"refund": 2},
    "queue_workers/lease_overrun.py": {"refund": 2},
    "queue_workers/poison.py": {"refund": 3},
}


def experiment(file: str) -> Experiment:
    return Experiment((SNIPPETS / file).read_text(encoding="utf-8"), file)


@pytest.mark.parametrize(("file", "counts"), [*HOLDING.items(), *BREAKING.items()])
def test_effects_at_the_callee(file: str, counts: dict[str, int]) -> None:
    outcome = experiment(file).run()
    assert outcome.error is None
    assert outcome.trace.header["not_reached"] == []
    assert Ran(outcome.trace, None).done == counts


@pytest.mark.parametrize("file", HOLDING)
def test_holds_at_every_crash_point(file: str) -> None:
    *_, found = experiment(file).explore()
    assert not violated(found.baseline_verdicts)
    assert all(run.held for run in found.runs)
    assert found.points


@pytest.mark.parametrize("file", BREAKING)
def test_breaks_at_some_crash_point(file: str) -> None:
    *_, found = experiment(file).explore()
    assert found.failures
