"""An experiment: a reader's file, what drives it, and the runs that one can make of it."""

from __future__ import annotations

import argparse
import json
import re
import shlex
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from durable_lab.imports import engine_module
from durable_lab.kernel.faults.kinds import Plan
from durable_lab.kernel.faults.plan import parse_plan
from durable_lab.kernel.machine.machine import Machine
from durable_lab.kernel.machine.program import Program
from durable_lab.kernel.machine.roles import Role
from durable_lab.kernel.machine.simulation import Outcome, need_versions, simulate
from durable_lab.kernel.outside.people import answer_and_delay
from durable_lab.kernel.trace import Event, Trace
from durable_lab.readers.checks import Intents, intents_of
from durable_lab.topology import topologies, topology_of
from durable_lab.words.messages import LabError

if TYPE_CHECKING:
    from durable_lab.explorer import Exploration, Faults, Probe


@dataclass(frozen=True)
class Options:
    """What drives a file that does not call its engine itself, and the faults of a plain run."""

    given: Any = None
    answers: tuple[tuple[Any, float], ...] = ()
    """Answers of the person and how long after the question each comes, in virtual seconds."""
    plan: Plan = ()
    seed: int = 0
    versions: Mapping[str, str] = field(default_factory=dict)
    """Other versions of the file that a plan may deploy: name → source."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise LabError("bad-options", why=message)


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options that a file's own `# durable-lab:` line may hold, and the command line too."""
    parser.add_argument("--input", metavar="JSON", help="the input of the graph")
    parser.add_argument("--answer", action="append", metavar="ANSWER[@3h]", help="a person's answer")
    parser.add_argument(
        "--fault", action="append", metavar="PLAN", help="a fault plan, for instance: crash after open_ticket"
    )
    parser.add_argument(
        "--deploy", action="append", metavar="VERSION=FILE", help="another version of the file"
    )
    parser.add_argument("--seed", type=int, metavar="N", help="the seed of the program's randomness")


def options_of(source: str, arguments: argparse.Namespace | None = None) -> Options:
    """The options in a file's `# durable-lab: …` lines; those of the command line come first.

    Raises:
        LabError: an option, an input or a plan that can't be read.
    """
    parser = _Parser(add_help=False)
    add_options(parser)
    first, versions = sections(source)
    lines = re.findall(r"^# durable-lab:(.*)$", first, re.MULTILINE)
    own = parser.parse_args([word for line in lines for word in _words(line)])
    asked = {name: value for name, value in vars(arguments or own).items() if value is not None}
    merged = {**vars(own), **{name: asked[name] for name in vars(own) if name in asked}}
    if merged["answer"] and merged["input"] is None:
        raise LabError("answer-without-input")
    return Options(
        given=_json(merged["input"]),
        answers=tuple(answer_and_delay(text) for text in merged["answer"] or ()),
        plan=parse_plan(" ; ".join(merged["fault"] or ())),
        seed=merged["seed"] or 0,
        versions={**versions, **dict(_version(text) for text in merged["deploy"] or ())},
    )


def sections(source: str) -> tuple[str, dict[str, str]]:
    """A file without its further versions, and these by name, each with its lines where they are in the file.

    A version begins after a line `# durable-lab: version v2`, and goes on to the next such line or the end.
    """
    first, *rest = re.split(r"^# durable-lab: version ([\w.-]+)[ \t]*$", source, flags=re.MULTILINE)
    versions, lines = {}, first.count("\n")
    for name, text in zip(rest[::2], rest[1::2], strict=True):
        versions[name] = "\n" * lines + text
        lines += text.count("\n")
    return first, versions


def _version(text: str) -> tuple[str, str]:
    """`v2=FILE` as a name and the file's text."""
    name, equals, path = text.partition("=")
    if not (name and equals and path):
        raise LabError("bad-version", text=text)
    return name, text_of(path)


def text_of(path: str) -> str:
    """The text of a file.

    Raises:
        LabError: it is not there, or not UTF-8.
    """
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError:
        raise LabError("no-such-file", file=path) from None
    except UnicodeDecodeError:
        raise LabError("not-utf-8", file=path) from None


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError as error:
        raise LabError("bad-options", why=str(error)) from error


def _json(text: str | None) -> Any:
    try:
        return None if text is None else json.loads(text)
    except ValueError as error:
        raise LabError("bad-input", why=str(error)) from error


class Experiment:
    """A compiled file with its options. Each run begins from nothing."""

    def __init__(
        self, source: str, filename: str, options: Options | None = None, intents: Intents | None = None
    ) -> None:
        """Compile the file.

        `intents` are what it is held against, if someone declares them for it; by default what it declares itself
        or what its crash-free run asks for.

        Raises:
            SyntaxError: the file is not Python.
            LabError: its `# durable-lab:` line can't be read, or its plan deploys a version that there is not.
        """
        self.options = options_of(source) if options is None else options
        self.declared = intents
        first, own = sections(source)
        self.program = Program(first, filename, engine_module, source)
        self._versions = {name: Program(text, filename, engine_module, source) for name, text in own.items()}
        for name, text in self.options.versions.items():
            if own.get(name) != text:  # a file of its own, with lines of its own
                self._versions[name] = Program(text, f"{filename} ({name})", engine_module)
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
        )

    def intents(self, outcome: Outcome) -> Intents:
        """What `outcome` is to be held against: what the crash-free run wants; its own, if it has no fault."""
        if self.declared is not None:
            return self.declared
        calm = outcome if not self.options.plan else self.run(())
        return intents_of(calm.trace)

    def explore(
        self, faults: Faults = "crashes", *, pairs: bool = False, prune: bool = True
    ) -> Iterator[Exploration]:
        """Try every fault on it (`explorer.explore`)."""
        from durable_lab.explorer import explore  # a page that only runs files does not wait for it

        def run(plan: Plan, probe: Probe | None) -> Trace:
            return self.run(plan, probe=probe).trace

        return explore(run, self.program.source, faults, pairs=pairs, prune=prune, intents=self.declared)

    async def _drive(self, namespace: dict[str, Any]) -> None:
        """Call the file's graph with the options' input and answers, if there is an input."""
        if self.options.given is None:
            return
        drive = self.topology.driver()
        if drive is None:
            raise LabError("no-graph")
        await drive(namespace, self.options.given, self.options.answers)
