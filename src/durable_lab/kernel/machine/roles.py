"""What a process is for: what it does when it is told to end, whether it speaks for the client, what it shows.

A process lives and dies as any other; what differs from one to the next is its role. Each life begins a new one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Coroutine, Hashable
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from durable_lab.kernel.machine.machine import Machine
    from durable_lab.kernel.machine.process import Process

RESTART_AFTER = 1.0
"""Virtual seconds from a crash to the next life: a supervisor that notices and starts the process again."""


class Role:
    """A plain script: nobody waits for it, and where it waits itself it can be interrupted."""

    restart_after: ClassVar[float | None] = RESTART_AFTER
    """When it is started again after its end; None for never."""
    beside: ClassVar[bool] = False
    """Whether it stands beside what the program is made of: a client, or the way in that clients call."""
    speaks: ClassVar[bool] = False
    """Whether its own code, outside of any engine's, speaks for the client (`outside.client`)."""

    def __init__(self, machine: Machine) -> None:
        self.heard = True
        """Whether anyone hears what it prints."""
        self.defines_only = False
        """Whether it executes the file for its definitions: an `asyncio.run` there is not its own."""
        self.calls: Counter[Hashable] = Counter()
        """How many calls of the client its code has made, by what they are about (`outside.client`)."""
        self.resting: Coroutine[Any, Any, Any] | None = None
        """Code that its engine has just run until it waits, for whoever looks (`recording`)."""

    def next_call(self, about: Hashable) -> tuple[Hashable, int]:
        """The name of a call of the client that its code makes now: the same in each life that makes the same calls."""
        self.calls[about] += 1
        return about, self.calls[about]

    def stop(self, process: Process) -> None:
        """It is told to end: code that waits gets a `SystemExit`."""
        process.interrupt()
        process.machine.supervisor.end_after_flows(process)


class Worker(Role):
    """It takes from an engine what there is to do. Told to end, it finishes what it has begun."""

    def __init__(self, machine: Machine, leave: Callable[[], None]) -> None:
        """`leave` tells its engine that it takes nothing more."""
        super().__init__(machine)
        self._leave = leave

    def stop(self, process: Process) -> None:
        """It takes nothing more, and ends when what is in progress has ended."""
        self._leave()
        process.machine.supervisor.end_after_flows(process)


class Agent(Role):
    """It runs the reader's file, whose own calls stand for the client's. Told to end, it finishes the one in progress,
    as a server its request."""

    speaks = True

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine)
        self.heard = (
            not machine.journal
        )  # a client that was told something has said before what it now says again
        self._serving = 0

    def begin_call(self) -> None:
        """It carries out a call of the client, for which it has something to do."""
        self._serving += 1

    def end_call(self, process: Process) -> None:
        """It has carried it out. One that is told to end does so when its code next waits, if this was the last."""
        self._serving -= 1
        if process.stopping and not self._serving:
            process.machine.supervisor.end_soon(process)

    def stop(self, process: Process) -> None:
        """It ends when it carries out no call any more."""
        if not self._serving:
            process.machine.supervisor.end(process)


class Service(Agent):
    """The program's way in, beside the workers: an API. It dies and is started again as any other process, and whoever
    had asked it and heard nothing asks again: a person who presses the button once more."""

    beside = True


class Outside(Agent):
    """The client itself. Nobody starts it again."""

    restart_after = None
    beside = True
