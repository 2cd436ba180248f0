"""The machine: one run of a program, with its clock, processes, stores, outside world, faults and trace."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterable, Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Any, NoReturn

from durable_lab.kernel.events import PAYLOADS, Payload, Undeclared, fields_of
from durable_lab.kernel.faults.fault import Plan
from durable_lab.kernel.faults.run import FaultRun
from durable_lab.kernel.machine.collecting import collecting_seldom
from durable_lab.kernel.machine.console import console_of, report
from durable_lab.kernel.machine.hooked import hooked
from durable_lab.kernel.machine.loop import VirtualLoop
from durable_lab.kernel.machine.process import Process
from durable_lab.kernel.machine.supervisor import Supervisor
from durable_lab.kernel.outside.disk import Disk
from durable_lab.kernel.outside.store import Store
from durable_lab.kernel.outside.world import World
from durable_lab.kernel.trace import Event, Trace, plain
from durable_lab.words.messages import Refusal

if TYPE_CHECKING:
    from durable_lab.kernel.outside.client import Answer
    from durable_lab.kernel.outside.exchange import Exchange

TURNS_PER_EVENT = 10
"""How many callbacks a run may take for each event of its limit: a program that only sleeps has no events."""


class Machine:
    """Everything that one run consists of. The same arguments give the same trace, byte for byte."""

    def __init__(
        self,
        plan: Plan = (),
        *,
        seed: int = 0,
        header: dict[str, Any] | None = None,
        on_event: Callable[[Event], None] | None = None,
        limit: int = 100_000,
    ) -> None:
        """`limit` is the number of events after which a run that does not end is cut off."""
        self.seed = seed
        self.shows = on_event is not None
        """Whether someone reads along: what goes past the trace (standard error) is dropped otherwise."""
        self.loop: VirtualLoop = VirtualLoop()  # type: ignore[abstract]  # what asyncio needs of a loop, no more
        if self.shows:
            self.loop.failed = lambda context: report(context, getattr(self.program, "filename", ""))
        self.faults = FaultRun(plan)
        self.trace = Trace({"seed": seed, **(header or {})})
        self.world = World()
        self.stores: dict[str, Store] = {}
        self.supervisor = Supervisor(self)
        self.journal: dict[tuple[Hashable, int], Answer] = {}
        """What the client was told, call by call (`outside.client`): it survives, being outside."""
        self.broken: BaseException | None = None
        """Why a worker could not start: what the file raised when it executed it. None once one has started."""
        self.cut_off = False
        """Whether the run was ended at `limit` events, or where the program was refused."""
        self.refused: Refusal | None = None
        """What the program used first of what is not modelled."""
        self.in_flight: dict[Exchange, None] = {}
        """Requests that have left their process and not arrived, in order; a set that keeps one."""
        self.edges: frozenset[str] = frozenset()
        """The edges of the topology that runs, for a touch that not every topology has (`outside.people`)."""
        self.program: Any = None
        """The file that processes execute (`kernel.program.Program`)."""
        self.engines: dict[str, Any] = {}
        """Servers of the topologies (a broker, a workflow engine), by name: outside of every process."""
        self.files: Mapping[str, bytes] = {}
        """What lies on the disk when the run begins, in the folder where the program starts."""
        self.beside: Callable[[str], bool] = lambda path: False
        """Whether there is a file of that name beside the program which was not given to the run."""
        self.replaced_modules: dict[str, ModuleType | None] = {}
        """Names in `sys.modules` that stand for modules of the program, and what they stood for before."""
        self.interpreter: Any = None
        """What is put back after each life (`interpreter.Interpreter`), once a program has imported anything."""
        self.limit = limit
        self._disk: Disk | None = None
        self._on_event = on_event
        self._counts: dict[tuple[str, str], int] = {}
        self._mistake: Undeclared | None = None
        self.cuts: dict[tuple[str, str], float] = {}
        """Processes and what they are cut from → when the network heals, in virtual seconds."""
        self.versions: Mapping[str, Any] = {}
        """Other versions of the file that a plan may deploy, by name."""
        self.faults.arm(self)

    # -- the trace -------------------------------------------------------------------------------

    def number(self, kind: str, name: str) -> int:
        """The number of a step that begins now: one more than the last of its kind and name."""
        n = self._counts[kind, name] = self._counts.get((kind, name), 0) + 1
        return n

    def counters(self) -> Iterable[tuple[tuple[str, str], int]]:
        """What has been numbered so far: kind and name, and the last number."""
        return self._counts.items()

    def observe(self, look: Callable[[Event], None]) -> None:
        """Have `look` called at each event, before faults strike; unlike `on_event` nobody reads along."""
        self._on_event = look

    def emit(
        self, process: Process | None, edge: str, kind: str, name: str, n: int, phase: str, **payload: Any
    ) -> Event:
        """Append an event; faults that wait for this point strike before `emit` returns."""
        who, life = (process.name, process.life) if process is not None else ("", 0)
        declared = PAYLOADS.get((kind, phase)) or self._declared(kind, phase)
        atoms = declared.atoms
        for key, value in payload.items():
            if type(value) not in atoms.get(key, ()):  # most values are of just the declared types
                payload[key] = self._checked(declared, kind, phase, key, value)
        if len(payload) < declared.most and not declared.required <= payload.keys():
            self._give_up(kind, phase, f"it lacks {sorted(declared.required - payload.keys())[0]!r}")
        events = self.trace.events
        event = Event(len(events), self.loop.now, who, life, edge, kind, name, n, phase, payload)
        events.append(event)
        if len(events) >= self.limit:
            self.cut_off = True
        if self._on_event is not None:
            self._on_event(event)
        self.faults.reached(event)
        return event

    def _declared(self, kind: str, phase: str) -> Payload:
        try:
            return fields_of(kind, phase)
        except Undeclared as mistake:
            self._give_up(kind, phase, str(mistake))

    def _checked(self, declared: Payload, kind: str, phase: str, key: str, value: Any) -> Any:
        """A value that is no plain one of the declared types, as the trace may hold it."""
        value = plain(value)
        if key not in declared.types:
            self._give_up(kind, phase, f"{key!r} is not declared")
        if not isinstance(value, declared.types[key]):
            self._give_up(kind, phase, f"{key!r} is of type {type(value).__name__}")
        return value

    def _give_up(self, kind: str, phase: str, why: str) -> NoReturn:
        """End the run with a mistake of the simulator's own, which no program is to catch or to be blamed for."""
        self._mistake, self.cut_off = Undeclared(f"{kind} {phase}: {why} (see kernel/events.py)"), True
        raise self._mistake

    def refuse(self, error: Refusal) -> None:
        """End the run: from here on it would show what the simulator lacks, not what the program does."""
        self.refused, self.cut_off = error, True
        for host in self.supervisor.hosts.values():
            host.process.die()

    # -- processes -------------------------------------------------------------------------------

    async def alive(self, process: Process) -> None:
        """Go on only if the process still lives, and is not paused; a dead one waits here for ever.

        To be awaited by engine code right after each event that it emits for its own process.
        """
        if not process.runs:
            await process.thawed()

    def deploy(self, version: str) -> None:
        """Have every life that begins from now on execute another version of the file."""
        self.program = self.versions[version]

    # -- the network -----------------------------------------------------------------------------

    def sent_by(self, process: Process) -> list[Exchange]:
        """The requests of a process that have left it and not arrived."""
        return [request for request in self.in_flight if request.process is process]

    def cut(self, name: str, target: str, seconds: float) -> None:
        """Cut the network between a process and `target`, for so many virtual seconds."""
        self.cuts[name, target] = self.loop.now + seconds
        self.supervisor.hosts[name].process.presence.fall_silent()

    def cut_for(self, process: Process, target: str) -> float:
        """For how many virtual seconds yet the network between a process and `target` is cut."""
        return self.cuts.get((process.name, target), 0.0) - self.loop.now

    # -- stores ----------------------------------------------------------------------------------

    def store(self, name: str) -> Store:
        """The durable store of that name, made empty at its first use in the run."""
        if name not in self.stores:
            self.stores[name] = Store(self, name)
        return self.stores[name]

    @property
    def disk(self) -> Disk:
        """The disk of the run, made at its first use."""
        if self._disk is None:
            self._disk = Disk(self, self.files)
        return self._disk

    @property
    def has_files(self) -> bool:
        """Whether a process has done anything with files."""
        return self._disk is not None

    # -- the run ---------------------------------------------------------------------------------

    def run(self) -> None:
        """Run until nothing is scheduled; then bury every process, mute.

        Raises:
            Undeclared: an event was emitted that is not as it was declared.
        """
        with console_of(self), hooked():
            try:
                with collecting_seldom():
                    self.loop.run_while(self._goes_on)
            finally:
                self.loop.failed = None  # what is buried is mute
                self.supervisor.bury_all()
                self.loop.close()
                self._leave_nothing()
        if self._mistake is not None:
            raise self._mistake

    def _leave_nothing(self) -> None:
        """Put the interpreter back as it was."""
        if self.interpreter is not None:
            self.interpreter.restore()
        for name in self.replaced_modules:
            self.put_back(name)

    def put_back(self, name: str) -> None:
        """Have a name in `sys.modules` stand again for what it stood for before the run."""
        module = self.replaced_modules[name]
        if module is None:
            sys.modules.pop(name, None)
        else:
            sys.modules[name] = module

    def _goes_on(self) -> bool:
        if self.loop.turns > self.limit * TURNS_PER_EVENT:
            self.cut_off = True
        return not self.cut_off
