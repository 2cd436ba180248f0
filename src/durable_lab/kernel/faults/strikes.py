"""How the faults of a plan strike a machine at their points. (Those of a request strike in `exchange`.)"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from durable_lab.kernel.faults.kinds import Crash, Cut, Deploy, Down, Fault, Pause, Preempt, Stop
from durable_lab.kernel.machine.loop import outside

if TYPE_CHECKING:
    from durable_lab.kernel.machine.machine import Machine
    from durable_lab.kernel.machine.process import Process
    from durable_lab.kernel.trace import Event


def arm(machine: Machine) -> None:
    """Have each fault of the machine's plan strike at its point."""
    for fault in machine.faults.plan:
        match fault:
            case Crash() | Stop() | Pause():
                machine.faults.when(fault.point, partial(_on_process, machine, fault))
            case Preempt():
                machine.faults.when(fault.point, partial(_preempt, machine, fault))
            case Cut():
                machine.faults.when(fault.point, partial(_cut, machine, fault))
            case Down():
                machine.faults.when(fault.point, partial(_take_down, machine, fault))
            case Deploy():
                machine.faults.when(fault.point, partial(_deploy, machine, fault))


def skew(process: Process) -> None:
    """Set the clock of a process that begins."""
    machine = process.machine
    for fault in machine.faults.skews:
        if fault.process == process.name:
            process.skew += fault.seconds
            if fault not in machine.faults.happened:
                _say(machine, fault)


def _say(machine: Machine, fault: Fault) -> None:
    machine.faults.happened.add(fault)
    machine.emit(None, "", "fault", str(fault), 1, "happened")


def _on_process(machine: Machine, fault: Crash | Stop | Pause, event: Event) -> None:
    host = machine.hosts.get(fault.process or event.process)
    if host is None or not host.process.alive:
        return
    _say(machine, fault)
    match fault:
        case Crash():
            _crash(host.process, fault)
        case Stop():
            machine.terminate(host.process)
        case Pause():
            _pause(host.process, fault.seconds)


def _crash(process: Process, fault: Crash) -> None:
    machine = process.machine
    machine.crash(process)
    if fault.landing is not None:
        for exchange in [x for x in machine.in_flight if x.process is process]:
            machine.faults.when(fault.landing, exchange.land)


def _pause(process: Process, seconds: float) -> None:
    machine = process.machine
    process.pause()
    machine.emit(process, "", "process", process.name, process.life, "paused", seconds=seconds)
    machine.loop.call_later(seconds, _resume, process, context=outside())


def _resume(process: Process) -> None:
    if process.alive and not process.runs:
        process.machine.emit(process, "", "process", process.name, process.life, "resumed")
        process.thaw()


def _preempt(machine: Machine, fault: Preempt, _: Event) -> None:
    def choose() -> bool:
        _say(machine, fault)
        return True

    machine.loop.preempt(choose)


def _cut(machine: Machine, fault: Cut, _: Event) -> None:
    if fault.process in machine.hosts:
        _say(machine, fault)
        machine.cuts[fault.process, fault.target] = machine.loop.now + fault.seconds
        machine.hosts[fault.process].process.fall_silent()


def _take_down(machine: Machine, fault: Down, _: Event) -> None:
    _say(machine, fault)
    machine.store(fault.store).take_down(fault.seconds, fault.count)


def _deploy(machine: Machine, fault: Deploy, _: Event) -> None:
    if fault.version in machine.versions:
        _say(machine, fault)
        machine.program = machine.versions[fault.version]
