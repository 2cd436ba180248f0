"""What is asked: a file, what is told of it, and what it is held against."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from durable_lab.experiment import Experiment
from durable_lab.kernel.faults.kinds import Plan
from durable_lab.kernel.faults.plan import parse_plan
from durable_lab.options import Told, options_of
from durable_lab.readers.checks import Intents

if TYPE_CHECKING:
    from durable_lab.explorer import Faults


@dataclass(frozen=True)
class Request:
    """Everything that a verb needs to know. Equal requests have equal answers."""

    source: str
    filename: str
    told: Told = Told()
    """Options in place of the file's own."""
    plan: str | None = None
    """Faults in place of the file's own and of what is told; "" for none at all."""
    intents: Intents | None = None
    """What it is held against, if someone declares that for it: a scenario."""
    topology: str = ""
    """As which it is drawn; "" for the one whose names it imports."""
    faults: Faults = "crashes"
    """Which are explored."""
    pairs: bool = False
    """Whether pairs of crashes are explored as well."""
    folder: Path | None = None
    """Where the file lies, if it lies anywhere: what it imports from there runs on the machine too."""

    @property
    def experiment(self) -> Experiment:
        """The file, compiled. It may be another request's as well: what it is held against is not in it.

        Raises:
            SyntaxError: the file is not Python.
            LabError: its options can't be read, or its plan deploys a version that there is not.
        """
        told = self.told if self.plan is None else replace(self.told, fault=())
        return _compiled(self.source, self.filename, told, self.folder)

    def plan_of(self, experiment: Experiment) -> Plan:
        """The faults that are asked for.

        Raises:
            LabError: `fault-unreadable`.
        """
        return experiment.options.plan if self.plan is None else parse_plan(self.plan)


KEPT = 32
"""So many files stay compiled: the build runs each under a hundred plans."""


@lru_cache(KEPT)
def _compiled(source: str, filename: str, told: Told, folder: Path | None) -> Experiment:
    return Experiment(source, filename, options_of(source, told, folder), folder=folder)
