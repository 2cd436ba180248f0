"""The event history: facts about one run, in order, under the engine's own names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import IntEnum
from typing import Any

from durable_lab.topologies.workflow.wire.values import Fields

# Names and numbers of `temporal.api.enums.v1.EventType`; those that this engine writes.
_EVENT_TYPES = {
    "WORKFLOW_EXECUTION_STARTED": 1,
    "WORKFLOW_EXECUTION_COMPLETED": 2,
    "WORKFLOW_EXECUTION_FAILED": 3,
    "WORKFLOW_TASK_SCHEDULED": 5,
    "WORKFLOW_TASK_STARTED": 6,
    "WORKFLOW_TASK_COMPLETED": 7,
    "WORKFLOW_TASK_TIMED_OUT": 8,
    "WORKFLOW_TASK_FAILED": 9,
    "ACTIVITY_TASK_SCHEDULED": 10,
    "ACTIVITY_TASK_STARTED": 11,
    "ACTIVITY_TASK_COMPLETED": 12,
    "ACTIVITY_TASK_FAILED": 13,
    "ACTIVITY_TASK_TIMED_OUT": 14,
    "ACTIVITY_TASK_CANCEL_REQUESTED": 15,
    "ACTIVITY_TASK_CANCELED": 16,
    "TIMER_STARTED": 17,
    "TIMER_FIRED": 18,
    "TIMER_CANCELED": 19,
    "MARKER_RECORDED": 25,
    "WORKFLOW_EXECUTION_SIGNALED": 26,
    "WORKFLOW_EXECUTION_TERMINATED": 27,
    "WORKFLOW_EXECUTION_CONTINUED_AS_NEW": 28,
    "UPSERT_WORKFLOW_SEARCH_ATTRIBUTES": 40,
}


class _EventType(IntEnum):
    """Base of `EventType`: the two functions that a protocol buffer's enumeration has."""

    @classmethod
    def Name(cls, number: int) -> str:
        """`EVENT_TYPE_…` for a number."""
        return str(cls(number).name)

    @classmethod
    def Value(cls, name: str) -> int:
        """The number for `EVENT_TYPE_…`."""
        return int(cls[name])


_BASE: Any = _EventType
EventType: Any = _BASE("EventType", {f"EVENT_TYPE_{name}": n for name, n in _EVENT_TYPES.items()})
"""`temporalio.api.enums.v1.EventType`."""


class Attributes:
    """An event's attributes, read as the fields of a message: what is absent is empty, never an error."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self._fields = fields

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        value = self._fields.get(name, {})
        if isinstance(value, Mapping):
            return Attributes(value)
        return list(value) if isinstance(value, tuple) else value

    def __bool__(self) -> bool:
        return bool(self._fields)

    def __repr__(self) -> str:
        return repr(dict(self._fields)) if self._fields else ""


@dataclass(frozen=True, slots=True)
class HistoryEvent:
    """One fact. `time` is Unix time in seconds; `fields` are the attributes of its type."""

    event_id: int
    type: str
    """Its name without `EVENT_TYPE_`."""
    time: float
    fields: Fields = field(default_factory=Fields)

    @property
    def event_type(self) -> int:
        """Its number in `EventType`."""
        return _EVENT_TYPES[self.type]

    @property
    def event_time(self) -> datetime:
        """When it was recorded, in UTC."""
        return datetime.fromtimestamp(self.time, UTC)

    def __getattr__(self, name: str) -> Attributes:
        """`activity_task_started_event_attributes` and its like: empty, if the event is of another type."""
        suffix = "_event_attributes"
        if not name.endswith(suffix):
            raise AttributeError(name)
        own = name.removesuffix(suffix).upper() == self.type
        return Attributes(self.fields if own else {})

    def __str__(self) -> str:
        """As the SDK's messages name an event: `HistoryEvent(id: 5, ActivityTaskScheduled)`."""
        return f"HistoryEvent(id: {self.event_id}, {self.type.title().replace('_', '')})"
