"""The workflow tasks of one run: turns for its code to decide, one at a time.

What happens while a worker decides is buffered and written after its commands. A workflow task that fails again is not
written: it is transient. One that fails alike for ever leaves the run stuck, which the simulator says and the server
does not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from durable_lab.kernel.machine.loop import Handle
from durable_lab.kernel.outside.exchange import Served
from durable_lab.topologies.workflow.server.task_queues import Poller
from durable_lab.topologies.workflow.wire.commands import CLOSING
from durable_lab.topologies.workflow.wire.history import HistoryEvent
from durable_lab.topologies.workflow.wire.outcomes import Failure, failure
from durable_lab.topologies.workflow.wire.runs import WorkflowExecutionStatus as Status
from durable_lab.topologies.workflow.wire.tasks import (
    TASK_TIMEOUT,
    Token,
    WorkflowTask,
    WorkflowTaskCompleted,
    WorkflowTaskFailed,
)

if TYPE_CHECKING:
    from durable_lab.topologies.workflow.server.run import Run

STICKY_TIMEOUT = 10.0
"""Seconds that a task waits for the worker that has the run in its cache (the SDK's default)."""

ALIKE_BEFORE_STUCK = 10
"""Workflow tasks that fail alike after which the simulator calls the run stuck. The server retries for ever."""

_MORE_FIRST, _MORE_MOST = 5.0, 600.0


@dataclass(eq=False)
class Turn:
    """A workflow task in progress."""

    attempt: int = 1
    scheduled_after: int = 0
    """How many events the history had when it was scheduled."""
    worker: Poller | None = None
    """Who has it, once it has started."""
    token: Token | None = None
    """What a report of it shows."""
    transient: tuple[HistoryEvent, ...] = ()
    """Its own events while they are not in the history."""
    timer: Handle | None = None


class WorkflowTasks:
    """The turn in progress, and what waits for its end."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._turn: Turn | None = None
        self.sticky: Poller | None = None
        """The worker that has this run in its cache."""
        self._buffered: list[Callable[[], object]] = []
        self._alike = 0
        """How many turns have failed in the same way."""
        self._problem = ""
        """Why the last one that was reported failed."""
        self._why: Any = ""
        """The same for whoever is told: one of the simulator's own errors as a sentence in no language."""

    def transient(self) -> tuple[HistoryEvent, ...]:
        """Events of a turn that is tried again."""
        return self._turn.transient if self._turn is not None else ()

    def happen(self, write: Callable[[], object]) -> None:
        """Write something that came from outside of the code, now or after the decision in progress."""
        if self._turn is not None and self._turn.worker is not None:
            self._buffered.append(write)
            return
        write()
        if self._turn is None:
            self.schedule()

    # -- to a worker -----------------------------------------------------------------------------

    def schedule(self, attempt: int = 1) -> None:
        """Give the code a turn."""
        turn = self._turn = Turn(attempt)
        if attempt == 1:
            self._record_scheduled(turn)
        turn.scheduled_after = len(self._run.history)
        self._offer(turn)

    def _record_scheduled(self, turn: Turn) -> None:
        kind = "NORMAL" if self.sticky is None else "STICKY"
        queue = {"name": self._run.task_queue, "kind": kind}
        self._run.record("WORKFLOW_TASK_SCHEDULED", task_queue=queue, attempt=turn.attempt)

    def _offer(self, turn: Turn) -> None:
        """To the worker that has the run in its cache, as long as it seems to be there; else to any."""
        if self._turn is not turn:
            return
        server, worker = self._run.server, self.sticky
        if worker is not None and worker.process.alive:
            self._start(turn, worker)
        elif worker is not None and server.seen_lately(worker, STICKY_TIMEOUT):
            turn.timer = server.later(STICKY_TIMEOUT, self._sticky_timed_out, turn)
        else:
            self.sticky = None
            server.workflow_queue(self._run.task_queue).offer(lambda poller: self._start(turn, poller))

    def _sticky_timed_out(self, turn: Turn) -> None:
        if self._turn is not turn or turn.worker is not None:
            return
        self.sticky = None
        self._run.record("WORKFLOW_TASK_TIMED_OUT", timeout_type="SCHEDULE_TO_START")
        self.schedule()

    def _start(self, turn: Turn, worker: Poller) -> None:
        if self._turn is not turn or turn.worker is not None:
            return
        run = self._run
        if turn.attempt > 1 and len(run.history) > turn.scheduled_after:
            turn.attempt = 1  # there is news: an ordinary task again
            self._record_scheduled(turn)
        turn.worker = worker
        if turn.attempt == 1:
            run.record("WORKFLOW_TASK_STARTED", scheduled_event_id=len(run.history))
        else:
            turn.transient = self._transient_events()
        history = self._run.shown()
        turn.token = Token(run.run_id, len(history), turn.attempt)
        turn.timer = run.server.later(_timeout_of(turn.attempt), self._timed_out, turn, worker)
        task = WorkflowTask(turn.token, run.workflow_id, run.run_id, run.workflow_type, history, turn.attempt)
        run.server.deliver(worker, task)

    def _transient_events(self) -> tuple[HistoryEvent, ...]:
        at, n = self._run.server.now(), len(self._run.history)
        types = ("WORKFLOW_TASK_SCHEDULED", "WORKFLOW_TASK_STARTED")
        return tuple(HistoryEvent(n + 1 + i, type, at) for i, type in enumerate(types))

    def forget(self, identity: str) -> None:
        """A worker has gone, and its cache with it."""
        if self.sticky is not None and self.sticky.identity == identity:
            self.sticky = None

    # -- from a worker ---------------------------------------------------------------------------

    def complete(self, report: WorkflowTaskCompleted) -> Served:
        """Write the decision and carry it out. Refused if it is stale, or closes a run that has news."""
        turn, run = self._reported(report.token), self._run
        if turn is None:
            return _stale()
        if self._buffered and any(isinstance(command, CLOSING) for command in report.commands):
            self._fail(turn, "UNHANDLED_COMMAND", failure("UnhandledCommand"))
            return Served("refused", {"why": "UnhandledCommand"}, result=False)
        self._end(turn)
        if turn.attempt > 1:
            run.record("WORKFLOW_TASK_SCHEDULED", task_queue={"name": run.task_queue}, attempt=turn.attempt)
            run.record("WORKFLOW_TASK_STARTED", scheduled_event_id=len(run.history))
        self._problem, self._alike = "", 0
        worker = turn.worker
        self.sticky = worker if report.sticky and worker is not None and worker.polls else None
        run.record("WORKFLOW_TASK_COMPLETED", started_event_id=len(run.history))
        for command in report.commands:
            run.carry_out(command)
        if run.status == Status.RUNNING and self._flush():
            self.schedule()
        return Served("stored", {}, result=True)

    def fail(self, report: WorkflowTaskFailed) -> Served:
        """The code could not decide. The run stays RUNNING; the task is tried again."""
        turn = self._reported(report.token)
        if turn is None:
            return _stale()
        self._fail(turn, report.cause, report.failure)
        return Served("stored", {}, result=True)

    def _reported(self, token: Token) -> Turn | None:
        """The turn that a report is of, unless it is over."""
        return self._turn if self._turn is not None and self._turn.token == token else None

    def _timed_out(self, turn: Turn, worker: Poller) -> None:
        """The worker died, or failed again: of further failures it says nothing."""
        if self._turn is not turn:
            return
        if turn.attempt > 1 and self._run.server.hears(worker):
            self._alike += 1
        if turn.attempt == 1:
            self._run.record("WORKFLOW_TASK_TIMED_OUT", timeout_type="START_TO_CLOSE")
        self._try_again(turn)

    def _fail(self, turn: Turn, cause: str, failure: Failure) -> None:
        if turn.attempt == 1:
            started = len(self._run.history)
            self._run.record("WORKFLOW_TASK_FAILED", cause=cause, failure=failure, started_event_id=started)
        self._alike = self._alike + 1 if failure["message"] == self._problem else 1
        self._problem, self._why = failure["message"], failure.get("sentence", failure["message"])
        self._try_again(turn)

    def _try_again(self, turn: Turn) -> None:
        self._end(turn)
        self.sticky = None
        if self._flush():
            self._alike = 0  # there is news: the next turn is not the same one
        attempt = turn.attempt + 1
        if self._alike >= ALIKE_BEFORE_STUCK:
            self._turn = Turn(attempt, len(self._run.history))
            self._run.say_stuck(self._why)
        else:
            self.schedule(attempt)

    def try_on(self) -> None:
        """A new worker polls: a turn that was given up is offered again."""
        if self._alike >= ALIKE_BEFORE_STUCK and self._turn is not None:
            self._alike = 0
            self._offer(self._turn)

    # -- the end of a turn -----------------------------------------------------------------------

    def _end(self, turn: Turn) -> None:
        if turn.timer is not None:
            turn.timer.cancel()
        self._turn = None

    def _flush(self) -> bool:
        buffered, self._buffered = self._buffered, []
        for write in buffered:
            write()
        return bool(buffered)

    def close(self) -> None:
        """The run has closed: no turn, and nothing that came meanwhile."""
        if self._turn is not None:
            self._end(self._turn)
        self._buffered.clear()


def _timeout_of(attempt: int) -> float:
    """Seconds for an attempt at a workflow task (measured: 10, 10, 10, 14, 20, 26: with jitter, which is left out)."""
    return TASK_TIMEOUT + (min(_MORE_FIRST * 2.0 ** min(attempt - 4, 10), _MORE_MOST) if attempt > 3 else 0.0)


def _stale() -> Served:
    return Served("refused", {"why": "Workflow task not found."}, result=False)
