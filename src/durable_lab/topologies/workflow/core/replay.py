"""Replay: the history of a run into activations of its code, and what the code asks for into commands.

One of these is what a worker has of a run in its cache: how far the code has come, what it asked for that is not yet
history, and what the server calls the activities and timers that the code knows by number.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from durable_lab.topologies.workflow.core.lang import Lang
from durable_lab.topologies.workflow.core.matching import accepts, compare
from durable_lab.topologies.workflow.wire import activations, commands
from durable_lab.topologies.workflow.wire.activations import (
    Activation,
    Asked,
    FireTimer,
    InitializeWorkflow,
    Job,
    NotifyHasPatch,
    QueryWorkflow,
    ResolveActivity,
    RespondToQuery,
    SignalWorkflow,
    Unsuccessful,
)
from durable_lab.topologies.workflow.wire.commands import EVENTS, Activity, Command, SetPatchMarker
from durable_lab.topologies.workflow.wire.history import HistoryEvent
from durable_lab.topologies.workflow.wire.outcomes import (
    Cancelled,
    Completed,
    Failed,
    Failure,
    RetryState,
    canceled_failure,
    failure,
)
from durable_lab.topologies.workflow.wire.tasks import Query, WorkflowTask

SUGGEST_CONTINUE_AS_NEW = 4096
"""Events of the history from which it is suggested to continue as new (measured)."""

_OF_COMMANDS = frozenset(EVENTS.values())
"""The events that commands left."""

_LEARNED = frozenset(
    {
        "WORKFLOW_EXECUTION_STARTED",
        "WORKFLOW_EXECUTION_SIGNALED",
        "TIMER_FIRED",
        "ACTIVITY_TASK_COMPLETED",
        "ACTIVITY_TASK_FAILED",
        "ACTIVITY_TASK_TIMED_OUT",
    }
)
"""The events that the code learns of. That an activity is cancelled it knows, for it asked for it."""

_UNDECIDED = ("WORKFLOW_TASK_FAILED", "WORKFLOW_TASK_TIMED_OUT")

_NOT_READY = "Workflow state is not ready to handle the request."


class TurnFailed(Exception):
    """The code raised what is no failure of its run."""

    def __init__(self, completion: Unsuccessful) -> None:
        super().__init__(completion.failure["message"])
        self.failure = completion.failure
        self.cause = completion.force_cause


class Replay:
    """One run in a worker's cache."""

    def __init__(self, lang: Lang, task: WorkflowTask, seed: str) -> None:
        self.position = 0
        """How many events it has seen."""
        self._lang = lang
        self._run_id = task.run_id
        self._workflow_id = task.workflow_id
        self._seed = seed
        self._jobs: list[Job] = []
        """What the code has not learned yet."""
        self._unmatched: deque[tuple[int, Command]] = deque()
        """What it asked for that is not yet history, and under which number."""
        self._timers: dict[str, int] = {}
        """By the server's id: the number of each timer that runs."""
        self._activities: dict[int, Activity] = {}
        """By number: those that have not ended."""
        self._numbers: dict[int, int] = {}
        """The numbers of activities, by the event that scheduled them."""
        self._last: Activation | None = None

    async def advance(self, events: Sequence[HistoryEvent]) -> list[Command]:
        """Take the code through the events that it has not seen. Returns what it wants that is not yet history.

        `events` is the history from its first event; its last is the start of the turn to decide.

        Raises:
            Mismatch: the code asks for something else than it did.
            TurnFailed: the code could not decide.
        """
        for index in range(self.position, len(events)):
            event = events[index]
            if event.type in _OF_COMMANDS:
                self._match(event)
            elif event.type in _LEARNED:
                self._learn(event)
            elif event.type == "WORKFLOW_TASK_STARTED" and _decided(events, index):
                await self._turn(events, index)
        self.position = max(self.position, len(events))
        return [command for _, command in self._unmatched]

    async def query(self, query: Query) -> Completed | Failed:
        """Ask the code as it is after its last turn."""
        if self._last is None:
            return Failed(failure(_NOT_READY))
        job = QueryWorkflow("query", query.name, query.arguments)
        completion = await self._lang.activate(self._last._replace(jobs=(job,)))
        if isinstance(completion, Unsuccessful):
            return Failed(completion.failure)
        (answer,) = (c.answer for c in completion.commands if isinstance(c, RespondToQuery))
        return answer

    # -- turns -----------------------------------------------------------------------------------

    async def _turn(self, events: Sequence[HistoryEvent], index: int) -> None:
        """Have the code learn what it has not yet, and again what its own commands lead to at once."""
        jobs: list[Job] = [*_patches(events, index), *self._jobs]
        self._jobs = []
        while True:
            self._last = turn = Activation(
                self._run_id,
                events[index].time,
                index < len(events) - 1,
                index + 1,
                index + 1 >= SUGGEST_CONTINUE_AS_NEW,
                tuple(jobs),
            )
            completion = await self._lang.activate(turn)
            if isinstance(completion, Unsuccessful):
                raise TurnFailed(completion)
            for asked in completion.commands:
                self._hear(asked)
            if not self._jobs:
                return
            jobs, self._jobs = self._jobs, []

    def _hear(self, asked: Asked) -> None:
        """Word what the code asks for as the server has it."""
        match asked:
            case activations.ScheduleActivity(seq, activity):
                self._activities[seq] = activity
                self._unmatched.append((seq, commands.ScheduleActivity(activity)))
            case activations.RequestCancelActivity(seq):
                self._cancel_activity(seq)
            case activations.StartTimer(seq, seconds):
                self._timers[str(seq)] = seq
                self._unmatched.append((seq, commands.StartTimer(str(seq), seconds)))
            case activations.CancelTimer(seq):
                self._cancel_timer(seq)
            case RespondToQuery():
                pass
            case _:
                self._unmatched.append((0, asked))

    def _cancel_timer(self, seq: int) -> None:
        """One that has fired is over, though the code may not have learned it."""
        running = self._timers.pop(str(seq), None) is not None
        if running and not self._take_back(seq, commands.StartTimer):
            self._unmatched.append((seq, commands.CancelTimer(str(seq))))

    def _cancel_activity(self, seq: int) -> None:
        """Nobody waits for an activity's own answer: the code learns at once that it is cancelled."""
        activity = self._activities.pop(seq, None)
        if activity is None:
            return
        if not self._take_back(seq, commands.ScheduleActivity):
            scheduled = next(event_id for event_id, number in self._numbers.items() if number == seq)
            self._unmatched.append((seq, commands.RequestCancelActivity(scheduled)))
        self._jobs.append(ResolveActivity(seq, Cancelled(_cancelled(activity))))

    def _take_back(self, seq: int, kind: type[Command]) -> bool:
        """What has not left yet is as if it had never been asked for. Whether it was so."""
        for index, (number, command) in enumerate(self._unmatched):
            if number == seq and isinstance(command, kind):
                del self._unmatched[index]
                return True
        return False

    # -- events ----------------------------------------------------------------------------------

    def _match(self, event: HistoryEvent) -> None:
        """Hold an event that a command left against what the code asks for now."""
        seq, command = self._unmatched[0] if self._unmatched else (0, None)
        if not accepts(command, event):
            return
        assert command is not None
        self._unmatched.popleft()
        compare(command, event)
        if isinstance(command, commands.ScheduleActivity):
            self._numbers[event.event_id] = seq

    def _learn(self, event: HistoryEvent) -> None:
        """Keep what the code is to learn of an event in its next turn."""
        fields = event.fields
        match event.type:
            case "WORKFLOW_EXECUTION_STARTED":
                self._jobs.append(self._initialize(event))
            case "WORKFLOW_EXECUTION_SIGNALED":
                self._jobs.append(SignalWorkflow(fields["signal_name"], fields["input"], fields["identity"]))
            case "TIMER_FIRED":
                if fields["timer_id"] in self._timers:
                    self._jobs.append(FireTimer(self._timers.pop(fields["timer_id"])))
            case _:
                self._resolve(event)

    def _initialize(self, event: HistoryEvent) -> InitializeWorkflow:
        fields = event.fields
        return InitializeWorkflow(
            self._workflow_id,
            fields["workflow_type"]["name"],
            fields["input"],
            self._seed,
            fields["attempt"],
            fields["continued_execution_run_id"],
            event.time,
        )

    def _resolve(self, event: HistoryEvent) -> None:
        """Tell the code of an activity's end, unless it was told that it is cancelled."""
        seq = self._numbers[event.fields["scheduled_event_id"]]
        activity = self._activities.pop(seq, None)
        if activity is not None:
            result = (
                Completed(event.fields["result"])
                if event.type == "ACTIVITY_TASK_COMPLETED"
                else Failed(_ended(activity, event))
            )
            self._jobs.append(ResolveActivity(seq, result))


def _ended(activity: Activity, event: HistoryEvent) -> Failure:
    """What code that waits for an activity gets when it will not be tried again."""
    how = "timed out" if event.type == "ACTIVITY_TASK_TIMED_OUT" else "failed"
    fields = event.fields
    return failure(
        f"Activity task {how}",
        cause=fields["failure"],
        activity_failure_info=_about(
            activity, fields["scheduled_event_id"], fields["started_event_id"], fields["retry_state"]
        ),
    )


def _cancelled(activity: Activity) -> Failure:
    """What code that cancelled an activity gets."""
    info = _about(activity, 0, 0, RetryState.CANCEL_REQUESTED)
    return failure("Activity cancelled", cause=canceled_failure(), activity_failure_info=info)


def _about(activity: Activity, scheduled: int, started: int, state: int) -> dict[str, object]:
    return {
        "scheduled_event_id": scheduled,
        "started_event_id": started,
        "identity": "",
        "activity_type": activity.activity_type,
        "activity_id": activity.activity_id,
        "retry_state": int(state),
    }


def _decided(events: Sequence[HistoryEvent], index: int) -> bool:
    """Whether the task that starts here is the present one or led to a decision."""
    return index == len(events) - 1 or events[index + 1].type not in _UNDECIDED


def _patches(events: Sequence[HistoryEvent], index: int) -> list[NotifyHasPatch]:
    """The patches whose markers the decision at `index` left in the history."""
    found: list[NotifyHasPatch] = []
    for event in events[index + 1 :]:
        if event.type == "WORKFLOW_TASK_STARTED":
            break
        if event.type == EVENTS[SetPatchMarker]:
            found.append(NotifyHasPatch(event.fields["details"]["id"]))
    return found
