"""One run as the engine keeps it: its history, the workflow task in progress, timers, activities.

The order of events is the server's (measured on Temporal server 1.32.0). What happens while a worker decides is
buffered and written after its commands. A workflow task that fails again is not written: it is transient.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from durable_lab.kernel.machine.loop import Handle
from durable_lab.kernel.outside.exchange import Served
from durable_lab.kernel.trace import step_name
from durable_lab.topologies.workflow.attempts import PendingActivity
from durable_lab.topologies.workflow.commands import (
    CLOSING,
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
from durable_lab.topologies.workflow.common import WorkflowExecutionStatus as Status
from durable_lab.topologies.workflow.errors import Failure
from durable_lab.topologies.workflow.history import HistoryEvent
from durable_lab.topologies.workflow.payloads import Payload
from durable_lab.topologies.workflow.task_queues import Poller

if TYPE_CHECKING:
    from durable_lab.topologies.workflow.engine import Engine

TASK_TIMEOUT = 10.0
"""Seconds that a worker has for a workflow task (the engine's default); more from the fourth attempt on."""

STICKY_TIMEOUT = 10.0
"""Seconds that a task waits for the worker that has the run in its cache (the SDK's default)."""

ALIKE_BEFORE_STUCK = 10
"""Workflow tasks that fail alike after which the simulator calls the run stuck. The engine retries for ever."""

_MORE_FIRST, _MORE_MOST = 5.0, 600.0


@dataclass(eq=False)
class WorkflowTask:
    """A turn for the code to decide."""

    attempt: int = 1
    scheduled_after: int = 0
    """How many events the history had when it was scheduled."""
    started: bool = False
    transient: list[HistoryEvent] = field(default_factory=list)
    """Its own events while they are not in the history."""
    timer: Handle | None = None


@dataclass(frozen=True)
class GivenTask:
    """A workflow task as a worker gets it. Also the token that its report must show."""

    execution: Execution
    task: WorkflowTask
    events: Sequence[HistoryEvent]


class Execution:
    """A run."""

    def __init__(
        self, engine: Engine, workflow_id: str, number: int, workflow_type: str, task_queue: str
    ) -> None:
        self.engine = engine
        self.workflow_id = workflow_id
        self.number = number
        """Counts the runs under this workflow id, from 1."""
        self.run_id = engine.run_id(workflow_id, number)
        self.workflow_type = workflow_type
        self.task_queue = task_queue
        self.history: list[HistoryEvent] = []
        self.status = Status.RUNNING
        self.result: Payload | None = None
        self.failure: Failure | None = None
        self.next: Execution | None = None
        """The run that continues it."""
        self.closed = engine.machine.loop.create_future()
        self.task: WorkflowTask | None = None
        self.stuck = False
        self.sticky: Poller | None = None
        """The worker that has this run in its cache."""
        self.activities: dict[str, PendingActivity] = {}
        self._timers: dict[str, tuple[int, Handle]] = {}
        self._buffered: list[Callable[[], None]] = []
        self._why: Any = ""
        """The same for whoever is told: one of the simulator's own errors as a sentence in no language."""
        self.problem = ""
        """Why the last workflow task failed, as its worker knows it; it reports a first failure only."""
        self._alike = 0

    # -- the history -----------------------------------------------------------------------------

    def begin(self, given: Sequence[Payload], continued_from: str = "") -> None:
        """Write the first event and give the code its first turn."""
        shown = {"workflow_type": {"name": self.workflow_type}, "input": list(given)}
        shown["task_queue"] = {"name": self.task_queue}
        self.record(
            "WORKFLOW_EXECUTION_STARTED", **shown, continued_execution_run_id=continued_from, attempt=1
        )
        self._schedule_task()

    def record(self, type: str, **fields: Any) -> int:
        """Append an event to the history. Returns its id."""
        event = HistoryEvent(len(self.history) + 1, type, self.engine.now(), fields)
        self.history.append(event)
        edge = "timer" if type.startswith("TIMER") else ""
        name = step_name(self.workflow_id)
        shown = {"type": type, "run": self.number, "attributes": fields}
        self.engine.machine.emit(None, edge, "history", name, event.event_id, "recorded", **shown)
        return event.event_id

    def shown(self) -> list[HistoryEvent]:
        """The events that a client is shown: a task that is tried again appears at the end, while it runs."""
        return [*self.history, *(self.task.transient if self.task is not None else ())]

    def happen(self, write: Callable[[], None]) -> None:
        """Something came from outside of the code: written now, or after the decision in progress."""
        if self.status != Status.RUNNING:
            return
        if self.task is not None and self.task.started:
            self._buffered.append(write)
            return
        write()
        if self.task is None:
            self._schedule_task()

    def signal(self, name: str, given: Sequence[Payload], identity: str) -> None:
        """Accept a signal, whether or not a worker lives."""
        shown = {"signal_name": name, "input": list(given), "identity": identity}
        self.happen(lambda: self._write("WORKFLOW_EXECUTION_SIGNALED", **shown))

    def end_activity(
        self, activity: PendingActivity, started: dict[str, Any] | None, event: str, fields: dict[str, Any]
    ) -> None:
        """The activity will not be tried again: write that it had started and how it ended."""
        self.activities.pop(activity.command.activity_id, None)
        scheduled = activity.scheduled_event_id

        def write() -> None:
            started_id = 0
            if started is not None:
                started_id = self.record("ACTIVITY_TASK_STARTED", scheduled_event_id=scheduled, **started)
            self.record(event, scheduled_event_id=scheduled, started_event_id=started_id, **fields)

        self.happen(write)

    def terminate(self, reason: str) -> None:
        """End the run from outside; its code gets no further turn."""
        self.failure = {"message": reason or "Workflow execution terminated"}
        self.record("WORKFLOW_EXECUTION_TERMINATED", reason=reason)
        self._close(Status.TERMINATED)

    def _write(self, type: str, **fields: Any) -> None:
        self.record(type, **fields)

    # -- workflow tasks --------------------------------------------------------------------------

    def _schedule_task(self, attempt: int = 1) -> None:
        task = self.task = WorkflowTask(attempt)
        if attempt == 1:
            self._record_scheduled(task)
        task.scheduled_after = len(self.history)
        self._offer_task(task)

    def _record_scheduled(self, task: WorkflowTask) -> None:
        kind = "NORMAL" if self.sticky is None else "STICKY"
        queue = {"name": self.task_queue, "kind": kind}
        self.record("WORKFLOW_TASK_SCHEDULED", task_queue=queue, attempt=task.attempt)

    def _offer_task(self, task: WorkflowTask) -> None:
        """To the worker that has the run in its cache, as long as it seems to be there; else to any."""
        if self.task is not task:
            return
        worker = self.sticky
        if worker is not None and worker.process.alive:
            self._start_task(task, worker)
        elif worker is not None and self.engine.seen_lately(worker, STICKY_TIMEOUT):
            task.timer = self.engine.later(STICKY_TIMEOUT, self._sticky_timed_out, task)
        else:
            self.sticky = None
            self.engine.workflow_queue(self.task_queue).offer(lambda poller: self._start_task(task, poller))

    def _sticky_timed_out(self, task: WorkflowTask) -> None:
        if self.task is not task or task.started:
            return
        self.sticky = None
        self.record("WORKFLOW_TASK_TIMED_OUT", timeout_type="SCHEDULE_TO_START")
        self._schedule_task()

    def _start_task(self, task: WorkflowTask, worker: Poller) -> None:
        if self.task is not task or task.started:
            return
        if task.attempt > 1 and len(self.history) > task.scheduled_after:
            task.attempt = 1  # there is news: an ordinary task again
            self._record_scheduled(task)
        task.started = True
        if task.attempt == 1:
            self.record("WORKFLOW_TASK_STARTED", scheduled_event_id=len(self.history))
        else:
            task.transient = self._transient_events()
        task.timer = self.engine.later(_timeout_of(task.attempt), self._task_timed_out, task, worker)
        given = GivenTask(self, task, (*self.history, *task.transient))
        self.engine.deliver(worker, lambda: worker.take_workflow_task(given))

    def _transient_events(self) -> list[HistoryEvent]:
        at, n = self.engine.now(), len(self.history)
        types = ("WORKFLOW_TASK_SCHEDULED", "WORKFLOW_TASK_STARTED")
        return [HistoryEvent(n + 1 + i, type, at) for i, type in enumerate(types)]

    def _task_timed_out(self, task: WorkflowTask, worker: Poller) -> None:
        """The worker died, or failed again: of further failures it says nothing."""
        if self.task is not task:
            return
        if task.attempt > 1 and self.engine.hears(worker):
            self._alike += 1
        if task.attempt == 1:
            self.record("WORKFLOW_TASK_TIMED_OUT", timeout_type="START_TO_CLOSE")
        self._try_task_again(task)

    def complete_task(self, task: WorkflowTask, commands: Sequence[Command], worker: Poller) -> Served:
        """Write the decision and carry it out. Refused if it is stale, or closes a run that has news."""
        if self.task is not task:
            return Served("refused", {"why": "Workflow task not found."}, result=False)
        if self._buffered and any(isinstance(command, CLOSING) for command in commands):
            self._fail_task(task, "UNHANDLED_COMMAND", {"message": "UnhandledCommand"})
            return Served("refused", {"why": "UnhandledCommand"}, result=False)
        self._end_task(task)
        if task.attempt > 1:
            self.record("WORKFLOW_TASK_SCHEDULED", task_queue={"name": self.task_queue}, attempt=task.attempt)
            self.record("WORKFLOW_TASK_STARTED", scheduled_event_id=len(self.history))
        self.problem, self._alike = "", 0
        self.sticky = worker if worker.caches and not worker.process.stopping else None
        self.record("WORKFLOW_TASK_COMPLETED", started_event_id=len(self.history))
        for command in commands:
            self._carry_out(command)
        if self.status == Status.RUNNING and self._flush():
            self._schedule_task()
        return Served("stored", {}, result=True)

    def fail_task(self, task: WorkflowTask, cause: str, failure: Failure) -> Served:
        """The code could not decide. The run stays RUNNING; the task is tried again."""
        if self.task is not task:
            return Served("refused", {"why": "Workflow task not found."}, result=False)
        self._fail_task(task, cause, failure)
        return Served("stored", {}, result=True)

    def _fail_task(self, task: WorkflowTask, cause: str, failure: Failure) -> None:
        if task.attempt == 1:
            self.record(
                "WORKFLOW_TASK_FAILED", cause=cause, failure=failure, started_event_id=len(self.history)
            )
        self._alike = self._alike + 1 if failure["message"] == self.problem else 1
        self.problem, self._why = failure["message"], failure.get("sentence", failure["message"])
        self._try_task_again(task)

    def _try_task_again(self, task: WorkflowTask) -> None:
        self._end_task(task)
        self.sticky = None
        if self._flush():
            self._alike = 0  # there is news: the next turn is not the same one
        attempt = task.attempt + 1
        if self._alike >= ALIKE_BEFORE_STUCK:
            self.task = WorkflowTask(attempt, len(self.history))
            self.say_stuck(self._why)
        else:
            self._schedule_task(attempt)

    def _end_task(self, task: WorkflowTask) -> None:
        if task.timer is not None:
            task.timer.cancel()
        self.task = None

    def _flush(self) -> bool:
        buffered, self._buffered = self._buffered, []
        for write in buffered:
            write()
        return bool(buffered)

    # -- stuck -----------------------------------------------------------------------------------

    def say_stuck(self, why: Any) -> None:
        """Nothing that is scheduled will move this run: the same failure for ever. It stays RUNNING."""
        self.stuck = True
        self._say("stuck", why=why)

    def try_on(self) -> None:
        """A new worker polls, perhaps with other code: try again what is stuck."""
        if not self.stuck or self.status != Status.RUNNING:
            return
        self.stuck = False
        self._say("resumed")
        if self._alike >= ALIKE_BEFORE_STUCK and self.task is not None:
            self._alike = 0
            self._offer_task(self.task)
        for activity in list(self.activities.values()):
            activity.try_on()

    def _say(self, phase: str, **shown: Any) -> None:
        name = step_name(self.workflow_id)
        self.engine.machine.emit(None, "", "workflow", name, self.number, phase, **shown)

    # -- commands --------------------------------------------------------------------------------

    def _carry_out(self, command: Command) -> None:
        match command:
            case ScheduleActivity():
                self._schedule_activity(command)
            case RequestCancelActivity(activity_id):
                self.record(command.event, activity_id=activity_id)
                if activity_id in self.activities:
                    self.activities[activity_id].request_cancel()
            case StartTimer(timer_id, seconds):
                started = self.record(command.event, timer_id=timer_id, start_to_fire_timeout=seconds)
                self._timers[timer_id] = started, self.engine.later(seconds, self._fire, timer_id)
            case CancelTimer(timer_id):
                self.record(command.event, timer_id=timer_id)
                if timer_id in self._timers:
                    self._timers.pop(timer_id)[1].cancel()
            case SetPatchMarker(patch_id, deprecated):
                details = {"id": patch_id, "deprecated": deprecated}
                self.record(command.event, marker_name="core_patch", details=details)
                self.record("UPSERT_WORKFLOW_SEARCH_ATTRIBUTES")
            case CompleteWorkflow(result):
                self.result = result
                self.record(command.event, result=result)
                self._close(Status.COMPLETED)
            case FailWorkflow(failure):
                self.failure = failure
                self.record(command.event, failure=failure)
                self._close(Status.FAILED)
            case ContinueAsNew():
                self._continue(command)

    def _schedule_activity(self, command: ScheduleActivity) -> None:
        scheduled = self.record(
            command.event,
            activity_id=command.activity_id,
            activity_type={"name": command.activity_type},
            input=list(command.input),
            task_queue={"name": command.task_queue},
            start_to_close_timeout=command.start_to_close,
            schedule_to_close_timeout=command.schedule_to_close,
        )
        activity = self.activities[command.activity_id] = PendingActivity(self, scheduled, command)
        activity.schedule()

    def _fire(self, timer_id: str) -> None:
        started, _ = self._timers.pop(timer_id)
        self.happen(lambda: self._write("TIMER_FIRED", timer_id=timer_id, started_event_id=started))

    def _continue(self, command: ContinueAsNew) -> None:
        run_id = self.engine.run_id(self.workflow_id, self.number + 1)
        self.record(command.event, new_execution_run_id=run_id, input=list(command.input))
        self.next = self.engine.open(self.workflow_id, command.workflow_type, command.task_queue)
        self._close(Status.CONTINUED_AS_NEW)
        self.next.begin(command.input, self.run_id)

    def _close(self, status: Status) -> None:
        self.status = status
        if self.task is not None:
            self._end_task(self.task)
        for activity in self.activities.values():
            activity.abandon()
        for _, timer in self._timers.values():
            timer.cancel()
        self.activities.clear()
        self._timers.clear()
        self._buffered.clear()
        self._say("closed", status=status.name)
        self.closed.set_result(None)


def _timeout_of(attempt: int) -> float:
    """Seconds for an attempt at a workflow task (measured: 10, 10, 10, 14, 20, 26: with jitter, which is left out)."""
    return TASK_TIMEOUT + (min(_MORE_FIRST * 2.0 ** min(attempt - 4, 10), _MORE_MOST) if attempt > 3 else 0.0)
