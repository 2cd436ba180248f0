"""A process: what dies in a crash.

It owns the flows of code that run in it, their context and its source of randomness. Killed, none of them
is ever resumed, and whatever it printed or wanted to do later never happens. What it had written to a store
or asked of a callee stays as it was.
"""

from __future__ import annotations

import asyncio
import contextvars
import random
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from durable_lab.kernel.machine.blocking import ProcessKilled
from durable_lab.kernel.machine.flow import Flow, close_mute
from durable_lab.kernel.machine.loop import LOOP, OWNER, Handle, outside, settle
from durable_lab.kernel.trace import without_addresses
from durable_lab.words.messages import LabError, Refusal

if TYPE_CHECKING:
    from durable_lab.kernel.machine.event_loop import EventLoop
    from durable_lab.kernel.machine.machine import Machine
    from durable_lab.kernel.machine.roles import Role


class Process:
    """One life of a named process. A restart makes a new `Process` with the next `life`."""

    def __init__(self, machine: Machine, name: str, life: int, role: Role) -> None:
        self.machine = machine
        self.name = name
        self.life = life
        self.role = role
        """What it is for. An engine's process takes on another when its file is executed."""
        self.presence = Presence(machine, self)
        self.alive = True
        self.runs = True
        """Whether its code may run now: it lives and is not paused."""
        self.event_loop: EventLoop | None = None
        """The loop on which its engine runs, and whatever begins in it from outside; none in a plain script."""
        self.stopping = False
        """Whether it was told to end, and takes on nothing new."""
        self.crashed = False
        """Whether it was killed: what it had sent is lost with it. A process that ended has sent it."""
        self.died_at: float | None = None
        """When it died, in virtual seconds."""
        self.skew = 0.0
        """Virtual seconds by which its clock is ahead."""
        self.random = random.Random(f"{machine.seed}/{name}/{life}")
        self.files: Any = None
        """What it does with files (`files.Files`), once it does anything with one."""
        self.environ: dict[str, str] | None = None
        """Its own copy of `os.environ`, once it has looked at it."""
        self.at_exit: list[tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]] = []
        """What it has registered with `atexit`, in that order."""
        self.warned: set[str] = set()
        """What an engine has told it once, and need not tell it again."""
        self._line = ""
        self._flows: dict[Flow | asyncio.Task[Any], EventLoop | None] = {}
        """What runs in it, in the order in which it began, and on which of its event loops."""
        self._main: Flow | None = None
        """The first of them."""
        self._kept: list[Handle] = []
        self._blocked: set[EventLoop] = set()
        """Its event loops that a blocking call holds up."""
        self._free = True
        """Whether every callback of it may run now."""
        self._until_thawed: list[asyncio.Future[None]] = []

    def admits(self, handle: Handle) -> bool:
        """Callbacks run as long as the process lives; while it, or their event loop, is held up they are kept."""
        return self._free or self._may_run(handle)

    def _may_run(self, handle: Handle) -> bool:
        loop = handle.context.get(LOOP) if self.runs else None
        if loop is not None and loop.blocked:
            loop.hold(handle)
            return False
        if self.alive and not self.runs:
            self._kept.append(handle)
        return self.runs

    def blocked(self, loop: EventLoop, blocked: bool) -> None:
        """A blocking call on one of its event loops has begun, or returned."""
        if blocked:
            self._blocked.add(loop)
        else:
            self._blocked.discard(loop)
        self._free = self.runs and not self._blocked

    def refuse(self, error: Refusal) -> None:
        """Its code uses what is not modelled: the run is over, and no handler of the program's goes on.

        Raises:
            ProcessKilled: it was over before.
        """
        if self.machine.refused is not None:
            raise ProcessKilled
        self.machine.refuse(error)

    # -- a pause and an end in order ---------------------------------------------------------------

    def pause(self) -> None:
        """Run nothing of it until `thaw`; whatever becomes due is kept, in order."""
        self.runs = self._free = False
        self.presence.fall_silent()

    def thaw(self) -> None:
        """Go on after a pause, where it was: first what became due meanwhile."""
        self.runs = self.alive
        self._free = self.runs and not self._blocked
        for handle in self._kept:
            self.machine.loop.readmit(handle)
        self._kept.clear()
        waiting, self._until_thawed = self._until_thawed, []
        for thawed in waiting:
            settle(thawed)

    async def thawed(self) -> None:
        """Wait for the end of a pause; for ever in a process that is dead."""
        while not self.runs:
            thawed = self.machine.loop.create_future()
            self._until_thawed.append(thawed)
            await thawed

    def interrupt(self) -> None:
        """`SystemExit` where its main flow waits; its tasks are cancelled, as `asyncio.run` does on its way out."""
        for flow in self.flows():
            if isinstance(flow, asyncio.Task):
                flow.cancel()
        if self._main is not None:
            self._main.throw(SystemExit(0))

    def flows(self, on: EventLoop | None = None) -> list[Flow | asyncio.Task[Any]]:
        """Its flows that have not ended, without a workflow's own tasks, which are the engine's to wake.

        `on`: only those of that event loop.
        """
        flows = [flow for flow, loop in self._flows.items() if on is None or loop is on]
        return [flow for flow in flows if not flow.done() and flow.get_loop() is self.machine.loop]

    def context(self) -> contextvars.Context:
        """The present context, with this process as the owner of what runs in it."""
        context = contextvars.copy_context()
        if context.get(OWNER) is not self:
            context.run(self._enter)
        return context

    def _enter(self) -> None:
        """Take over the present context, which was the outside's."""
        OWNER.set(self)
        LOOP.set(self.event_loop)

    def start(
        self, coroutine: Coroutine[Any, Any, Any], context: contextvars.Context | None = None
    ) -> asyncio.Future[Any]:
        """Run blocking code in this process; the future is done with its result, never if it dies."""
        context = context or self.context()
        flow = Flow(coroutine, self.machine.loop, context, self._forget)
        self._flows[flow] = context.get(LOOP)
        self._main = self._main or flow
        return flow.result

    def start_thread(self, coroutine: Coroutine[Any, Any, Any]) -> asyncio.Future[Any]:
        """`start` it in a thread of its own, which no event loop holds up."""
        return self.start(coroutine, self.on(None))

    def start_task(
        self, coroutine: Coroutine[Any, Any, Any], context: contextvars.Context | None = None
    ) -> asyncio.Task[Any]:
        """Run asynchronous code in this process as an asyncio task."""
        return self.machine.loop.create_task(coroutine, context=context or self.context())

    def on(self, loop: EventLoop | None) -> contextvars.Context:
        """The present context for what is to run on that loop of this process, or in a thread of its own."""
        context = self.context()
        context.run(LOOP.set, loop)
        return context

    def adopt(self, task: asyncio.Task[Any], loop: EventLoop | None) -> None:
        """Keep a task, so that it dies with this process and not before."""
        self._flows[task] = loop
        task.add_done_callback(self._forget, context=outside())

    def _forget(self, flow: Flow | asyncio.Task[Any]) -> None:
        """Let go of a flow that has ended."""
        self._flows.pop(flow, None)

    @property
    def heard(self) -> bool:
        """Whether anyone hears what it prints."""
        return self.alive and self.role.heard

    def printed(self, text: str) -> None:
        """Take what its code prints: an event for each whole line. A line that a crash cut off is lost."""
        if self.machine.cut_off:
            self.die()
            raise ProcessKilled
        if not self.heard:
            return
        self._line += text
        if "\n" in text:
            whole, _, self._line = self._line.rpartition("\n")
            self._say(whole + "\n")

    def flush(self) -> None:
        """Print what is left of a line and close what is open, at the end of the process.

        Raises:
            ProcessKilled: a crash strikes at what it still writes.
        """
        if self.files is not None:
            self.files.close_all()
        if self._line:
            self._say(self._line)
            self._line = ""

    def _say(self, text: str) -> None:
        if not self.machine.cut_off:
            self.machine.emit(self, "", "print", self.name, 1, "printed", text=without_addresses(text))

    def die(self) -> None:
        """Never resume anything of this process again. Says nothing to the trace: the supervisor does."""
        if self.alive:
            self.alive = self.runs = self._free = False
            self.died_at = self.machine.loop.now
            self._kept.clear()
            self.presence.tell()

    def bury(self) -> None:
        """Let go of its flows at the end of the run, mute."""
        self.alive = self.runs = self._free = False
        for flow in list(self._flows):
            if isinstance(flow, Flow):
                flow.close()
            elif not flow.done():
                self.context().run(close_mute, flow.get_coro())
        self._flows.clear()


class Presence:
    """A process as others see it: whoever keeps a connection to it notices when it dies, is paused or is cut off."""

    __slots__ = ("_machine", "_process", "_watchers", "silent_since")

    def __init__(self, machine: Machine, process: Process) -> None:
        self.silent_since = 0.0
        """Since when it has been paused or cut off, in virtual seconds, if it is."""
        self._machine = machine
        self._process = process
        self._watchers: list[Callable[[Process], None]] = []

    def watch(self, watcher: Callable[[Process], None]) -> None:
        """Have `watcher` called whenever something happens to it."""
        if watcher not in self._watchers:
            self._watchers.append(watcher)

    def fall_silent(self) -> None:
        """Whoever keeps a connection to it hears nothing from now on."""
        self.silent_since = self._machine.loop.now
        self.tell()

    def tell(self) -> None:
        """Something has happened to it."""
        for watcher in self._watchers:
            watcher(self._process)


GUARD: contextvars.ContextVar[Callable[[str], None] | None] = contextvars.ContextVar("GUARD", default=None)
"""Asked, with its name, before code touches the clock, chance or the outside; a workflow's sandbox raises."""


def touch(what: str) -> None:
    """Ask the guard of the calling code, if it has one, whether it may touch `what`."""
    guard = GUARD.get()
    if guard is not None:
        guard(what)


def current(what: str) -> Process:
    """The process in which the calling code runs, for what it is about to touch.

    Raises:
        LabError: `no-machine`, naming `what`, outside of any.
        BaseException: what the code's guard raises.
    """
    touch(what)
    owner = OWNER.get()
    if not isinstance(owner, Process):
        raise LabError("no-machine", what=what)
    return owner
