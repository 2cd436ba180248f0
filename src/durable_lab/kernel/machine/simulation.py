"""Run a program once: its file as a process that is started again after each crash, until the file ends."""

from __future__ import annotations

import traceback
from collections.abc import Awaitable, Callable, Container, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any

from durable_lab.kernel.faults.kinds import Deploy, Plan
from durable_lab.kernel.faults.plan import plan_text
from durable_lab.kernel.machine.blocking import call_any
from durable_lab.kernel.machine.machine import Machine
from durable_lab.kernel.machine.process import Process
from durable_lab.kernel.machine.program import Program
from durable_lab.kernel.machine.readers_code import passed_through_program
from durable_lab.kernel.machine.roles import Role
from durable_lab.kernel.trace import FORMAT, Event, Trace, without_addresses
from durable_lab.words.messages import LabError, Refusal

Drive = Callable[[dict[str, Any]], Awaitable[Any]]
"""What the client does after the file was executed, given the file's namespace."""


@dataclass(frozen=True)
class Outcome:
    """A run that is over: its trace, and the error with which the file ended, if it did."""

    trace: Trace
    error: BaseException | None
    exit_code: object = None
    """What the file gave to `sys.exit`: None, a number, or a text for standard error."""

    @property
    def exit_status(self) -> int:
        """As Python's own: that of `sys.exit`, 1 for a text or an error, 130 for a `KeyboardInterrupt`.

        2 if the program was refused.
        """
        if self.refused is not None:
            return 2
        if not self.ended:
            return 130 if isinstance(self.error, KeyboardInterrupt) else 1
        return int(self.exit_code or 0) if isinstance(self.exit_code, int | None) else 1

    @property
    def refused(self) -> Refusal | None:
        """What the program uses of what is not modelled, if it does: then nothing in the trace counts."""
        return self.error if isinstance(self.error, Refusal) else None

    @property
    def last_words(self) -> str:
        """The text that the file gave to `sys.exit`, which belongs on standard error; "" for none."""
        silent = self.exit_code is None or isinstance(self.exit_code, int)
        return "" if silent else f"{self.exit_code}\n"

    @property
    def ended(self) -> bool:
        """Whether the file came to its end: no error, not stuck, not cut off."""
        return self.error is None and any(self.trace.select("process", "ended"))


def simulate(
    program: Program,
    plan: Plan = (),
    *,
    main: str = "process",
    role: type[Role] = Role,
    drive: Drive | None = None,
    seed: int = 0,
    on_event: Callable[[Event], None] | None = None,
    versions: Mapping[str, Program] = MappingProxyType({}),
    edges: frozenset[str] = frozenset(),
    probe: Callable[[Machine, Event], None] | None = None,
    files: Mapping[str, bytes] = MappingProxyType({}),
    beside: Callable[[str], bool] | None = None,
) -> Outcome:
    """Execute `program` as the process `main` under a fault plan.

    `role` is what `main` is for. `edges` are those of the topology, `versions` what the plan may deploy.
    `probe` looks at the machine at each event, in the place of `on_event`; it changes nothing. `files` lie on the
    disk of the run when it begins, beside those of the program; `beside` tells of others that do not.

    Raises:
        LabError: `no-such-version`, for a version that the plan deploys and nobody gave.
        KeyboardInterrupt: as it comes; every other error of the program is in the outcome.
    """
    need_versions(plan, versions)
    header: dict[str, Any] = {"format": FORMAT, "file": program.filename, "code": program.digest}
    header["plan"] = plan_text(plan)
    if versions:
        header["versions"] = {name: version.digest for name, version in versions.items()}
    machine = Machine(plan, seed=seed, header=header, on_event=on_event)
    if probe is not None:
        machine.observe(partial(probe, machine))
    life = _Life(drive)
    machine.versions = versions
    machine.program, machine.edges = program, edges
    machine.files = {**program.files, **files} if files else program.files
    if beside is not None:
        machine.beside = lambda path: path not in machine.files and beside(path)
    machine.supervisor.host(main, life.begin, role)
    machine.run()
    life.error = machine.refused or life.error
    if machine.refused is not None:
        shown = error_shown(machine.refused)
        machine.emit(
            None, "", "process", main, machine.supervisor.hosts[main].process.life, "raised", **shown
        )
    elif not life.over and machine.broken is not None and not machine.cut_off:
        life.error, shown = machine.broken, error_shown(machine.broken)
        machine.emit(
            None, "", "process", main, machine.supervisor.hosts[main].process.life, "raised", **shown
        )
    elif not life.over:
        code = "too-many-events" if machine.cut_off else "stuck"
        shown = {"limit": machine.limit} if machine.cut_off else {}
        machine.emit(None, "", "process", main, machine.supervisor.hosts[main].process.life, code, **shown)
    not_reached = [str(fault) for fault in machine.faults.not_reached(machine.trace)]
    machine.trace.header.update(not_reached=not_reached)
    return Outcome(machine.trace, life.error, life.exit_code)


def need_versions(plan: Plan, versions: Container[str]) -> None:
    """Make sure that there is every version that the plan deploys.

    Raises:
        LabError: `no-such-version`.
    """
    for fault in plan:
        if isinstance(fault, Deploy) and fault.version not in versions:
            raise LabError("no-such-version", version=fault.version)


class _Life:
    """Starts the file in a process, and notices when it came to its end."""

    def __init__(self, drive: Drive | None) -> None:
        self.drive = drive
        self.over = False
        self.error: BaseException | None = None
        self.exit_code: object = None

    def begin(self, process: Process) -> None:
        process.start(self._live(process))

    async def _live(self, process: Process) -> None:
        try:
            await self._execute(process)
        except BaseException as error:
            if not process.alive:
                raise
            await process.machine.alive(process)
            if process.stopping and isinstance(error, SystemExit):
                return  # as it was told
            if isinstance(error, SystemExit):
                self.exit_code = error.code
            self._end(process, None if isinstance(error, SystemExit) else _as_raised(error))
        else:
            await process.machine.alive(process)
            self._end(process, None)

    async def _execute(self, process: Process) -> None:
        namespace, body = process.machine.program.load()
        try:
            if body is not None:
                await body
            if self.drive is not None:
                await self.drive(namespace)
        except BaseException:
            if process.alive:
                await _leave(process)
            raise
        await _leave(process)

    def _end(self, process: Process, error: BaseException | None) -> None:
        process.flush()
        self.over, self.error = True, error
        process.die()
        shown = {} if error is None else error_shown(error)
        phase = "ended" if error is None else "raised"
        process.machine.emit(process, "", "process", process.name, process.life, phase, **shown)


async def _leave(process: Process) -> None:
    """What Python does when a program has ended by itself, well or not: it calls what was registered for that."""
    while process.at_exit:
        function, args, kwargs = process.at_exit.pop()
        try:
            await call_any(function, *args, **kwargs)
        except Exception:
            traceback.print_exc()  # and goes on, as Python does


def _as_raised(error: BaseException) -> BaseException:
    """What the file raised: a `StopIteration` too, which its coroutine has made an error of another kind."""
    cause = error.__cause__
    if not (isinstance(error, RuntimeError) and isinstance(cause, StopIteration)):
        return error
    return error if passed_through_program(error) else cause


def error_shown(error: BaseException) -> dict[str, Any]:
    """An error as the trace holds it: one of ours in no language, any other as Python words it."""
    name = type(error).__name__
    if isinstance(error, LabError):
        return {"error": name, "what": list(error.sentence)}
    return {"error": without_addresses(f"{name}: {error}")}
