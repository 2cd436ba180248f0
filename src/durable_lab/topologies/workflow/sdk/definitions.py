"""What the decorators write down about a workflow, its handlers and an activity."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from durable_lab.kernel.machine.refusal import refusal
from durable_lab.topologies.workflow.sdk.payloads import hints_of

WORKFLOW = "__temporal_workflow_definition"
ACTIVITY = "__temporal_activity_definition"
RUN = "__temporal_workflow_run"
HANDLER = "__temporal_handler_definition"


@dataclass(frozen=True)
class Handler:
    """A method that takes a signal or a query."""

    kind: str
    """`signal` or `query`."""
    name: str
    function: Callable[..., Any]

    @functools.cached_property
    def hints(self) -> tuple[list[Any], Any]:
        """The types of its arguments and of what it returns."""
        return hints_of(self.function, 1)


@dataclass(frozen=True)
class WorkflowDefinition:
    """A workflow class."""

    name: str
    cls: type
    run: Callable[..., Any]
    handlers: dict[tuple[str, str], Handler]
    """By kind and name."""
    failures: tuple[type[BaseException], ...]
    """Exceptions that fail the run, beside the SDK's own; others fail the workflow task."""
    sandboxed: bool

    @functools.cached_property
    def hints(self) -> tuple[list[Any], Any]:
        """The types of its arguments and of its result."""
        return hints_of(self.run, 1)


@dataclass(frozen=True)
class ActivityDefinition:
    """An activity function."""

    name: str
    function: Callable[..., Any]

    @functools.cached_property
    def hints(self) -> tuple[list[Any], Any]:
        """The types of its arguments and of its result."""
        return hints_of(self.function)


def workflow_definition(
    cls: type, name: str | None, failures: Sequence[type[BaseException]], sandboxed: bool
) -> WorkflowDefinition:
    """Collect what the methods of a workflow class say.

    Raises:
        ValueError: no method or several are marked as `run`, as the SDK words it.
    """
    runs = [member for member in vars(cls).values() if getattr(member, RUN, False)]
    if len(runs) != 1:
        issue = "Missing @workflow.run method" if not runs else "Multiple @workflow.run methods found"
        raise ValueError(f"Invalid workflow class for 1 reason: {issue}")
    found = [getattr(m, HANDLER) for m in vars(cls).values() if hasattr(m, HANDLER)]
    handlers = {(handler.kind, handler.name): handler for handler in found}
    return WorkflowDefinition(name or cls.__name__, cls, runs[0], handlers, tuple(failures), sandboxed)


def activity_name(activity: str | Callable[..., Any]) -> str:
    """The name of an activity, however it is given.

    Raises:
        ValueError: it is no activity.
    """
    if isinstance(activity, str):
        return activity
    return activity_definition(activity).name


def activity_definition(function: Callable[..., Any]) -> ActivityDefinition:
    """What `@activity.defn` wrote down.

    Raises:
        ValueError: the function lacks the decorator, as the SDK words it.
    """
    found = getattr(function, ACTIVITY, None)
    if found is None:
        name = getattr(function, "__name__", "<unknown>")
        raise ValueError(
            f"Activity {name} missing attributes, was it decorated with @activity.defn?",
        )
    return found  # type: ignore[no-any-return]


def handler_name(given: str | Callable[..., Any], kind: str) -> str:
    """The name of a signal or a query, however it is given.

    Raises:
        RuntimeError: it is no such handler, as the SDK words it.
    """
    if isinstance(given, str):
        return given
    found = getattr(given, HANDLER, None)
    if found is None or found.kind != kind:
        raise RuntimeError(
            f"{kind.title()} definition not found on {given.__qualname__}, is it decorated with @workflow.{kind}?"
        )
    return str(found.name)


def workflow_name(given: str | Callable[..., Any]) -> str:
    """The name of a workflow, however it is given.

    Raises:
        ValueError: it is no method marked with `@workflow.run`.
    """
    if isinstance(given, str):
        return given
    found = getattr(given, WORKFLOW, None)
    if found is None:
        raise ValueError(
            f"Function {given.__qualname__} missing attributes, was it decorated with @workflow.run?"
        )
    return str(found.name)


class Place:
    """Where a definition stands in the file, so that the next life of a worker finds it again."""

    def __init__(self, definition: WorkflowDefinition | ActivityDefinition) -> None:
        """Remember the place.

        Raises:
            LabError: `not-at-module-level`: it could not be found in a fresh namespace.
        """
        named = definition.cls if isinstance(definition, WorkflowDefinition) else definition.function
        self.path = getattr(named, "__qualname__", type(named).__name__)
        code = inspect.unwrap(
            definition.run if isinstance(definition, WorkflowDefinition) else definition.function
        )
        if self.find(getattr(code, "__globals__", {})) is not named:
            raise refusal("not-at-module-level", what=self.path)

    def find(self, namespace: dict[str, Any]) -> Any:
        """What stands there in a namespace; None if nothing does."""
        first, *rest = self.path.split(".")
        found = namespace.get(first)
        for part in rest:
            found = getattr(found, part, None)
        return found


def positional(arg: Any, args: Sequence[Any]) -> tuple[Any, ...]:
    """The arguments of a call that gives one as `arg` or several as `args=`.

    Raises:
        ValueError: both are given, as the SDK words it.
    """
    if arg is UNSET:
        return tuple(args)
    if args:
        raise ValueError("Cannot have arg and args")
    return (arg,)


UNSET: Any = object()
"""An argument that was not given; None is one that was."""


def reject(function: str, others: dict[str, Any], available: str) -> None:
    """Refuse options that the engine has and the simulator has not.

    Raises:
        LabError: `not-modelled`.
    """
    if others:
        raise refusal("not-modelled", what=f"{function}({next(iter(others))}=…)", available=available)
