"""An activity as the engine sees it: attempts, time-outs, retries. Only the end is written to the history.

Measured on Temporal server 1.32.0: an activity that needed three attempts has one SCHEDULED, one STARTED (with
`attempt` and `last_failure`) and one COMPLETED, the last two written together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from durable_lab.kernel.machine.loop import Handle
from durable_lab.kernel.outside.exchange import Served
from durable_lab.topologies.workflow.commands import ScheduleActivity
from durable_lab.topologies.workflow.errors import (
    Failure,
    RetryState,
    TimeoutType,
    timeout_failure,
    type_name,
)
from durable_lab.topologies.workflow.payloads import Payload
from durable_lab.topologies.workflow.task_queues import Poller

if TYPE_CHECKING:
    from durable_lab.topologies.workflow.execution import Execution

ALIKE_BEFORE_STUCK = 100
"""Attempts that fail alike after which the simulator stops trying. The engine itself goes on for ever."""


@dataclass(frozen=True)
class ActivityTask:
    """One attempt, as a worker gets it. Also the token that its report must show."""

    activity: PendingActivity
    attempt: int
    started_time: float
    """Unix time, seconds."""
    details: tuple[Payload, ...]
    """What the last heartbeat that arrived said."""


class PendingActivity:
    """An activity that has not ended."""

    def __init__(self, execution: Execution, scheduled_event_id: int, command: ScheduleActivity) -> None:
        self.execution = execution
        self.scheduled_event_id = scheduled_event_id
        self.command = command
        self.scheduled_time = execution.engine.now()
        self.task: ActivityTask | None = None
        """The attempt in progress, if one is."""
        self.cancel_requested = False
        self._worker: Poller | None = None
        self._attempt = 1
        self._details: tuple[Payload, ...] = ()
        self._last_failure: Failure | None = None
        self._alike = 0
        self._ended = False
        self._timers: list[Handle] = []
        self._limits: list[Handle] = []
        self._beat_time = 0.0

    @property
    def unit(self) -> str:
        """The recovery unit: workflow id and activity id, and the number of the run if it was continued."""
        number = f"#{self.execution.number}" if self.execution.number > 1 else ""
        return f"{self.execution.workflow_id}{number}/{self.command.activity_id}"

    def schedule(self) -> None:
        """Offer the first attempt to the workers of its task queue."""
        command, later = self.command, self.execution.engine.later
        if command.schedule_to_close is not None:
            self._limits.append(later(command.schedule_to_close, self._expire))
        if command.schedule_to_start is not None:
            self._timers.append(later(command.schedule_to_start, self._not_started))
        self._offer()

    def _offer(self) -> None:
        self.execution.engine.activity_queue(self.command.task_queue).offer(self._start)

    def _start(self, worker: Poller) -> None:
        if self._ended or self.task is not None:
            return
        self._clear(self._timers)
        self._worker = worker
        engine = self.execution.engine
        task = self.task = ActivityTask(self, self._attempt, engine.now(), self._details)
        if self.command.start_to_close is not None:
            timer = engine.later(
                self.command.start_to_close, self._time_out, task, TimeoutType.START_TO_CLOSE
            )
            self._timers.append(timer)
        self._await_heartbeat(task)
        engine.deliver(worker, lambda: worker.take_activity_task(task))

    def _await_heartbeat(self, task: ActivityTask) -> None:
        if self.command.heartbeat is not None:
            timer = self.execution.engine.later(self.command.heartbeat, self._miss_heartbeat, task)
            self._timers.append(timer)

    # -- reports of the worker -------------------------------------------------------------------

    def heartbeat(self, task: ActivityTask, details: tuple[Payload, ...]) -> Served:
        """Keep what it says, for the next attempt; expect the next one in time."""
        if self.task is not task:
            return _stale()
        self._details = details
        self._beat_time = self.execution.engine.now()
        self._await_heartbeat(task)
        return Served("stored", {}, result=self.cancel_requested)

    def complete(self, task: ActivityTask, result: Payload) -> Served:
        """Write the completion to the history; a stale one is refused."""
        if self.task is not task:
            return _stale()
        self._end("ACTIVITY_TASK_COMPLETED", result=result)
        return Served("stored", {})

    def fail(self, task: ActivityTask, failure: Failure) -> Served:
        """Try again, or write the failure to the history; a stale one is refused."""
        if self.task is not task:
            return _stale()
        self._retry(failure, "ACTIVITY_TASK_FAILED", can_retry=not _final(failure))
        return Served("stored", {})

    # -- time-outs -------------------------------------------------------------------------------

    def _time_out(self, task: ActivityTask, kind: TimeoutType) -> None:
        if self.task is task:
            self._retry(timeout_failure(kind, self._details), "ACTIVITY_TASK_TIMED_OUT")

    def _miss_heartbeat(self, task: ActivityTask) -> None:
        assert self.command.heartbeat is not None
        silent = self.execution.engine.now() - max(self._beat_time, task.started_time)
        if silent >= self.command.heartbeat - 1e-6:
            self._time_out(task, TimeoutType.HEARTBEAT)

    def _not_started(self) -> None:
        if self.task is None and not self._ended:
            self._end(
                "ACTIVITY_TASK_TIMED_OUT", timeout_failure(TimeoutType.SCHEDULE_TO_START), RetryState.TIMEOUT
            )

    def _expire(self) -> None:
        failure = timeout_failure(TimeoutType.SCHEDULE_TO_CLOSE, self._details)
        if self._last_failure is not None:
            failure["cause"] = self._last_failure
        self._end("ACTIVITY_TASK_TIMED_OUT", failure, RetryState.TIMEOUT)

    # -- what comes next -------------------------------------------------------------------------

    def _retry(self, failure: Failure, event: str, *, can_retry: bool = True) -> None:
        policy = self.command.retry
        delay = _asked_delay(failure)
        delay = policy.delay_after(self._attempt) if delay is None else delay
        state = self._why_not(failure, can_retry, delay)
        if state is not None:
            self._end(event, failure, state)
            return
        alike = self._last_failure is not None and self._last_failure["message"] == failure["message"]
        heard = self._worker is not None and self.execution.engine.hears(self._worker)
        self._alike = self._alike + 1 if alike and heard else 1
        self.task, self._last_failure, self._attempt = None, failure, self._attempt + 1
        self._clear(self._timers)
        if self._alike < ALIKE_BEFORE_STUCK:
            self._timers.append(self.execution.engine.later(delay, self._offer))
        else:
            what = failure.get("sentence", failure["message"])
            self.execution.say_stuck(["error-of-ours", {"type": self.command.activity_type, "what": what}])

    def try_on(self) -> None:
        """A new worker polls: what was given up as stuck is tried again."""
        if self.task is None and self._alike >= ALIKE_BEFORE_STUCK:
            self._alike = 0
            self._offer()

    def _why_not(self, failure: Failure, can_retry: bool, delay: float) -> RetryState | None:
        policy, limit = self.command.retry, self.command.schedule_to_close
        if self.cancel_requested:
            return RetryState.CANCEL_REQUESTED
        if not can_retry or type_name(failure) in (policy.non_retryable_error_types or ()):
            return RetryState.NON_RETRYABLE_FAILURE
        if 0 < policy.maximum_attempts <= self._attempt:
            return RetryState.MAXIMUM_ATTEMPTS_REACHED
        if limit is not None and self.execution.engine.now() + delay >= self.scheduled_time + limit:
            return RetryState.TIMEOUT
        return None

    def request_cancel(self) -> None:
        """Not started: cancelled at once. Running: told with its next heartbeat."""
        self.cancel_requested = True
        if self.task is None:
            self._end("ACTIVITY_TASK_CANCELED")

    def abandon(self) -> None:
        """The run has closed: what its attempts report from now on is stale."""
        self._ended, self.task = True, None
        self._clear(self._timers)
        self._clear(self._limits)

    def _end(
        self, event: str, failure: Failure | None = None, state: RetryState | None = None, **fields: Any
    ) -> None:
        if failure is not None:
            fields["failure"] = failure
        if state is not None:
            fields["retry_state"] = int(state)
        started = self.task is not None or self._attempt > 1
        shown: dict[str, Any] = {"attempt": self._attempt if self.task is not None else self._attempt - 1}
        if self._last_failure is not None:
            shown["last_failure"] = self._last_failure
        self.abandon()
        self.execution.end_activity(self, shown if started else None, event, fields)

    @staticmethod
    def _clear(timers: list[Handle]) -> None:
        for timer in timers:
            timer.cancel()
        timers.clear()


def _final(failure: Failure) -> bool:
    return bool(failure.get("application_failure_info", {}).get("non_retryable"))


def _asked_delay(failure: Failure) -> float | None:
    delay: float | None = failure.get("application_failure_info", {}).get("next_retry_delay")
    return delay


def _stale() -> Served:
    return Served("refused", {"why": "activity task not found"}, result=False)
