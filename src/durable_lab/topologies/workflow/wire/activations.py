"""Activations: what the core has the code of a run learn in one turn; and completions: what the code asked for then.

Jobs and commands name activities and timers by `seq`, which the SDK counts; what the server calls them is the core's
matter. Jobs come in the order of Temporal's core: patches, then what the history tells.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from durable_lab.topologies.workflow.wire.commands import (
    Activity,
    CompleteWorkflow,
    ContinueAsNew,
    FailWorkflow,
    SetPatchMarker,
)
from durable_lab.topologies.workflow.wire.outcomes import Cancelled, Completed, Failed, Failure
from durable_lab.topologies.workflow.wire.values import Payload

# -- jobs -----------------------------------------------------------------------------------------


class InitializeWorkflow(NamedTuple):
    """The run begins."""

    workflow_id: str
    workflow_type: str
    arguments: tuple[Payload, ...]
    randomness_seed: str
    """What the run's own source of chance is made from."""
    attempt: int
    continued_from_execution_run_id: str
    """"" for the first run under its id."""
    start_time: float
    """Unix time, seconds."""


class NotifyHasPatch(NamedTuple):
    """The history holds the marker of a patch, from here to the next turn."""

    patch_id: str


class SignalWorkflow(NamedTuple):
    """A signal came."""

    signal_name: str
    input: tuple[Payload, ...]
    identity: str
    """Who sent it."""


class FireTimer(NamedTuple):
    """A timer fired."""

    seq: int


class ResolveActivity(NamedTuple):
    """An activity ended."""

    seq: int
    result: Completed | Failed | Cancelled


class QueryWorkflow(NamedTuple):
    """Somebody asks the code; it is to change nothing. Alone in its activation."""

    query_id: str
    query_type: str
    arguments: tuple[Payload, ...]


class RemoveFromCache(NamedTuple):
    """Forget the run: if it is needed again, it begins again. Alone in its activation."""

    message: str


Job: TypeAlias = (
    InitializeWorkflow
    | NotifyHasPatch
    | SignalWorkflow
    | FireTimer
    | ResolveActivity
    | QueryWorkflow
    | RemoveFromCache
)


class Activation(NamedTuple):
    """One turn of a run's code."""

    run_id: str
    timestamp: float
    """Unix time in seconds: when the workflow task was started."""
    is_replaying: bool
    history_length: int
    """Events of the history so far."""
    continue_as_new_suggested: bool
    jobs: tuple[Job, ...]


# -- completions ----------------------------------------------------------------------------------


class ScheduleActivity(NamedTuple):
    """Run an activity."""

    seq: int
    activity: Activity


class RequestCancelActivity(NamedTuple):
    """Cancel an activity; that it is cancelled comes as a job, within the same workflow task."""

    seq: int


class StartTimer(NamedTuple):
    """Start a timer of so many seconds."""

    seq: int
    seconds: float


class CancelTimer(NamedTuple):
    """Cancel a timer."""

    seq: int


class RespondToQuery(NamedTuple):
    """The answer of a `QueryWorkflow`."""

    query_id: str
    answer: Completed | Failed


Asked: TypeAlias = (
    ScheduleActivity
    | RequestCancelActivity
    | StartTimer
    | CancelTimer
    | RespondToQuery
    | SetPatchMarker
    | CompleteWorkflow
    | FailWorkflow
    | ContinueAsNew
)
"""What code asks for. What has no `seq` is a command of the server's as it is."""


class Successful(NamedTuple):
    """The code ran until it waits."""

    run_id: str
    commands: tuple[Asked, ...]


class Unsuccessful(NamedTuple):
    """The code raised what is no failure of its run: the workflow task fails."""

    run_id: str
    failure: Failure
    force_cause: str
    """One of Temporal's `WorkflowTaskFailedCause`."""


Completion: TypeAlias = Successful | Unsuccessful
