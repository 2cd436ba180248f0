"""An activity as the server sees it: attempts, time-outs, retries. Only the end is written to the history.

Measured on Temporal server 1.32.0: an activity that needed three attempts has one SCHEDULED, one STARTED (with
`attempt` and `last_failure`) and one COMPLETED, the last two written together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from durable_lab.kernel.machine.loop import Handle
from durable_lab.kernel.outside.exchange import Served
from durable_lab.topologies.workflow.server.task_queues import Poller
from durable_lab.topologies.workflow.wire.commands import Activity, RetryPolicy
from durable_lab.topologies.workflow.wire.outcomes import (
    Completed,
    Failed,
    Failure,
    RetryState,
    TimeoutType,
    timeout_failure,
    type_name,
)
from durable_lab.topologies.workflow.wire.tasks import (
    ActivityHeartbeat,
    ActivityTask,
    ActivityTaskEnded,
    Token,
)
from durable_lab.topologies.workflow.wire.values import Payload

if TYPE_CHECKING:
    from durable_lab.topologies.workflow.server.run import Run

ALIKE_BEFORE_STUCK = 100
"""Attempts that fail alike after which the simulator stops trying. The server itself goes on for ever."""


class PendingActivity:
    """An activity that has not ended."""

    def __init__(self, run: Run, scheduled_event_id: int, activity: Activity) -> None:
        self.scheduled_event_id = scheduled_event_id
        self._run = run
        self._server = run.server
        self._activity = activity
        self._scheduled_time = run.server.now()
        self._task: ActivityTask | None = None
        """The attempt in progress, if one is."""
        self._cancel_requested = False
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
    def _unit(self) -> str:
        """The recovery unit: workflow id and activity id, and the number of the run if it was continued."""
        number = f"#{self._run.number}" if self._run.number > 1 else ""
        return f"{self._run.workflow_id}{number}/{self._activity.activity_id}"

    def schedule(self) -> None:
        """Offer the first attempt to the workers of its task queue."""
        activity, later = self._activity, self._server.later
        if activity.schedule_to_close is not None:
            self._limits.append(later(activity.schedule_to_close, self._expire))
        if activity.schedule_to_start is not None:
            self._timers.append(later(activity.schedule_to_start, self._not_started))
        self._offer()

    def _offer(self) -> None:
        self._server.activity_queue(self._activity.task_queue).offer(self._start)

    def _start(self, worker: Poller) -> None:
        if self._ended or self._task is not None:
            return
        self._clear(self._timers)
        self._worker = worker
        task = self._task = self._next_task()
        limit = self._activity.start_to_close
        if limit is not None:
            timer = self._server.later(limit, self._time_out, task, TimeoutType.START_TO_CLOSE)
            self._timers.append(timer)
        self._await_heartbeat(task)
        self._server.deliver(worker, task)

    def _next_task(self) -> ActivityTask:
        run = self._run
        return ActivityTask(
            Token(run.run_id, self.scheduled_event_id, self._attempt),
            self._unit,
            run.workflow_id,
            run.run_id,
            run.workflow_type,
            self._activity,
            self._attempt,
            self._scheduled_time,
            self._server.now(),
            self._details,
        )

    def _await_heartbeat(self, task: ActivityTask) -> None:
        if self._activity.heartbeat is not None:
            timer = self._server.later(self._activity.heartbeat, self._miss_heartbeat, task)
            self._timers.append(timer)

    # -- reports of the worker -------------------------------------------------------------------

    def _reported(self, token: Token) -> ActivityTask | None:
        """The attempt that a report is of, unless it is over."""
        return self._task if self._task is not None and self._task.token == token else None

    def heartbeat(self, report: ActivityHeartbeat) -> Served:
        """Keep what it says, for the next attempt; expect the next one in time."""
        task = self._reported(report.token)
        if task is None:
            return stale()
        self._details = report.details
        self._beat_time = self._server.now()
        self._await_heartbeat(task)
        return Served("stored", {}, result=self._cancel_requested)

    def end(self, report: ActivityTaskEnded) -> Served:
        """Write the completion to the history; try again, or write the failure. A stale report is refused."""
        if self._reported(report.token) is None:
            return stale()
        match report.outcome:
            case Completed(result):
                self._end("ACTIVITY_TASK_COMPLETED", result=result)
            case Failed(failure):
                self._retry(failure, "ACTIVITY_TASK_FAILED", can_retry=not _final(failure))
        return Served("stored", {})

    # -- time-outs -------------------------------------------------------------------------------

    def _time_out(self, task: ActivityTask, kind: TimeoutType) -> None:
        if self._task is task:
            self._retry(timeout_failure(kind, self._details), "ACTIVITY_TASK_TIMED_OUT")

    def _miss_heartbeat(self, task: ActivityTask) -> None:
        assert self._activity.heartbeat is not None
        silent = self._server.now() - max(self._beat_time, task.started_time)
        if silent >= self._activity.heartbeat - 1e-6:
            self._time_out(task, TimeoutType.HEARTBEAT)

    def _not_started(self) -> None:
        if self._task is None and not self._ended:
            self._end(
                "ACTIVITY_TASK_TIMED_OUT", timeout_failure(TimeoutType.SCHEDULE_TO_START), RetryState.TIMEOUT
            )

    def _expire(self) -> None:
        failure = timeout_failure(TimeoutType.SCHEDULE_TO_CLOSE, self._details, self._last_failure)
        self._end("ACTIVITY_TASK_TIMED_OUT", failure, RetryState.TIMEOUT)

    # -- what comes next -------------------------------------------------------------------------

    def _retry(self, failure: Failure, event: str, *, can_retry: bool = True) -> None:
        policy = self._activity.retry
        delay = _asked_delay(failure)
        delay = _delay_after(self._attempt, policy) if delay is None else delay
        state = self._why_not(failure, can_retry, delay)
        if state is not None:
            self._end(event, failure, state)
            return
        alike = self._last_failure is not None and self._last_failure["message"] == failure["message"]
        heard = self._worker is not None and self._server.hears(self._worker)
        self._alike = self._alike + 1 if alike and heard else 1
        self._task, self._last_failure, self._attempt = None, failure, self._attempt + 1
        self._clear(self._timers)
        if self._alike < ALIKE_BEFORE_STUCK:
            self._timers.append(self._server.later(delay, self._offer))
        else:
            what = failure.get("sentence", failure["message"])
            self._run.say_stuck(["error-of-ours", {"type": self._activity.activity_type, "what": what}])

    def try_on(self) -> None:
        """A new worker polls: what was given up as stuck is tried again."""
        if self._task is None and self._alike >= ALIKE_BEFORE_STUCK:
            self._alike = 0
            self._offer()

    def _why_not(self, failure: Failure, can_retry: bool, delay: float) -> RetryState | None:
        policy, limit = self._activity.retry, self._activity.schedule_to_close
        if self._cancel_requested:
            return RetryState.CANCEL_REQUESTED
        if not can_retry or type_name(failure) in policy.non_retryable_error_types:
            return RetryState.NON_RETRYABLE_FAILURE
        if 0 < policy.maximum_attempts <= self._attempt:
            return RetryState.MAXIMUM_ATTEMPTS_REACHED
        if limit is not None and self._server.now() + delay >= self._scheduled_time + limit:
            return RetryState.TIMEOUT
        return None

    def request_cancel(self) -> None:
        """Not started: cancelled at once. Running: told with its next heartbeat."""
        self._cancel_requested = True
        if self._task is None:
            self._end("ACTIVITY_TASK_CANCELED")

    def abandon(self) -> None:
        """The run has closed: what its attempts report from now on is stale."""
        self._ended, self._task = True, None
        self._clear(self._timers)
        self._clear(self._limits)

    def _end(
        self, event: str, failure: Failure | None = None, state: RetryState | None = None, **fields: Any
    ) -> None:
        if failure is not None:
            fields["failure"] = failure
        if state is not None:
            fields["retry_state"] = int(state)
        started = self._task is not None or self._attempt > 1
        shown: dict[str, Any] = {"attempt": self._attempt if self._task is not None else self._attempt - 1}
        if self._last_failure is not None:
            shown["last_failure"] = self._last_failure
        self.abandon()
        self._run.end_activity(self, shown if started else None, event, fields)

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


def _delay_after(attempt: int, policy: RetryPolicy) -> float:
    """Seconds from the end of an attempt (counted from 1) to the next."""
    first, most = policy.initial_interval, policy.maximum_interval
    most = first * 100 if most is None else most
    try:
        return min(first * policy.backoff_coefficient ** (attempt - 1), most)
    except OverflowError:
        return most


def stale() -> Served:
    """The answer to a report of an attempt that is over."""
    return Served("refused", {"why": "activity task not found"}, result=False)
