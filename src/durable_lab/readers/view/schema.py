"""The JSON that the lab draws: the types of `view()`, and the rule by which its patches are applied."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from durable_lab.kernel import events
from durable_lab.readers.narration.wording import Said

FORMAT = "durable-lab-view/1"


Text: TypeAlias = "str | Said"
"""A name that is the same in every language, or words in both."""

Patch: TypeAlias = "list[Any]"
"""`[path, value]`. The path is a list of keys (of an object) and indexes (of an array) into the state; what
it names becomes `value`. An index that is the array's length appends. `null` deletes: the key of an object,
or the element of an array, and the ones after it move up. No value of the state is `null` itself, though
objects inside a patch's value may hold it. The patches of one event apply in their order."""


class NodeState(TypedDict):
    """A node of the diagram (`signatures`). Only processes change."""

    alive: bool
    life: int
    """The latest life of its processes; 0 before the first."""
    lost: bool
    """A crash took what it held, and nothing has been started in its place yet."""


class Known(TypedDict):
    """Something that one life was told or holds. It dies with it."""

    label: Text
    value: Text


class Variable(TypedDict):
    """A local variable of the reader's code; there only with a recording."""

    name: str
    value: str


class ProcessState(TypedDict):
    """A process by name. Of a dead one `knows` and `variables` are what was lost, until the next life."""

    alive: bool
    life: int
    node: str
    doing: Text
    knows: list[Known]
    line: NotRequired[int]
    """Where the reader's code is, from 1; there only with a recording."""
    variables: list[Variable]


class Row(TypedDict):
    """A row of a store, in the words of its topology."""

    key: Text
    value: Text
    kind: Literal["record", "checkpoint", "event"]
    pending: NotRequired[list[Known]]
    """Of a checkpoint: the pending writes stored beside it, by node."""


class MessageState(TypedDict):
    """A message at the broker, in the order of their places; done ones stay, so that they can be shown."""

    id: str
    body: str
    deliveries: int
    leased_by: str
    """The process; empty for none."""
    until: float
    """Virtual seconds: the end of the lease, or of the delay; 0 for none."""
    state: Literal["visible", "leased", "delayed", "done", "dead"]
    reason: NotRequired[str]
    """Of a dead one."""


class LedgerRow(TypedDict):
    """An effect that the callee did."""

    name: str
    arguments: str
    key: str
    """Empty for none."""
    receipt: str
    recognised: int
    """How often its key came again and nothing was done."""
    wanted: int
    """How often this business is wanted in the whole run."""
    extra: bool
    """Whether this one was one too many."""


class PersonState(TypedDict):
    """A question to a person."""

    question: str
    about: str
    answer: Text
    state: Literal["asked", "answered", "lost"]
    """Lost: whoever asked is gone, and nobody takes the answer."""


Flying = TypedDict("Flying", {"step": str, "from": str, "to": str, "edge": str})
"""A message on its way along an edge of the diagram."""


class State(TypedDict):
    """Everything at one moment."""

    nodes: dict[str, NodeState]
    processes: dict[str, ProcessState]
    stores: dict[str, list[Row]]
    """By name: a job store or a journal, a checkpoint store, a run's event history."""
    pending: list[Known]
    """What an engine keeps for a run: its status, timers, activities, signals its code has not seen."""
    queue: list[MessageState]
    ledger: list[LedgerRow]
    people: list[PersonState]
    in_flight: list[Flying]


class ViewEvent(TypedDict):
    """An event of the trace, without its payload."""

    t: float
    p: str
    life: int
    edge: str
    kind: str
    name: str
    n: int
    phase: str
    point: NotRequired[str]
    """Of a step: the place right after this event, as fault plans write it."""
    crash: NotRequired[bool]
    """True where the explorer would crash."""
    line: NotRequired[int]
    """The reader's line that this event came from, from 1; there only with a recording."""
    file: NotRequired[str]
    """The file of that line, if it is one that lies beside the program's own."""


class Mark(TypedDict):
    """A place on the timeline worth a jump."""

    at: int
    kind: events.Mark


class VerdictShown(TypedDict):
    """What a check says (`checks`)."""

    check: str
    status: str
    event: int | None
    say: Said


class Count(TypedDict):
    """A callee, counted at the callee."""

    name: str
    applied: int
    recognised: int
    wanted: int


class Saying(TypedDict):
    """One sentence an event."""

    zh: list[str]
    en: list[str]


class View(TypedDict):
    """What `view` returns."""

    format: str
    topology: str
    header: dict[str, Any]
    events: list[ViewEvent]
    say: Saying
    start: State
    patches: list[list[Patch]]
    """One list an event: what it changes."""
    marks: list[Mark]
    verdicts: list[VerdictShown]
    counts: list[Count]
