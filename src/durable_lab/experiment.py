"""An experiment: a reader's file, what drives it, and the runs that one can make of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from durable_lab.imports import engine_module
from durable_lab.kernel.faults.kinds import Plan
from durable_lab.kernel.faults.plan import plan_text
from durable_lab.kernel.machine.folder import Folder
from durable_lab.kernel.machine.machine import Machine
from durable_lab.kernel.machine.program import Program, nothing_beside
from durable_lab.kernel.machine.roles import Role
from durable_lab.kernel.machine.simulation import Outcome, need_versions, simulate
from durable_lab.kernel.trace import Event, Trace
from durable_lab.options import Options, options_of, sections
from durable_lab.readers.checks import Intents, intents_of
from durable_lab.topology import topologies, topology_of
from durable_lab.words.messages import LabError

if TYPE_CHECKING:
    from durable_lab.explorer import Exploration, Faults, Probe

__all__ = ["Experiment", "Options"]


class Experiment:
    """A compiled file with its options. Each run begins from nothing."""

    def __init__(
        self,
        source: str,
        filename: str,
        options: Options | None = None,
        intents: Intents | None = None,
        folder: Path | None = None,
    ) -> None:
        """Compile the file, and what it imports of the folder that it lies in, if it lies in one.

        `intents` are what it is held against, if someone declares them for it; by default what it declares itself
        or what its crash-free run asks for.

        Raises:
            SyntaxError: the file is not Python.
            LabError: its `# durable-lab:` line can't be read, or its plan deploys a version that there is not.
        """
        self.options = options_of(source) if options is None else options
        self.declared = intents
        first, own = sections(source)
        self._folder = None if folder is None else Folder(folder)
        beside = nothing_beside if self._folder is None else self._folder.module
        self.program = Program(first, filename, engine_module, source, beside)
        self._versions = {
            name: Program(text, filename, engine_module, source, beside) for name, text in own.items()
        }
        for name, text in self.options.versions.items():
            if own.get(name) != text:  # a file of its own, with lines of its own
                self._versions[name] = Program(text, f"{filename} ({name})", engine_module, None, beside)
        need_versions(self.options.plan, self._versions)
        used = topology_of(self.program.imports)
        self.topology = used or next(iter(topologies().values()))
        """A file that uses none is a plain function that runs to its end: an in-memory loop without a client."""
        self._role = Role if used is None else used.role

    def run(
        self,
        plan: Plan | None = None,
        on_event: Callable[[Event], None] | None = None,
        probe: Callable[[Machine, Event], None] | None = None,
    ) -> Outcome:
        """Run the file once; under its options' own plan if none is given."""
        return simulate(
            self.program,
            self.options.plan if plan is None else plan,
            main=self.topology.main,
            role=self._role,
            drive=self._drive,
            seed=self.options.seed,
            on_event=on_event,
            versions=self._versions,
            edges=frozenset(edge.id for edge in self.topology.signature.edges),
            probe=probe,
            files=self.options.files,
            beside=None if self._folder is None else self._folder.has,
        )

    def intents(self, outcome: Outcome) -> Intents:
        """What `outcome` is to be held against: what the crash-free run wants; its own, if it has no fault."""
        if self.declared is not None:
            return self.declared
        return intents_of(self.calm if self.options.plan else outcome.trace)

    @cached_property
    def calm(self) -> Trace:
        """The run without a fault: it is the same every time, so it is kept.

        Raises:
            Refusal: it uses what is not modelled.
        """
        return _accepted(self.run(()), ())

    def explore(
        self,
        faults: Faults = "crashes",
        *,
        pairs: bool = False,
        prune: bool = True,
        intents: Intents | None = None,
    ) -> Iterator[Exploration]:
        """Try every fault on it (`explorer.explore`), held against `intents` if they are given here.

        Raises:
            Refusal: while it goes on: the file uses what is not modelled, be it only under some fault.
        """
        from durable_lab.explorer import explore  # a page that only runs files does not wait for it

        def run(plan: Plan, probe: Probe | None) -> Trace:
            return _accepted(self.run(plan, probe=probe), plan)

        wanted = self.declared if intents is None else intents
        return explore(run, self.program.text, faults, pairs=pairs, prune=prune, intents=wanted)

    async def _drive(self, namespace: dict[str, Any]) -> None:
        """Call the file's graph with the options' input and answers, if there is an input."""
        if self.options.given is None:
            return
        drive = self.topology.driver()
        if drive is None:
            raise LabError("no-graph")
        await drive(namespace, self.options.given, self.options.answers)


def _accepted(outcome: Outcome, plan: Plan) -> Trace:
    """The trace of a run, from which something is to be concluded.

    Raises:
        Refusal: it was refused under that plan, and shows nothing.
    """
    if outcome.refused is not None:
        outcome.refused.plan = plan_text(plan)
        raise outcome.refused
    return outcome.trace
