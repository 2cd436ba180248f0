"""The scenarios' programs on the simulator and on the real LangGraph and Temporal, killed after each effect.

The client recovers as it does on the machine (`shim/durable_lab/client.py`); a workflow's worker is a process of its
own (`roles.py`). What is compared is how often each effect was done, counted at the callee.
"""

from __future__ import annotations

import itertools
import os
import re
import tempfile
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from durable_lab.casebook import SCENARIOS
from durable_lab.casebook.description import Variant
from tests.engines.conformance import HERE, counts, ledger, run_real, simulated_kill

RECORDED = HERE / "scenarios.txt"
"""What the real engines gave: one line a program and place."""

STUCK = {"clock"}
"""Not here: once diverged, these wait for ever, on either side. Their histories are compared in `temporal/`."""

VARIANTS = {
    f"{scenario.key}/{variant.key}": (scenario.topology, variant)
    for scenario in SCENARIOS
    if scenario.topology in ("checkpointed_graph", "durable_workflow") and scenario.key not in STUCK
    for variant in scenario.variants
}

Kill = Callable[[str, str], dict[str, int] | None]
"""Runs a file's text with a kill and recovers it; None if it came to no such place."""


@dataclass(frozen=True)
class Engines:
    """Where the real engines are: interpreters that have them, and the address of a Temporal server."""

    langgraph: str | None = os.environ.get("LANGGRAPH_PYTHON")
    temporal: str | None = os.environ.get("TEMPORAL_PYTHON")
    server: str = os.environ.get("TEMPORAL_ADDRESS", "127.0.0.1:7233")

    def run(self, name: str) -> Kill | None:
        """How to run a program of that name; None without its engine."""
        python = self.langgraph if VARIANTS[name][0] == "checkpointed_graph" else self.temporal
        if python is None:
            return None
        if python == self.langgraph:
            return lambda source, kill: _kill_graph(source, kill, python)
        return lambda source, kill: _kill_worker(source, kill, python, self.server)


def rows(name: str, run: Kill) -> Iterator[str]:
    """One line for the run without a kill, and one for a kill after each effect."""
    variant: Variant = VARIANTS[name][1]
    yield f"{name}, no kill: {counts(run(variant.source, '') or {})}"
    for number in itertools.count(1):
        done = run(variant.source, f"effect:{number}")
        if done is None:
            return
        yield f"{name}, killed after effect {number}: {counts(done)}"


def simulated(name: str) -> list[str]:
    """What the simulator gives."""
    return list(rows(name, simulated_kill))


def recorded(name: str) -> list[str]:
    """What the engine gave when it was recorded."""
    lines = RECORDED.read_text(encoding="utf-8").splitlines() if RECORDED.exists() else []
    return [line for line in lines if line.startswith(f"{name}, ")]


def _kill_graph(source: str, kill: str, python: str) -> dict[str, int] | None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        journal = str(folder / "journal")
        killed = run_real(source, folder, python, kill, JOURNAL=journal).returncode != 0
        if kill and not killed:
            return None
        if killed:
            run_real(source, folder, python, JOURNAL=journal)
        return ledger(folder)


def _kill_worker(source: str, kill: str, python: str, server: str) -> dict[str, int] | None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run_real(_in_a_hurry(source), folder, python, kill, ROLE="client", TEMPORAL_ADDRESS=server)
        done = ledger(folder)
        return None if kill and sum(done.values()) < int(kill.partition(":")[2]) else done


def _in_a_hurry(source: str) -> str:
    """The file with names of its own on the server, and seconds in place of days: no count depends on them."""
    own = uuid.uuid4().hex
    for old, new in (('"ops"', f'"{own}"'), ("seconds=30", "seconds=3"), ("sleep(60)", "sleep(4)")):
        source = source.replace(old, new)
    return re.sub(r'\bid="[^"]*"', f'id="{own}"', source)
