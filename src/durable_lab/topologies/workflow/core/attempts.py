"""Attempts at activities, on the worker's side: each in a flow of its own, from its task to the report."""

from __future__ import annotations

from typing import Any

from durable_lab.kernel.machine.process import Process
from durable_lab.kernel.outside.exchange import Route, exchange
from durable_lab.kernel.outside.store import LATENCY
from durable_lab.kernel.trace import step_name
from durable_lab.topologies.workflow.core.heartbeats import Heartbeats
from durable_lab.topologies.workflow.core.lang import Lang
from durable_lab.topologies.workflow.service import Service
from durable_lab.topologies.workflow.wire.outcomes import Completed
from durable_lab.topologies.workflow.wire.tasks import (
    ENGINE,
    ActivityHeartbeat,
    ActivityTask,
    ActivityTaskEnded,
    Token,
)

COMPLETION = Route("completion", "completion", "completion", "sent", None, LATENCY, ENGINE)


class Attempts:
    """The attempts in progress."""

    def __init__(self, process: Process, service: Service, lang: Lang) -> None:
        self._process = process
        self._service = service
        self._lang = lang
        self._heartbeats: dict[Token, Heartbeats] = {}

    def take(self, task: ActivityTask) -> None:
        """Receive one attempt: an `async def` runs as a task, a `def` as a flow of its own."""
        if self._lang.is_async(task.activity.activity_type):
            self._process.start_task(self._attempt(task))
        else:
            self._process.start(self._attempt(task))

    def heartbeat(self, beat: ActivityHeartbeat) -> None:
        """Pass on that an attempt lives; not too often."""
        if beat.token in self._heartbeats:
            self._heartbeats[beat.token].beat(beat)

    async def _attempt(self, task: ActivityTask) -> None:
        machine, name = self._process.machine, step_name(task.activity.activity_type)
        n = machine.number("activity_task", name)
        shown: dict[str, Any] = {"business": task.unit, "unit": task.unit, "attempt": task.attempt}
        machine.emit(self._process, "activity_task", "activity_task", name, n, "returned", **shown)
        await machine.alive(self._process)
        heartbeats = self._heartbeats[task.token] = Heartbeats(self._process, self._service, task)
        outcome = await self._lang.run_activity(task)
        del self._heartbeats[task.token]
        if isinstance(outcome, Completed):
            heartbeats.stop()
            shown |= {"result": outcome.result, "commits": [task.unit]}
        else:
            await heartbeats.flush()
            shown["failure"] = outcome.failure["message"]
        await machine.alive(self._process)
        report = ActivityTaskEnded(task.token, outcome)
        await exchange(self._process, COMPLETION, name, lambda: self._service.report(report), **shown)
