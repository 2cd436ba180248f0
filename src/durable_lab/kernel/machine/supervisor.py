"""The supervisor: it starts processes, ends them, and starts them again. Outside of them all, it never fails."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from durable_lab.kernel.machine.blocking import ProcessKilled
from durable_lab.kernel.machine.loop import outside
from durable_lab.kernel.machine.process import Process
from durable_lab.kernel.machine.roles import Role

if TYPE_CHECKING:
    from durable_lab.kernel.machine.machine import Machine

GRACE = 30.0
"""Virtual seconds from SIGTERM to SIGKILL: what Kubernetes waits by default (documented)."""


@dataclass
class Host:
    """A process that can be started again: turmoil's registered factory, so a crash needs no snapshot."""

    start: Callable[[Process], None]
    role: Callable[[Machine], Role]
    """Makes the role of each life."""
    process: Process
    stopped: bool = False
    """Whether it was ended in order: no further life."""


class Supervisor:
    """The processes of one machine, by name, and what befalls them."""

    def __init__(self, machine: Machine) -> None:
        self.hosts: dict[str, Host] = {}
        self._machine = machine
        self._buried: list[Process] = []

    def living(self, name: str) -> Process | None:
        """The process of that name, if it lives."""
        host = self.hosts.get(name)
        return host.process if host is not None and host.process.alive else None

    # -- lives -----------------------------------------------------------------------------------

    def host(
        self, name: str, start: Callable[[Process], None], role: Callable[[Machine], Role] = Role
    ) -> Process:
        """Start a process by calling `start(process)`, and again after each of its ends, as its role says."""
        process = Process(self._machine, name, 1, role(self._machine))
        if not process.role.beside:
            self._machine.trace.header.setdefault("restarts", []).append(name)
        self.hosts[name] = host = Host(start, role, process)
        self._begin(host)
        return process

    def _begin(self, host: Host) -> None:
        process = host.process
        self._say(process, "started")
        for fault in self._machine.faults.of_lives:
            fault.begin(process)
        host.start(process)

    def _start_again(self, process: Process) -> None:
        seconds = process.role.restart_after
        if seconds is not None:
            self._later(seconds, self._restart, self.hosts[process.name])

    def _restart(self, host: Host) -> None:
        if host.stopped:
            return
        old = host.process
        host.process = Process(self._machine, old.name, old.life + 1, host.role(self._machine))
        self._begin(host)

    def freeze(self, process: Process, seconds: float) -> None:
        """Pause a process for so many virtual seconds; it goes on where it was, without knowing."""
        process.pause()
        self._say(process, "paused", seconds=seconds)
        self._later(seconds, self._resume, process)

    def _resume(self, process: Process) -> None:
        if process.alive and not process.runs:
            self._say(process, "resumed")
            process.thaw()

    # -- ends ------------------------------------------------------------------------------------

    def crash(self, process: Process) -> None:
        """kill -9: the process never does anything again; another life begins later."""
        if not process.alive:
            return
        process.die()
        process.crashed = True
        self._buried.append(process)
        self._say(process, "crashed")
        self._start_again(process)

    def terminate(self, process: Process) -> None:
        """SIGTERM: it takes on nothing new, and ends when what is in progress has ended, as its role says; what
        hasn't after `GRACE` seconds is killed. Another life begins later."""
        if not process.alive or process.stopping:
            return
        process.stopping = True
        self._say(process, "stopping")
        self._later(GRACE, self.crash, process)
        process.role.stop(process)

    def end_after_flows(self, process: Process, _: object = None) -> None:
        """End a process when nothing that runs in it has anything left to do."""
        running = process.flows()
        if not running:
            self.end(process)
            return
        last = running[-1]
        future: asyncio.Future[Any] = last if isinstance(last, asyncio.Task) else last.result
        future.add_done_callback(functools.partial(self.end_after_flows, process), context=outside())

    def end_soon(self, process: Process) -> None:
        """End a process when its code next waits."""
        self._machine.loop.call_soon(self.end, process, context=outside())

    def end(self, process: Process) -> None:
        """It has ended as it was told to (`terminate`), or by itself."""
        if process.alive and self._bury(process):
            self._start_again(process)

    def stop(self, name: str) -> None:
        """End a process in order: it does nothing more, and no other life follows."""
        host = self.hosts[name]
        host.stopped = True
        if host.process.alive:
            self._bury(host.process)

    def _bury(self, process: Process) -> bool:
        """Whether it has come to its end; a crash may strike at what it still writes."""
        try:
            process.flush()
        except ProcessKilled:
            return False
        process.die()
        self._buried.append(process)
        self._say(process, "stopped")
        return True

    def bury_all(self) -> None:
        """The run is over: let go of every process, mute."""
        for process in [*self._buried, *(host.process for host in self.hosts.values())]:
            process.bury()

    def _later(self, seconds: float, action: Callable[..., None], *what: Any) -> None:
        self._machine.loop.call_later(seconds, action, *what, context=outside())

    def _say(self, process: Process, phase: str, **shown: Any) -> None:
        self._machine.emit(process, "", "process", process.name, process.life, phase, **shown)
