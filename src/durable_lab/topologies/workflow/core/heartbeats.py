"""Heartbeats of one attempt, throttled as the SDK does: what was said last may not have left when a process dies."""

from __future__ import annotations

from contextvars import Context

from durable_lab.kernel.machine.loop import Handle
from durable_lab.kernel.machine.process import Process
from durable_lab.kernel.outside.exchange import Route, exchange
from durable_lab.kernel.outside.store import LATENCY
from durable_lab.kernel.trace import step_name
from durable_lab.topologies.workflow.service import Service
from durable_lab.topologies.workflow.wire.tasks import ENGINE, ActivityHeartbeat, ActivityTask

HEARTBEAT = Route("heartbeat", "heartbeat", "heartbeat", "sent", None, LATENCY, ENGINE)

_SHARE = 0.8
"""Of the heartbeat time-out: so long at least between two that are sent."""

_DEFAULT_INTERVAL = 30.0
"""Seconds between two, without a heartbeat time-out."""


class Heartbeats:
    """Sends the first at once, and then the latest, at intervals."""

    def __init__(self, process: Process, service: Service, task: ActivityTask) -> None:
        self._process = process
        self._service = service
        self._task = task
        timeout = task.activity.heartbeat
        self._interval = _DEFAULT_INTERVAL if timeout is None else timeout * _SHARE
        self._held: ActivityHeartbeat | None = None
        self._timer: Handle | None = None

    def beat(self, beat: ActivityHeartbeat) -> None:
        """Send it, or hold it until the interval is over; a later one takes its place.

        It comes to the core by the worker's event loop, from a thread too; what the core holds it sends by itself.
        """
        if self._timer is None:
            self._begin(beat, self._process.on(self._process.event_loop))
        else:
            self._held = beat

    def _begin(self, beat: ActivityHeartbeat, context: Context) -> None:
        self._process.start(self._send(beat), context)
        self._timer = self._process.machine.loop.call_later(
            self._interval, self._due, context=self._process.on(None)
        )

    def _due(self) -> None:
        self._timer = None
        held, self._held = self._held, None
        if held is not None:
            self._begin(held, self._process.on(None))

    async def _send(self, beat: ActivityHeartbeat) -> None:
        await exchange(
            self._process,
            HEARTBEAT,
            step_name(self._task.activity.activity_type),
            lambda: self._service.report(beat),
            business=self._task.unit,
            details=beat.details,
        )

    async def flush(self) -> None:
        """Send what is held: the attempt failed, and the next one is to know how far it came."""
        held = self._held
        self.stop()
        if held is not None:
            await self._send(held)

    def stop(self) -> None:
        """Send nothing more."""
        self._held = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
