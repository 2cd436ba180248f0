"""The errors that a program may meet, worded as `temporalio` words them, and the failures that they become."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from enum import IntEnum
from typing import Any

from durable_lab.kernel.trace import plain, without_addresses
from durable_lab.topologies.workflow.sdk.payloads import from_payload, to_payload
from durable_lab.topologies.workflow.wire.outcomes import Failure, RetryState, TimeoutType, failure
from durable_lab.words.messages import LabError


class TemporalError(Exception):
    """Whatever the SDK raises."""


class FailureError(TemporalError):
    """A failure of a workflow or an activity: raised in workflow code, it makes the run FAILED."""

    def __init__(self, message: str, *, shown: str | None = None) -> None:
        super().__init__(message if shown is None else shown)
        self.message = message

    @property
    def cause(self) -> BaseException | None:
        """What lies behind it."""
        return self.__cause__


class ApplicationError(FailureError):
    """An error of the program's own; what any other exception of an activity becomes."""

    def __init__(
        self,
        message: str,
        *details: Any,
        type: str | None = None,
        non_retryable: bool = False,
        next_retry_delay: timedelta | None = None,
    ) -> None:
        super().__init__(message, shown=f"{type}: {message}" if type else None)
        self.details: Sequence[Any] = details
        self.type = type
        self.non_retryable = non_retryable
        self.next_retry_delay = next_retry_delay


class CancelledError(FailureError):
    """An activity was cancelled."""

    def __init__(self, message: str = "Cancelled", *details: Any) -> None:
        super().__init__(message)
        self.details: Sequence[Any] = details


class TerminatedError(FailureError):
    """A run was ended from outside: its code got no further turn."""

    def __init__(self, message: str, *details: Any) -> None:
        super().__init__(message)
        self.details: Sequence[Any] = details


class TimeoutError(FailureError):
    """An activity did not report in time."""

    def __init__(
        self, message: str, *, type: TimeoutType | None, last_heartbeat_details: Sequence[Any] = ()
    ) -> None:
        super().__init__(message)
        self.type = type
        self.last_heartbeat_details = last_heartbeat_details


class ActivityError(FailureError):
    """What workflow code sees of an activity that will not be tried again; its cause says why."""

    def __init__(
        self,
        message: str,
        *,
        scheduled_event_id: int,
        started_event_id: int,
        identity: str,
        activity_type: str,
        activity_id: str,
        retry_state: RetryState | None,
    ) -> None:
        super().__init__(message)
        self.scheduled_event_id = scheduled_event_id
        self.started_event_id = started_event_id
        self.identity = identity
        self.activity_type = activity_type
        self.activity_id = activity_id
        self.retry_state = retry_state


class WorkflowAlreadyStartedError(FailureError):
    """The workflow id is in use."""

    def __init__(self, workflow_id: str, workflow_type: str, *, run_id: str | None = None) -> None:
        super().__init__("Workflow execution already started")
        self.workflow_id = workflow_id
        self.workflow_type = workflow_type
        self.run_id = run_id


class WorkflowFailureError(TemporalError):
    """What the client sees of a run that did not complete; its cause says why."""

    def __init__(self, *, cause: BaseException) -> None:
        super().__init__("Workflow execution failed")
        self.__cause__ = cause

    @property
    def cause(self) -> BaseException:
        """What lies behind it."""
        assert self.__cause__ is not None
        return self.__cause__


class WorkflowQueryFailedError(TemporalError):
    """The query's handler raised, or there is none."""


class RPCStatusCode(IntEnum):
    """Of the gRPC codes those that the engine answers with here."""

    DEADLINE_EXCEEDED = 4
    NOT_FOUND = 5


class RPCError(TemporalError):
    """The engine refused a request of a client."""

    def __init__(self, message: str, status: RPCStatusCode) -> None:
        super().__init__(message)
        self.message = message
        self.status = status


class NondeterminismError(TemporalError):
    """Workflow code asked for other commands than its history holds, or may do so when it is replayed."""


class RestrictedWorkflowAccessError(NondeterminismError):
    """Workflow code touched what would differ on replay; raised by the sandbox."""

    def __init__(self, qualified_name: str) -> None:
        super().__init__(
            f"Cannot access {qualified_name} from inside a workflow. If this is code from a module not used in "
            "a workflow or known to only be used deterministically from a workflow, mark the import as pass "
            "through."
        )
        self.qualified_name = qualified_name


class ContinueAsNewError(BaseException):
    """Ends the run and starts the next one; must reach the engine."""


def to_failure(error: BaseException) -> Failure:
    """An exception as it is stored. What is no `FailureError` becomes an application failure of its type."""
    message = without_addresses(str(getattr(error, "message", error)))
    sentence: Any = None
    if isinstance(error, LabError):
        sentence = plain(error.sentence)
    elif not message and not isinstance(error, FailureError):
        sentence = type(error).__name__  # what is shown of an error that says nothing
    cause = None if error.__cause__ is None else to_failure(error.__cause__)
    return failure(message, sentence=sentence, cause=cause, **_info(error))


def _info(error: BaseException) -> dict[str, Any]:
    """The field of a failure that says which kind it is."""
    if isinstance(error, ActivityError):
        return {
            "activity_failure_info": {
                "scheduled_event_id": error.scheduled_event_id,
                "started_event_id": error.started_event_id,
                "identity": error.identity,
                "activity_type": error.activity_type,
                "activity_id": error.activity_id,
                "retry_state": None if error.retry_state is None else int(error.retry_state),
            }
        }
    if isinstance(error, TimeoutError):
        details = [to_payload(value) for value in error.last_heartbeat_details]
        kind = None if error.type is None else int(error.type)
        return {"timeout_failure_info": {"timeout_type": kind, "last_heartbeat_details": details}}
    if isinstance(error, CancelledError):
        return {"canceled_failure_info": {"details": [to_payload(value) for value in error.details]}}
    return {"application_failure_info": _application_info(error)}


def _application_info(error: BaseException) -> dict[str, Any]:
    if not isinstance(error, ApplicationError):
        return {"type": type(error).__name__, "non_retryable": False, "details": []}
    delay = error.next_retry_delay
    return {
        "type": error.type or "",
        "non_retryable": error.non_retryable,
        "details": [to_payload(value) for value in error.details],
        "next_retry_delay": None if delay is None else delay.total_seconds(),
    }


def from_failure(failure: Failure) -> FailureError:
    """The exception that workflow code or a client gets for a stored failure."""
    error = _error_of(failure)
    if "cause" in failure:
        error.__cause__ = from_failure(failure["cause"])
    return error


def _error_of(failure: Failure) -> FailureError:
    message = failure["message"]
    if info := failure.get("activity_failure_info"):
        state = info["retry_state"]
        return ActivityError(message, **{**info, "retry_state": None if state is None else RetryState(state)})
    if info := failure.get("timeout_failure_info"):
        kind = None if info["timeout_type"] is None else TimeoutType(info["timeout_type"])
        details = [from_payload(text) for text in info["last_heartbeat_details"]]
        return TimeoutError(message, type=kind, last_heartbeat_details=details)
    if info := failure.get("canceled_failure_info"):
        return CancelledError(message, *(from_payload(text) for text in info["details"]))
    message = message or "Application error"
    info = failure.get("application_failure_info", {})
    details = [from_payload(text) for text in info.get("details", ())]
    return ApplicationError(
        message, *details, type=info.get("type") or None, non_retryable=info.get("non_retryable", False)
    )
