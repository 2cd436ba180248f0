"""How something ended: an activity, an attempt at it, a query. Failures are data, and nobody's exceptions."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any, NamedTuple, TypeAlias

from durable_lab.topologies.workflow.wire.values import Fields, Payload, frozen

Failure: TypeAlias = Fields
"""An error as it is stored: JSON, with the fields of Temporal's own `Failure` message."""


class TimeoutType(IntEnum):
    """Which of an activity's time-outs it was."""

    START_TO_CLOSE = 1
    SCHEDULE_TO_START = 2
    SCHEDULE_TO_CLOSE = 3
    HEARTBEAT = 4


class RetryState(IntEnum):
    """Why an activity was not tried again."""

    IN_PROGRESS = 1
    NON_RETRYABLE_FAILURE = 2
    TIMEOUT = 3
    MAXIMUM_ATTEMPTS_REACHED = 4
    RETRY_POLICY_NOT_SET = 5
    INTERNAL_SERVER_ERROR = 6
    CANCEL_REQUESTED = 7


class Completed(NamedTuple):
    """It gave a result."""

    result: Payload


class Failed(NamedTuple):
    """It gave a failure."""

    failure: Failure


class Cancelled(NamedTuple):
    """It was cancelled; the failure says so to whoever waits for it."""

    failure: Failure


# -- failures that no code raised -----------------------------------------------------------------


def failure(message: str, **fields: Any) -> Failure:
    """A failure of these fields; those that are None are left out."""
    given = {name: value for name, value in fields.items() if value is not None}
    return Fields(frozen({"message": message, **given}))


def application_failure(message: str, type: str) -> Failure:
    """What an error that is none of the SDK's own becomes."""
    return failure(message, application_failure_info={"type": type, "non_retryable": False, "details": ()})


def timeout_failure(
    kind: TimeoutType, details: Sequence[Payload] = (), cause: Failure | None = None
) -> Failure:
    """The failure of an activity that did not report in time; `details` are its last heartbeat's."""
    shown = kind.name.replace("_", " ").title().replace(" ", "")
    info = {"timeout_type": int(kind), "last_heartbeat_details": details}
    return failure(f"activity {shown} timeout", cause=cause, timeout_failure_info=info)


def canceled_failure() -> Failure:
    """The failure that lies behind a cancelled activity's."""
    return failure("Cancelled", canceled_failure_info={"details": ()})


def type_name(failure: Failure) -> str:
    """The type of an application failure, as retry policies name it; "" if it has none."""
    return str(failure.get("application_failure_info", {}).get("type", ""))
