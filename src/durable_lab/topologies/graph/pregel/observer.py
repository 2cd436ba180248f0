"""What a run says while it goes on: here to the trace. Whatever else wants to hear of it taps in at these places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from durable_lab.kernel.machine.process import Process
from durable_lab.kernel.trace import step_name
from durable_lab.topologies.graph.pregel.namespaces import Namespace
from durable_lab.topologies.graph.pregel.tasks import PregelExecutableTask
from durable_lab.topologies.graph.types import Command, Interrupt


class Started(NamedTuple):
    """An attempt at a task that has been told of."""

    task: PregelExecutableTask
    name: str
    n: int
    attempt: int
    """Counts the attempts at its unit, over all lives, from 1."""


class Observer:
    """Tells the trace of one run."""

    def __init__(self, process: Process, namespace: Namespace) -> None:
        self._machine = process.machine
        self._process = process
        self._name = step_name(namespace.thread)

    def invoked(self, given: Any, again: bool) -> bool:
        """The client calls, for the first time or once more. Whether it won't learn the result, and will invoke with
        the same `again`."""
        machine, name = self._machine, self._name
        answers = isinstance(given, Command) and given.resume is not None
        edge, phase, shown = ("resume", "resumed", given.resume) if answers else ("start", "called", given)
        n = machine.number("invoke", name)
        repeated = {"again": True} if answers and again else {}
        event = machine.emit(self._process, edge, "invoke", name, n, phase, given=shown, **repeated)
        return machine.faults.sent_again(event)

    def started(self, task: PregelExecutableTask) -> Started:
        """A task begins at its first line."""
        machine, name = self._machine, step_name(task.name)
        attempt = machine.number("attempt", task.unit)
        started = Started(task, name, machine.number("node", name), attempt)
        self._node(started, "started")
        return started

    def over(self, started: Started, phase: str) -> None:
        """It has finished, paused or raised."""
        self._node(started, phase)

    def _node(self, started: Started, phase: str) -> None:
        task, name, n, attempt = started
        self._machine.emit(self._process, "", "node", name, n, phase, unit=task.unit, attempt=attempt)

    def asked(self, started: Started, questions: Sequence[Interrupt]) -> None:
        """It asks a person."""
        machine, name, unit = self._machine, started.name, started.task.unit
        for question in questions:
            n, shown = machine.number("question", name), {"value": question.value, "id": question.id}
            machine.emit(self._process, "pause", "question", name, n, "asked", **shown, unit=unit)

    def ended(self, values: Mapping[str, Any], *, paused: bool) -> None:
        """The run returns to the client."""
        machine, phase = self._machine, "paused" if paused else "ended"
        n = machine.number("result", self._name)
        machine.emit(self._process, "result", "result", self._name, n, phase, values=values)
