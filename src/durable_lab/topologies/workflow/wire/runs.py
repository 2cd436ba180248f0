"""What a client is told of runs."""

from __future__ import annotations

from enum import IntEnum
from typing import Literal, NamedTuple

from durable_lab.topologies.workflow.wire.outcomes import Failure
from durable_lab.topologies.workflow.wire.values import Payload


class WorkflowIDReusePolicy(IntEnum):
    """Whether a workflow id may be used again after its run has closed."""

    ALLOW_DUPLICATE = 1
    ALLOW_DUPLICATE_FAILED_ONLY = 2
    REJECT_DUPLICATE = 3


class WorkflowExecutionStatus(IntEnum):
    """The status of a run. There is none for "stuck": such a run is RUNNING."""

    RUNNING = 1
    COMPLETED = 2
    FAILED = 3
    CANCELED = 4
    TERMINATED = 5
    CONTINUED_AS_NEW = 6
    TIMED_OUT = 7


class Refused(NamedTuple):
    """The server did nothing."""

    code: Literal["NOT_FOUND", "ALREADY_EXISTS"]
    """The name of a gRPC status."""
    message: str
    run_id: str = ""
    """The run that is in the way."""


class Closed(NamedTuple):
    """How a run ended."""

    workflow_type: str
    status: WorkflowExecutionStatus
    result: Payload | None
    failure: Failure | None
    next_run_id: str
    """The run that continues it; "" if none does."""


class Description(NamedTuple):
    """A run now."""

    run_id: str
    workflow_type: str
    task_queue: str
    status: WorkflowExecutionStatus
    start_time: float
    """Unix time, seconds."""
    history_length: int
