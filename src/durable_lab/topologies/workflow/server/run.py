"""One run as the server keeps it: its history, its timers and activities, and what becomes of commands.

The order of events is the server's (measured on Temporal server 1.32.0).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from durable_lab.kernel.machine.loop import Handle
from durable_lab.kernel.trace import step_name
from durable_lab.topologies.workflow.server.activities import PendingActivity
from durable_lab.topologies.workflow.server.workflow_tasks import WorkflowTasks
from durable_lab.topologies.workflow.wire.commands import (
    EVENTS,
    Activity,
    CancelTimer,
    Command,
    CompleteWorkflow,
    ContinueAsNew,
    FailWorkflow,
    RequestCancelActivity,
    ScheduleActivity,
    SetPatchMarker,
    StartTimer,
)
from durable_lab.topologies.workflow.wire.history import HistoryEvent
from durable_lab.topologies.workflow.wire.outcomes import Failure, failure
from durable_lab.topologies.workflow.wire.runs import Closed, Description
from durable_lab.topologies.workflow.wire.runs import WorkflowExecutionStatus as Status
from durable_lab.topologies.workflow.wire.values import Payload, frozen

if TYPE_CHECKING:
    from durable_lab.topologies.workflow.server.server import Server


class Run:
    """A run."""

    def __init__(
        self, server: Server, workflow_id: str, number: int, workflow_type: str, task_queue: str
    ) -> None:
        self.server = server
        self.workflow_id = workflow_id
        self.number = number
        """Counts the runs under this workflow id, from 1."""
        self.run_id = server.run_id(workflow_id, number)
        self.workflow_type = workflow_type
        self.task_queue = task_queue
        self.history: list[HistoryEvent] = []
        self.status = Status.RUNNING
        self.tasks = WorkflowTasks(self)
        self.activities: dict[int, PendingActivity] = {}
        """By the event that scheduled them."""
        self._timers: dict[str, tuple[int, Handle]] = {}
        self._stuck = False
        self._closed: Closed | None = None
        self._closing: list[asyncio.Future[Closed]] = []

    # -- the history -----------------------------------------------------------------------------

    def begin(self, given: Sequence[Payload], continued_from: str = "") -> None:
        """Write the first event and give the code its first turn."""
        self.record(
            "WORKFLOW_EXECUTION_STARTED",
            workflow_type={"name": self.workflow_type},
            input=given,
            task_queue={"name": self.task_queue},
            continued_execution_run_id=continued_from,
            attempt=1,
        )
        self.tasks.schedule()

    def record(self, type: str, **fields: Any) -> int:
        """Append an event to the history. Returns its id."""
        event = HistoryEvent(len(self.history) + 1, type, self.server.now(), frozen(fields))
        self.history.append(event)
        edge = "timer" if type.startswith("TIMER") else ""
        name = step_name(self.workflow_id)
        shown = {"type": type, "run": self.number, "attributes": fields}
        self.server.machine.emit(None, edge, "history", name, event.event_id, "recorded", **shown)
        return event.event_id

    def shown(self) -> tuple[HistoryEvent, ...]:
        """The events that a client is shown: a task that is tried again appears at the end, while it runs."""
        return (*self.history, *self.tasks.transient())

    def described(self) -> Description:
        """The run now."""
        return Description(
            self.run_id,
            self.workflow_type,
            self.task_queue,
            self.status,
            self.history[0].time,
            len(self.history),
        )

    # -- what comes from outside of the code -----------------------------------------------------

    def happen(self, write: Callable[[], object]) -> None:
        """Something came: written now, or after the decision in progress."""
        if self.status != Status.RUNNING:
            return
        self.tasks.happen(write)

    def signal(self, name: str, given: Sequence[Payload], identity: str) -> None:
        """Accept a signal, whether or not a worker lives."""
        shown = {"signal_name": name, "input": given, "identity": identity}
        self.happen(lambda: self.record("WORKFLOW_EXECUTION_SIGNALED", **shown))

    def end_activity(
        self, activity: PendingActivity, started: dict[str, Any] | None, event: str, fields: dict[str, Any]
    ) -> None:
        """The activity will not be tried again: write that it had started and how it ended."""
        scheduled = activity.scheduled_event_id
        self.activities.pop(scheduled, None)

        def write() -> None:
            started_id = 0
            if started is not None:
                started_id = self.record("ACTIVITY_TASK_STARTED", scheduled_event_id=scheduled, **started)
            self.record(event, scheduled_event_id=scheduled, started_event_id=started_id, **fields)

        self.happen(write)

    def _fire(self, timer_id: str) -> None:
        started, _ = self._timers.pop(timer_id)
        self.happen(lambda: self.record("TIMER_FIRED", timer_id=timer_id, started_event_id=started))

    def terminate(self, reason: str) -> None:
        """End the run from outside; its code gets no further turn."""
        self.record("WORKFLOW_EXECUTION_TERMINATED", reason=reason)
        self._close(Status.TERMINATED, failure=failure(reason or "Workflow execution terminated"))

    # -- commands --------------------------------------------------------------------------------

    def carry_out(self, command: Command) -> None:
        """Do what a decision asks for, and write it down."""
        event = EVENTS[type(command)]
        match command:
            case ScheduleActivity(activity):
                self._schedule_activity(activity, event)
            case RequestCancelActivity(scheduled):
                self.record(event, activity_id=self.history[scheduled - 1].fields["activity_id"])
                if scheduled in self.activities:
                    self.activities[scheduled].request_cancel()
            case StartTimer(timer_id, seconds):
                started = self.record(event, timer_id=timer_id, start_to_fire_timeout=seconds)
                self._timers[timer_id] = started, self.server.later(seconds, self._fire, timer_id)
            case CancelTimer(timer_id):
                self.record(event, timer_id=timer_id)
                if timer_id in self._timers:
                    self._timers.pop(timer_id)[1].cancel()
            case SetPatchMarker(patch_id, deprecated):
                details = {"id": patch_id, "deprecated": deprecated}
                self.record(event, marker_name="core_patch", details=details)
                self.record("UPSERT_WORKFLOW_SEARCH_ATTRIBUTES")
            case CompleteWorkflow(result):
                self.record(event, result=result)
                self._close(Status.COMPLETED, result=result)
            case FailWorkflow(failure):
                self.record(event, failure=failure)
                self._close(Status.FAILED, failure=failure)
            case ContinueAsNew():
                self._continue(command, event)

    def _schedule_activity(self, activity: Activity, event: str) -> None:
        scheduled = self.record(
            event,
            activity_id=activity.activity_id,
            activity_type={"name": activity.activity_type},
            input=activity.input,
            task_queue={"name": activity.task_queue},
            start_to_close_timeout=activity.start_to_close,
            schedule_to_close_timeout=activity.schedule_to_close,
        )
        pending = self.activities[scheduled] = PendingActivity(self, scheduled, activity)
        pending.schedule()

    def _continue(self, command: ContinueAsNew, event: str) -> None:
        run_id = self.server.run_id(self.workflow_id, self.number + 1)
        self.record(event, new_execution_run_id=run_id, input=command.input)
        following = self.server.open(self.workflow_id, command.workflow_type, command.task_queue)
        self._close(Status.CONTINUED_AS_NEW, next_run_id=following.run_id)
        following.begin(command.input, self.run_id)

    # -- the end ---------------------------------------------------------------------------------

    def _close(
        self,
        status: Status,
        *,
        result: Payload | None = None,
        failure: Failure | None = None,
        next_run_id: str = "",
    ) -> None:
        self.status = status
        self.tasks.close()
        for activity in self.activities.values():
            activity.abandon()
        for _, timer in self._timers.values():
            timer.cancel()
        self.activities.clear()
        self._timers.clear()
        self._say("closed", status=status.name)
        self._closed = Closed(self.workflow_type, status, result, failure, next_run_id)
        for future in self._closing:
            if not future.done():
                future.set_result(self._closed)

    def closing(self) -> asyncio.Future[Closed]:
        """Done when the run has closed."""
        future: asyncio.Future[Closed] = self.server.machine.loop.create_future()
        if self._closed is not None:
            future.set_result(self._closed)
        else:
            self._closing.append(future)
        return future

    # -- stuck -----------------------------------------------------------------------------------

    def say_stuck(self, why: Any) -> None:
        """Nothing that is scheduled will move this run: the same failure for ever. It stays RUNNING."""
        self._stuck = True
        self._say("stuck", why=why)

    def try_on(self) -> None:
        """A new worker polls, perhaps with other code: try again what is stuck."""
        if not self._stuck or self.status != Status.RUNNING:
            return
        self._stuck = False
        self._say("resumed")
        self.tasks.try_on()
        for activity in list(self.activities.values()):
            activity.try_on()

    def _say(self, phase: str, **shown: Any) -> None:
        name = step_name(self.workflow_id)
        self.server.machine.emit(None, "", "workflow", name, self.number, phase, **shown)
