"""The graph programs of the scenarios on the simulator and on the real LangGraph, killed after each effect.

The client recovers as it does on the machine (`shim/durable_lab/client.py`). What is compared is how often each
effect was done, counted at the callee.
"""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from durable_lab.scenarios import SCENARIOS
from durable_lab.scenarios.description import Variant
from tests.engines.conformance import HERE, counts, ledger, run_real, simulated_kill

VARIANTS = {
    f"{scenario.key}/{variant.key}": variant
    for scenario in SCENARIOS
    if scenario.topology == "checkpointed_graph"
    for variant in scenario.variants
}

RECORDED = HERE / "scenarios.txt"
"""What the real engine gave: one line a program and place."""

Kill = Callable[[str, str], dict[str, int] | None]
"""Runs a file's text with a kill and recovers it; None if it came to no such place."""


def rows(name: str, variant: Variant, run: Kill) -> Iterator[str]:
    """One line for the run without a kill, and one for a kill after each effect."""
    yield f"{name}, no kill: {counts(run(variant.source, '') or {})}"
    for number in itertools.count(1):
        done = run(variant.source, f"effect:{number}")
        if done is None:
            return
        yield f"{name}, killed after effect {number}: {counts(done)}"


def simulated(name: str) -> list[str]:
    """What the simulator gives."""
    return list(rows(name, VARIANTS[name], simulated_kill))


def real(name: str, python: str) -> list[str]:
    """What the engine gives that is installed for the interpreter `python`."""
    return list(rows(name, VARIANTS[name], lambda source, kill: _real_kill(source, kill, python)))


def recorded(name: str) -> list[str]:
    """What the engine gave when it was recorded."""
    lines = RECORDED.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.startswith(f"{name}, ")]


def _real_kill(source: str, kill: str, python: str) -> dict[str, int] | None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        journal = str(folder / "journal")
        killed = run_real(source, folder, python, kill, JOURNAL=journal).returncode != 0
        if kill and not killed:
            return None
        if killed:
            run_real(source, folder, python, JOURNAL=journal)
        return ledger(folder)
