"""Tasks, which a worker gets from the server, and its reports on them."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from durable_lab.topologies.workflow.wire.commands import Activity, Command
from durable_lab.topologies.workflow.wire.history import HistoryEvent
from durable_lab.topologies.workflow.wire.outcomes import Completed, Failed, Failure
from durable_lab.topologies.workflow.wire.values import Payload

ENGINE = "engine"
"""What a cut of the network calls the server: its node in the picture."""

TASK_TIMEOUT = 10.0
"""Seconds that a worker has for a workflow task (the server's default); more from the fourth attempt on."""


# -- from the server ------------------------------------------------------------------------------


class Token(NamedTuple):
    """Says on which task a report is. Only the server reads it."""

    run_id: str
    event_id: int
    """The event that started a workflow task or scheduled an activity; 0 for a query."""
    attempt: int


class Query(NamedTuple):
    """A question to the code of a run."""

    name: str
    arguments: tuple[Payload, ...]


class WorkflowTask(NamedTuple):
    """A turn for the code to decide; with a `query`, a question instead of a turn."""

    token: Token
    workflow_id: str
    run_id: str
    workflow_type: str
    history: tuple[HistoryEvent, ...]
    """From the first event; the last one of a turn is its own start."""
    attempt: int = 1
    query: Query | None = None


class ActivityTask(NamedTuple):
    """One attempt at an activity. Times are Unix time, seconds."""

    token: Token
    unit: str
    """The recovery unit, as the trace names it."""
    workflow_id: str
    run_id: str
    workflow_type: str
    activity: Activity
    attempt: int
    scheduled_time: float
    started_time: float
    heartbeat_details: tuple[Payload, ...]
    """What the last heartbeat that arrived said."""


Task: TypeAlias = WorkflowTask | ActivityTask


# -- from a worker --------------------------------------------------------------------------------


class Poll(NamedTuple):
    """A worker asks for tasks, until it is gone."""

    identity: str
    """One life of one worker."""
    task_queue: str
    workflows: bool
    activities: bool


class WorkflowTaskCompleted(NamedTuple):
    """The code has decided."""

    token: Token
    commands: tuple[Command, ...]
    sticky: bool
    """Whether the worker keeps the run in its cache: then it is to get its next tasks."""


class WorkflowTaskFailed(NamedTuple):
    """The code could not decide."""

    token: Token
    cause: str
    """One of Temporal's `WorkflowTaskFailedCause`."""
    failure: Failure


class QueryAnswered(NamedTuple):
    """What the code, or its absence, answered."""

    token: Token
    answer: Completed | Failed


class ActivityTaskEnded(NamedTuple):
    """How an attempt ended."""

    token: Token
    outcome: Completed | Failed


class ActivityHeartbeat(NamedTuple):
    """An attempt lives, and says how far it is."""

    token: Token
    details: tuple[Payload, ...]


Report: TypeAlias = WorkflowTaskCompleted | WorkflowTaskFailed | ActivityTaskEnded | ActivityHeartbeat
"""What is reported over `kernel.outside.exchange`, and served there."""
