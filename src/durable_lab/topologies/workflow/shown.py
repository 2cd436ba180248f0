"""What a workflow shows of its own: the event history, what the engine keeps, what a worker has cached."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from durable_lab.kernel.trace import Event
from durable_lab.picture import Signature
from durable_lab.readers.narration.wording import both, clock, cut
from durable_lab.readers.view.board import Board
from durable_lab.readers.view.parts import Part, People, Processes, shown, unpacked
from durable_lab.readers.view.schema import Text
from durable_lab.story import Story
from durable_lab.topologies.workflow.events import (
    ACTIVITY_TASK,
    COMMANDS,
    COMPLETION,
    HISTORY,
    REPLAY,
    TASK,
    WORKFLOW,
)

_OVER = ("COMPLETED", "FAILED", "TIMED_OUT", "CANCELED")


class Histories(Part):
    """Histories as rows; pending timers, activities and signals; the cache of each worker."""

    def __init__(
        self, board: Board, story: Story, signature: Signature, processes: Processes, people: People
    ) -> None:
        super().__init__(board, story, signature)
        self._processes = processes
        self._scheduled: dict[tuple[str, int], Text] = {}
        """By history and event id: the pending row of an activity."""
        self._labels: dict[str, Text] = {}
        """By recovery unit: the pending row of an activity."""
        self._signals: list[tuple[str, int, Text]] = []
        self._seen: dict[tuple[str, str], int] = {}
        """By process and workflow id: how much of the history its code has been told."""
        self.handlers = {
            HISTORY: self._history,
            WORKFLOW: self._workflow,
            TASK: self._task,
            REPLAY: self._replay,
            COMMANDS: self._commands,
            ACTIVITY_TASK: self._activity_task,
            COMPLETION: self._completion,
        }

    # -- the engine ------------------------------------------------------------------------------

    def _history(self, event: Event) -> None:
        kind, fields = str(event.payload.get("type")), event.payload.get("attributes", {})
        name = self._name(event)
        row = {"key": str(event.n), "value": _row_text(kind, fields), "kind": "event"}
        if name not in self.board.state["stores"]:
            self.board.put([], "stores", name)
        self.board.append(row, "stores", name)
        if kind == "WORKFLOW_EXECUTION_STARTED":
            self._pend(event.name, "RUNNING")
        elif kind.startswith("TIMER_"):
            self._timer(kind, fields, event.time)
        elif kind.startswith("ACTIVITY_TASK_"):
            self._activity(kind.removeprefix("ACTIVITY_TASK_"), fields, event)
        elif kind == "WORKFLOW_EXECUTION_SIGNALED":
            self._signal(fields, event)

    @staticmethod
    def _name(event: Event) -> str:
        run = event.payload.get("run", 1)
        return event.name if run == 1 else f"{event.name} #{run}"

    def _timer(self, kind: str, fields: Mapping[str, Any], now: float) -> None:
        label = both("label-timer", id=fields.get("timer_id", ""))
        if kind == "TIMER_STARTED":
            seconds = float(fields.get("start_to_fire_timeout", 0.0))
            self._pend(label, both("value-fires", at=clock(now + seconds)))
        else:
            self._unpend(label)

    def _activity(self, what: str, fields: Mapping[str, Any], event: Event) -> None:
        run = self._name(event)
        if what == "SCHEDULED":
            name = str(fields.get("activity_type", {}).get("name", ""))
            label = both("label-activity", name=cut(name), id=fields.get("activity_id", ""))
            self._scheduled[run, event.n] = label
            number = run.removeprefix(event.name).strip()
            self._labels[f"{event.name}{number}/{fields.get('activity_id', '')}"] = label
            self._pend(label, both("value-scheduled"))
        elif what in _OVER:
            self._unpend(self._scheduled.get((run, int(fields.get("scheduled_event_id", 0))), ""))

    def _signal(self, fields: Mapping[str, Any], event: Event) -> None:
        label = both("label-signal", name=cut(str(fields.get("signal_name", ""))))
        self._signals.append((event.name, event.n, label))
        given = [unpacked(text) for text in fields.get("input", ())]
        self._pend(label, shown(given[0] if len(given) == 1 else given), again=True)

    def _workflow(self, event: Event) -> None:
        if event.phase == "closed":
            self._pend(event.name, str(event.payload.get("status")))
        elif event.phase == "stuck":
            self._pend(event.name, both("value-stuck"))
        elif event.phase == "resumed":
            self._pend(event.name, "RUNNING")

    def _pend(self, label: Text, value: Text, *, again: bool = False) -> None:
        """What the engine keeps from now on; in place of what is there under that label, unless `again`."""
        rows = self.board.state["pending"]
        found = None if again else self._pending(label)
        at = len(rows) if found is None else found
        self.board.put({"label": label, "value": value}, "pending", at)

    def _unpend(self, label: Text) -> None:
        at = self._pending(label)
        if at is not None:
            self.board.put(None, "pending", at)

    def _pending(self, label: Text) -> int | None:
        rows = self.board.state["pending"]
        return next((index for index, row in enumerate(rows) if row["label"] == label), None)

    # -- the workers -----------------------------------------------------------------------------

    def _task(self, event: Event) -> None:
        self._processes.works(event.process, "doing-workflow", name=cut(event.name))
        workflow, upto = str(event.payload.get("business")), int(event.payload.get("to", 0))
        self._seen[event.process, workflow] = upto
        if event.payload.get("from") == 1:
            self._processes.forgets(event.process, self._cached(workflow))
        seen = [s for s in self._signals if s[0] == workflow and s[1] <= upto]
        for signal in seen:
            self._signals.remove(signal)
            self._unpend(signal[2])

    def _replay(self, event: Event) -> None:
        events = event.payload.get("events", 0)
        self._processes.works(event.process, "doing-replays", name=cut(event.name), events=events)

    def _commands(self, event: Event) -> None:
        if event.phase != "stored":
            return
        self._processes.works(event.process, "doing-idle")
        asked = self.story.request(event).payload
        workflow = str(asked.get("business"))
        if asked.get("cached"):
            upto = both("value-upto", n=self._seen.get((event.process, workflow), 0))
            self._processes.learns(event.process, self._cached(workflow), upto, once=True, lasting=True)
        else:
            self._processes.forgets(event.process, self._cached(workflow))

    @staticmethod
    def _cached(workflow: str) -> Text:
        return both("label-cached", id=cut(workflow))

    def _activity_task(self, event: Event) -> None:
        attempt = event.payload.get("attempt", 1)
        self._processes.works(event.process, "doing-activity", name=cut(event.name), n=attempt)
        label = self._labels.get(str(event.payload.get("business")))
        if label is not None and self._pending(label) is not None:
            self._pend(label, both("value-attempt", n=attempt))

    def _completion(self, event: Event) -> None:
        if event.phase == "sent":
            self._processes.waits(event.process, "doing-reports", name=cut(event.name))
        else:
            self._processes.works(event.process, "doing-idle")
            self._processes.forgets_all(event.process)


def _row_text(kind: str, fields: Mapping[str, Any]) -> str:
    """An event of the history: its type in the server's words, and what it is about."""
    for key in ("activity_type", "workflow_type"):
        if isinstance(fields.get(key), Mapping):
            return f"{kind}  {fields[key].get('name', '')}"
    about = (
        fields.get("signal_name")
        or fields.get("timer_id")
        or fields.get("cause")
        or fields.get("timeout_type")
    )
    if about is None and "result" in fields:
        about = shown(unpacked(str(fields["result"])))
    if about is None and isinstance(fields.get("failure"), Mapping):
        about = shown(str(fields["failure"].get("message", "")))
    return kind if about is None else f"{kind}  {about}"


SHOWN = Histories
