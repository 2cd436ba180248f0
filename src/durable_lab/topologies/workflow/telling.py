"""The durable workflow: histories, workflow tasks, commands, activities, signals, queries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from durable_lab.kernel.trace import Event
from durable_lab.readers.narration.telling import Teller, Telling
from durable_lab.readers.narration.wording import clock, cut
from durable_lab.story import Story
from durable_lab.topologies.workflow.events import (
    ACTIVITY_TASK,
    COMMANDS,
    COMPLETION,
    HEARTBEAT,
    HISTORY,
    REPLAY,
    TASK,
    WORKFLOW,
)
from durable_lab.topologies.workflow.story import Histories


def _history(event: Event, story: Story, telling: Telling) -> None:
    fields: Mapping[str, Any] = event.payload.get("attributes", {})
    kind = str(event.payload.get("type"))
    telling.variant(kind, id=cut(event.name))
    if kind.startswith("ACTIVITY_TASK_"):
        telling.add(activity=_activity(event, fields, story), attempt=fields.get("attempt", 1))
    elif kind.startswith("TIMER_"):
        seconds = clock(float(fields.get("start_to_fire_timeout", 0.0)))
        telling.add(timer=cut(fields.get("timer_id", "")), seconds=seconds)
    elif (
        kind == "WORKFLOW_TASK_SCHEDULED"
        and fields.get("task_queue", {}).get("kind") == "STICKY"
        or kind == "WORKFLOW_TASK_TIMED_OUT"
        and fields.get("timeout_type") == "SCHEDULE_TO_START"
    ):
        telling.variant("sticky")
    telling.add(cause=_cause(fields), signal=cut(fields.get("signal_name", "")))
    telling.add(marker=cut(_of(fields, "details", "id")))


def _activity(event: Event, fields: Mapping[str, Any], story: Story) -> str:
    """The name of the activity that an event of the history is about."""
    run = event.name, event.payload.get("run")
    about = fields.get("scheduled_event_id") or fields.get("activity_id")
    return cut(story.chapter(Histories).activities.get((*run, about), about))


def _cause(fields: Mapping[str, Any]) -> str:
    return str(fields.get("cause", "")).replace("_", " ").lower()


def _of(fields: Mapping[str, Any], outer: str, inner: str) -> str:
    found = fields.get(outer)
    return str(found.get(inner, "")) if isinstance(found, Mapping) else ""


def _workflow(event: Event, story: Story, telling: Telling) -> None:
    telling.add(id=cut(event.name), status=event.payload.get("status", ""))


def _task(event: Event, story: Story, telling: Telling) -> None:
    first = event.payload.get("from", 1)
    telling.add(to=event.payload.get("to", ""))
    if first != 1:
        telling.variant("cached", **{"from": first})


def _replay(event: Event, story: Story, telling: Telling) -> None:
    telling.add(events=event.payload.get("events", ""))


def _commands(event: Event, story: Story, telling: Telling) -> None:
    asked = story.request(event).payload
    failed = "failure" in asked
    commands = asked.get("commands", ())
    telling.add(commands=cut(", ".join(commands), 60), failure=cut(str(asked.get("failure", "")), 50))
    if failed and event.phase in ("sent", "stored"):
        telling.variant("failed")
    elif event.phase == "sent" and not commands:
        telling.variant("none")


def _activity_task(event: Event, story: Story, telling: Telling) -> None:
    telling.add(attempt=event.payload.get("attempt", 1))


def _completion(event: Event, story: Story, telling: Telling) -> None:
    asked = story.request(event).payload
    telling.add(failure=cut(str(asked.get("failure", "")), 40))
    if "failure" in asked and event.phase in ("sent", "stored"):
        telling.variant("failed")


def _heartbeat(event: Event, story: Story, telling: Telling) -> None:
    details = story.request(event).payload.get("details", ())
    telling.add(details=cut(", ".join(str(detail) for detail in details) or "…", 30))


TELLERS: dict[str, Teller] = {
    HISTORY: _history,
    WORKFLOW: _workflow,
    TASK: _task,
    REPLAY: _replay,
    COMMANDS: _commands,
    ACTIVITY_TASK: _activity_task,
    COMPLETION: _completion,
    HEARTBEAT: _heartbeat,
}
