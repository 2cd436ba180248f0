"""The modules of Temporal's Python SDK and the names that each has here."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from durable_lab.topologies.workflow.sdk import activity, client, common, worker, workflow
from durable_lab.topologies.workflow.sdk import errors as failures
from durable_lab.topologies.workflow.wire import history, outcomes, runs


def _of(module: ModuleType, names: str) -> dict[str, Any]:
    """Some names of a module of ours."""
    return {name: getattr(module, name) for name in names.split()}


NAMES: dict[str, dict[str, Any]] = {
    "temporalio": {},
    "temporalio.activity": _of(activity, "defn heartbeat in_activity info logger Info"),
    "temporalio.workflow": {
        **_of(workflow, "defn run signal query start_activity execute_activity sleep wait_condition"),
        **_of(
            workflow, "now time random uuid4 info logger patched deprecate_patch continue_as_new unsafe Info"
        ),
        **_of(failures, "ContinueAsNewError NondeterminismError"),
    },
    "temporalio.client": {
        **_of(client, "Client WorkflowHandle WorkflowHistory WorkflowExecutionDescription"),
        **_of(client, "WorkflowContinuedAsNewError"),
        **_of(runs, "WorkflowExecutionStatus"),
        **_of(failures, "WorkflowFailureError WorkflowQueryFailedError RPCError"),
    },
    "temporalio.worker": _of(worker, "Worker UnsandboxedWorkflowRunner"),
    "temporalio.worker.workflow_sandbox": {
        **_of(worker, "SandboxedWorkflowRunner"),
        **_of(failures, "RestrictedWorkflowAccessError"),
    },
    "temporalio.common": {
        **_of(common, "RetryPolicy"),
        **_of(runs, "WorkflowIDReusePolicy"),
    },
    "temporalio.exceptions": {
        **_of(
            failures,
            "TemporalError FailureError ApplicationError ActivityError CancelledError TerminatedError",
        ),
        **_of(failures, "TimeoutError WorkflowAlreadyStartedError"),
        **_of(outcomes, "TimeoutType RetryState"),
    },
    "temporalio.service": _of(failures, "RPCError RPCStatusCode"),
    "temporalio.api": {},
    "temporalio.api.enums": {},
    "temporalio.api.enums.v1": _of(history, "EventType"),
}
"""Module → names. Whatever is not listed says so when it is imported (`durable_lab.imports`)."""
