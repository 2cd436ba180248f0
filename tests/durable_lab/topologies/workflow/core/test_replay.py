"""The core by itself: histories in, activations out, by an SDK that only says what it was told to say."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from durable_lab.topologies.workflow.core.cache import Cache
from durable_lab.topologies.workflow.core.matching import Mismatch
from durable_lab.topologies.workflow.core.replay import Replay, TurnFailed
from durable_lab.topologies.workflow.wire import activations as asked
from durable_lab.topologies.workflow.wire import commands
from durable_lab.topologies.workflow.wire.activations import (
    Activation,
    Asked,
    Completion,
    FireTimer,
    InitializeWorkflow,
    NotifyHasPatch,
    QueryWorkflow,
    RemoveFromCache,
    ResolveActivity,
    RespondToQuery,
    SignalWorkflow,
    Successful,
    Unsuccessful,
)
from durable_lab.topologies.workflow.wire.history import HistoryEvent
from durable_lab.topologies.workflow.wire.outcomes import Cancelled, Completed, Failed, failure
from durable_lab.topologies.workflow.wire.tasks import ActivityTask, Query, Token, WorkflowTask
from durable_lab.topologies.workflow.wire.values import frozen

TASK = "WORKFLOW_TASK_SCHEDULED WORKFLOW_TASK_STARTED"
STARTED = {"workflow_type": {"name": "Flow"}, "input": ["1"], "attempt": 1, "continued_execution_run_id": ""}
SIGNALLED = {"signal_name": "go", "input": [], "identity": "client"}
PLAN = commands.Activity("1", "plan", (), "q", commands.RetryPolicy())
SCHEDULED = {"activity_id": "1", "activity_type": {"name": "plan"}}


class Scripted:
    """An SDK that answers each activation with the next line of its script, and with nothing after the last."""

    def __init__(self, *script: Sequence[Asked] | Unsuccessful) -> None:
        self.script = list(script)
        self.told: list[Activation] = []

    async def activate(self, activation: Activation) -> Completion:
        self.told.append(activation)
        says = self.script.pop(0) if self.script else ()
        return says if isinstance(says, Unsuccessful) else Successful(activation.run_id, tuple(says))

    def is_async(self, activity_type: str) -> bool:
        raise NotImplementedError

    async def run_activity(self, task: ActivityTask) -> Completed | Failed:
        raise NotImplementedError

    @property
    def jobs(self) -> list[list[asked.Job]]:
        return [list(activation.jobs) for activation in self.told]


def history(*events: str | tuple[str, dict[str, Any]]) -> list[HistoryEvent]:
    """Events in order: types, or types with their attributes."""
    pairs = [pair for e in events for pair in ([(t, {}) for t in e.split()] if isinstance(e, str) else [e])]
    return [HistoryEvent(i, type, 100.0 + i, frozen(fields)) for i, (type, fields) in enumerate(pairs, 1)]


BEGUN = history(("WORKFLOW_EXECUTION_STARTED", STARTED), TASK)


def replay(lang: Scripted) -> Replay:
    task = WorkflowTask(Token("run", 3, 1), "wf", "run", "Flow", tuple(BEGUN))
    return Replay(lang, task, "0/run")


def through(lang: Scripted, *histories: Sequence[HistoryEvent]) -> list[list[commands.Command]]:
    """What is wanted after each of these workflow tasks of one run."""

    async def advance() -> list[list[commands.Command]]:
        run = replay(lang)
        return [await run.advance(events) for events in histories]

    return asyncio.run(advance())


def decided(*more: str | tuple[str, dict[str, Any]]) -> list[HistoryEvent]:
    """A history whose first task was decided."""
    return history(("WORKFLOW_EXECUTION_STARTED", STARTED), TASK, "WORKFLOW_TASK_COMPLETED", *more)


def test_a_run_begins_with_its_arguments() -> None:
    lang = Scripted([asked.ScheduleActivity(1, PLAN)])
    assert through(lang, BEGUN) == [[commands.ScheduleActivity(PLAN)]]
    (activation,) = lang.told
    begun = InitializeWorkflow("wf", "Flow", ("1",), "0/run", 1, "", 101.0)
    assert activation == Activation("run", 103.0, False, 3, False, (begun,))


@pytest.mark.parametrize(
    ("event", "ended"),
    [
        (("ACTIVITY_TASK_COMPLETED", {"result": "7"}), Completed("7")),
        (("ACTIVITY_TASK_FAILED", {"failure": {"message": "no"}, "retry_state": 4}), "Activity task failed"),
        (("ACTIVITY_TASK_TIMED_OUT", {"failure": {"message": "late"}, "retry_state": 2}), "Activity task timed out"),
    ],
)  # fmt: skip
def test_what_ends_an_activity_is_told_by_its_number(
    event: tuple[str, dict[str, Any]], ended: Completed | str
) -> None:
    lang = Scripted([asked.ScheduleActivity(7, PLAN)])
    end = event[0], {**event[1], "scheduled_event_id": 5, "started_event_id": 6}
    events = decided(("ACTIVITY_TASK_SCHEDULED", SCHEDULED), "ACTIVITY_TASK_STARTED", end, TASK)
    assert through(lang, events) == [[]]
    assert [a.is_replaying for a in lang.told] == [True, False]
    (job,) = lang.jobs[1]
    assert isinstance(job, ResolveActivity) and job.seq == 7
    if isinstance(job.result, Failed):
        assert (job.result.failure["message"], job.result.failure["cause"]) == (ended, event[1]["failure"])
        about = job.result.failure["activity_failure_info"]
        assert about["activity_id"] == "1" and about["scheduled_event_id"] == 5
    else:
        assert job.result == ended


def test_a_timer_that_was_cancelled_before_it_left_never_was() -> None:
    lang = Scripted([asked.StartTimer(1, 5.0), asked.StartTimer(2, 9.0), asked.CancelTimer(1)])
    assert through(lang, BEGUN) == [[commands.StartTimer("2", 9.0)]]


def test_a_timer_that_has_left_is_cancelled_by_the_servers_id() -> None:
    lang = Scripted([asked.StartTimer(1, 5.0)], [asked.CancelTimer(1)])
    events = decided(("TIMER_STARTED", {"timer_id": "1"}), ("WORKFLOW_EXECUTION_SIGNALED", SIGNALLED), TASK)
    assert through(lang, events) == [[commands.CancelTimer("1")]]
    assert lang.jobs[1] == [SignalWorkflow("go", (), "client")]


def test_a_timer_that_fired_as_it_was_cancelled_is_over() -> None:
    """A signal's handler runs first and cancels it: Temporal's core ignores that, for the server has no such timer."""
    lang = Scripted([asked.StartTimer(1, 5.0)], [asked.CancelTimer(1)])
    fired = ("TIMER_FIRED", {"timer_id": "1", "started_event_id": 5})
    events = decided(
        ("TIMER_STARTED", {"timer_id": "1"}), fired, ("WORKFLOW_EXECUTION_SIGNALED", SIGNALLED), TASK
    )
    assert through(lang, events) == [[]]
    assert lang.jobs[1] == [FireTimer(1), SignalWorkflow("go", (), "client")]


def test_that_an_activity_is_cancelled_comes_in_a_further_activation_of_the_same_task() -> None:
    lang = Scripted(
        [asked.ScheduleActivity(1, PLAN)], [asked.RequestCancelActivity(1)], [asked.StartTimer(1, 2)]
    )
    ended = ("ACTIVITY_TASK_CANCELED", {"scheduled_event_id": 5, "started_event_id": 0})
    scheduled, signalled = ("ACTIVITY_TASK_SCHEDULED", SCHEDULED), ("WORKFLOW_EXECUTION_SIGNALED", SIGNALLED)
    first = decided(scheduled, signalled, TASK)
    then = decided(
        scheduled, signalled, TASK, "WORKFLOW_TASK_COMPLETED ACTIVITY_TASK_CANCEL_REQUESTED",
        ("TIMER_STARTED", {"timer_id": "1"}), ended, TASK,
    )  # fmt: skip
    wanted = through(lang, first, then)
    assert wanted == [[commands.RequestCancelActivity(5), commands.StartTimer("1", 2)], []]
    (job,) = lang.jobs[2]
    assert isinstance(job, ResolveActivity) and isinstance(job.result, Cancelled)
    assert job.result.failure["message"] == "Activity cancelled"
    assert [a.history_length for a in lang.told] == [3, 8, 8, 14]
    assert lang.jobs[3] == [], "it is not told again"


def test_an_activity_that_was_cancelled_before_it_left_never_was() -> None:
    lang = Scripted([asked.ScheduleActivity(1, PLAN), asked.RequestCancelActivity(1)])
    assert through(lang, BEGUN) == [[]]
    assert [type(job) for jobs in lang.jobs for job in jobs] == [InitializeWorkflow, ResolveActivity]


def test_patches_of_the_decision_come_before_what_the_history_tells() -> None:
    marker = ("MARKER_RECORDED", {"details": {"id": "p", "deprecated": False}})
    lang = Scripted([commands.SetPatchMarker("p", False)])
    assert through(lang, decided(marker, TASK)) == [[]]
    assert [type(job) for job in lang.jobs[0]] == [NotifyHasPatch, InitializeWorkflow]
    assert lang.jobs[1] == []


def test_a_task_that_failed_is_no_turn() -> None:
    lang = Scripted()
    events = history(("WORKFLOW_EXECUTION_STARTED", STARTED), TASK, "WORKFLOW_TASK_FAILED", TASK)
    through(lang, events)
    assert [(a.history_length, a.is_replaying) for a in lang.told] == [(6, False)]


def test_a_command_that_does_not_fit_is_a_mismatch_and_code_that_raises_is_none() -> None:
    with pytest.raises(Mismatch, match="No command scheduled for event HistoryEvent"):
        through(Scripted(), decided(("ACTIVITY_TASK_SCHEDULED", SCHEDULED), TASK))
    with pytest.raises(TurnFailed, match="no"):
        through(Scripted(Unsuccessful("run", failure("no"), "WORKFLOW_WORKER_UNHANDLED_FAILURE")), BEGUN)


# -- queries and the cache ------------------------------------------------------------------------


def test_a_query_is_alone_in_its_activation_and_sees_the_last_turn() -> None:
    lang = Scripted((), [RespondToQuery("query", Completed("7"))])

    async def ask() -> Completed | Failed:
        run = replay(lang)
        await run.advance(BEGUN)
        return await run.query(Query("status", ("1",)))

    assert asyncio.run(ask()) == Completed("7")
    assert lang.told[1] == lang.told[0]._replace(jobs=(QueryWorkflow("query", "status", ("1",)),))


def test_a_run_without_a_decided_turn_answers_nothing() -> None:
    lang = Scripted()
    answer = asyncio.run(replay(lang).query(Query("status", ())))
    assert isinstance(answer, Failed) and lang.told == []


def test_an_older_history_takes_no_run_back() -> None:
    """A query that was on its way while its run went on."""

    async def late() -> int:
        run = replay(lang)
        await run.advance(decided(TASK))
        await run.advance(BEGUN)
        return run.position

    lang = Scripted()
    assert asyncio.run(late()) == 6 and len(lang.told) == 2


def test_the_cache_forgets_what_was_not_used_for_longest_and_says_so() -> None:
    lang = Scripted()

    async def use() -> list[int]:
        cache = Cache(lang, 2)
        for run_id in ("a", "b", "a", "c"):
            await (await cache.get(run_id, lambda: replay(lang))).advance(BEGUN)
            await cache.release(run_id)
        return [cache.seen(run_id) for run_id in ("a", "b", "c")]

    assert asyncio.run(use()) == [3, 0, 3]
    assert [(a.run_id, a.jobs) for a in lang.told if isinstance(a.jobs[0], RemoveFromCache)] == [
        ("b", (RemoveFromCache("the cache is full"),))
    ]


def test_a_worker_that_keeps_nothing_forgets_a_run_when_its_code_waits() -> None:
    lang = Scripted()

    async def use() -> int:
        cache = Cache(lang, 0)
        await (await cache.get("a", lambda: replay(lang))).advance(BEGUN)
        await cache.release("a")
        return cache.seen("a")

    assert asyncio.run(use()) == 0
    assert isinstance(lang.jobs[-1][0], RemoveFromCache)
