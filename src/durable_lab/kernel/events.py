"""Every kind of event that a trace may hold, declared: its phases, what each carries, and what it means for whoever
reads it.

A `Kind` is the text that stands in `Event.kind`, so that readers compare events with it and look up by it. What the
machine itself emits is declared here; each topology declares its own (`topologies/<x>/events.py`). An event of a kind,
a phase or a payload that nobody declared is an error at once (`Machine.emit`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from durable_lab.kernel.trace import ATOMS, Event

Types: TypeAlias = "type | tuple[type, ...]"
Mark: TypeAlias = Literal[
    "crash", "restart", "stop", "fault", "human", "lease-end", "stuck", "duplicate", "end"
]


class May(NamedTuple):
    """A field that an event of this phase may lack."""

    types: Types


NONE = type(None)
NUMBER = (int, float)
ANY = (NONE, bool, int, float, str, list, dict)
"""Any JSON value."""

Fields: TypeAlias = Mapping[str, "Types | May"]
"""What a payload carries: by name, the JSON types of the value."""


class Undeclared(Exception):
    """An event that is not as it was declared: a mistake of the simulator, never of a reader's program."""


class Kind(str):
    """A kind of event. Equal to its name."""

    phases: Mapping[str, Fields]
    """Phase → what its payload carries."""
    memory: Literal["own", "ends", "none"]
    """Whose memory it changes: that of the process it is of; it ends that (a life); nobody's."""
    commits: bool
    """Whether, once it is stored, recovery units are durably done: those that its payload names in `commits`."""
    word: bool
    """Whether, once it is stored, it leaves a lasting word of whatever its process had been told before."""
    counted: bool
    """Whether a durable write of it counts in the price; not if what is written of it counts (a history)."""
    question: bool
    """Whether it asks somebody who answers: a plan may change the answer."""
    by_client: bool
    """Whether a client sends it, and may send it again."""
    lease: Literal["taken", "settled", "lapsed", ""]
    """What it does to a lease, once it is stored."""
    ordinal: bool
    """Whether its number only counts: nothing is decided by it."""
    passing: bool
    """Whether no check looks back at it: only then do two runs that differ in it alone have the same future."""
    lost: int | None
    """How bad it is that a crash loses it on its way, 0 the worst; None: not worth a word."""
    lost_names: tuple[str, ...]
    """Names of steps of which that is said in words of their own."""
    rests: bool
    """Whether the reader's code waits somewhere when it is sent: that line is shown."""
    marks: Mapping[str, Mark]
    """Phase → its mark on a timeline."""

    def __repr__(self) -> str:
        return f"<kind {str(self)}>"


KINDS: dict[str, Kind] = {}
"""Every declared kind, by name."""


class Payload(NamedTuple):
    """A phase's fields, prepared for `Machine.emit`."""

    types: Mapping[str, tuple[type, ...]]
    atoms: Mapping[str, frozenset[type]]
    """Of the types those whose values are JSON as they are."""
    required: frozenset[str]
    most: int
    """How many fields there may be."""


PAYLOADS: dict[tuple[str, str], Payload] = {}
"""By kind and phase, of what was emitted or asked for (`fields_of`)."""


def declare(
    name: str,
    phases: Mapping[str, Fields],
    *,
    memory: Literal["own", "ends", "none"] = "none",
    commits: bool = False,
    word: bool = False,
    counted: bool = True,
    question: bool = False,
    by_client: bool = False,
    lease: Literal["taken", "settled", "lapsed", ""] = "",
    ordinal: bool = False,
    passing: bool = False,
    lost: int | None = None,
    lost_names: tuple[str, ...] = (),
    rests: bool = False,
    marks: Mapping[str, Mark] | None = None,
) -> Kind:
    """Declare a kind of event; the arguments are the attributes of `Kind`.

    Raises:
        Undeclared: there is a kind of that name already.
    """
    if name in KINDS:
        raise Undeclared(f"the kind {name!r} is declared twice")
    kind = Kind(name)
    kind.phases, kind.memory, kind.commits, kind.word, kind.counted = phases, memory, commits, word, counted
    kind.question, kind.by_client, kind.lease, kind.ordinal = question, by_client, lease, ordinal
    kind.passing, kind.lost, kind.lost_names, kind.rests = passing, lost, lost_names, rests
    kind.marks = marks or {}
    KINDS[name] = kind
    return kind


def exchanged(sent: Fields, **served: Fields) -> dict[str, Fields]:
    """The phases of a request to an engine: it is sent, and stored, refused or, by a fault, failed."""
    return {"sent": sent, "stored": {}, "refused": {"why": May(str)}, "failed": {}, **served}


def written(**sent: Types | May) -> dict[str, Fields]:
    """The phases of a write to a store: it is sent, and stored or refused by that store."""
    store: Fields = {"store": str}
    return {"sent": {**sent, **store}, "stored": store, "refused": store, "failed": {}}


def fields_of(kind: str, phase: str) -> Payload:
    """What an event of this kind and phase carries.

    Raises:
        Undeclared: nobody declared it.
    """
    if kind not in KINDS or phase not in KINDS[kind].phases:
        raise Undeclared(f"no event of kind {kind!r} and phase {phase!r} is declared")
    if (kind, phase) not in PAYLOADS:
        fields = KINDS[kind].phases[phase]
        types = {name: _types(field) for name, field in fields.items()}
        atoms = {name: ATOMS.intersection(of) for name, of in types.items()}
        required = frozenset(name for name, field in fields.items() if not isinstance(field, May))
        PAYLOADS[kind, phase] = Payload(types, atoms, required, len(types))
    return PAYLOADS[kind, phase]


def _types(field: Types | May) -> tuple[type, ...]:
    types = field.types if isinstance(field, May) else field
    return types if isinstance(types, tuple) else (types,)


def kinds_with(trait: str, *values: Any) -> Iterator[Kind]:
    """The kinds of which an attribute is true, or one of `values`."""
    for kind in KINDS.values():
        found = getattr(kind, trait)
        if found in values if values else found:
            yield kind


def kind_of(event: Event) -> Kind:
    """The declaration of an event's kind.

    Raises:
        Undeclared: nobody declared it.
    """
    try:
        return KINDS[event.kind]
    except KeyError:
        raise Undeclared(f"no event of kind {event.kind!r} is declared (see kernel/events.py)") from None


# -- what the machine itself emits ---------------------------------------------------------------------

_ERROR: Fields = {"error": str, "what": May(list)}

PROCESS = declare(
    "process",
    {
        "started": {},
        "crashed": {},
        "stopped": {},
        "stopping": {},
        "paused": {"seconds": NUMBER},
        "resumed": {},
        "ended": {},
        "raised": _ERROR,
        "stuck": {},
        "too-many-events": {"limit": int},
    },
    memory="ends",
    passing=True,
    marks={
        "crashed": "crash",
        "stopped": "stop",
        "stuck": "stuck",
        "too-many-events": "stuck",
        "ended": "end",
        "raised": "end",
    },
)
"""A life of a process, from its start to its death."""

PRINT = declare("print", {"printed": {"text": str}}, ordinal=True, passing=True)
"""Whole lines that a process printed."""

FAULT = declare("fault", {"happened": {}}, passing=True, marks={"happened": "fault"})
"""A fault of the plan; its text is the name."""

EFFECT = declare(
    "effect",
    {
        "requested": {
            "arguments": dict,
            "key": ANY,
            "business": str,
            "unit": str,
            "attempt": int,
        },
        "applied": {"receipt": str},
        "recognised": {"receipt": str},
        "refused": {"why": str},
        "failed": {"why": May(str)},
        "returned": {"result": str},
    },
    memory="own",
    ordinal=True,
    lost=0,
)
"""What is done at a callee."""

PERSON = declare(
    "person",
    {
        "requested": {"about": ANY, "digest": str, "business": str, "client": May(bool)},
        "answered": {"about": May(ANY), "digest": May(str), "answer": ANY, "by": May(str)},
        "failed": {},
    },
    memory="own",
    question=True,
    ordinal=True,
    lost=1,
    marks={"answered": "human"},
)
"""A question to a person."""

MODEL = declare(
    "model",
    {"requested": {"prompt": str}, "answered": {"answer": ANY}, "failed": {}},
    memory="own",
    question=True,
    ordinal=True,
    passing=True,
    lost=2,
)
"""A question to the model."""

INTENT = declare(
    "intent",
    {
        "accepted": {
            "arguments": dict,
            "most": int,
            "required": ANY,
            "approval": (NONE, str),
            "approvers": list,
            "valid_for": (NONE, int, float),
            "audited": bool,
        },
        "withdrawn": {"arguments": dict},
    },
    ordinal=True,
)
"""What the program says is wanted from now on, or no longer."""

RESULT = declare(
    "result",
    {
        "ended": {"values": dict},
        "paused": {"values": dict},
        "returned": {"business": str, "status": ANY},
    },
    ordinal=True,
    passing=True,
)
"""What a client's call of an engine comes to: an end, or a pause for a person."""

READ = declare(
    "read",
    {"read": {"business": May(str), "key": May(str), "thread_id": May(str), "what": May(str)}},
    ordinal=True,
    passing=True,
)
"""A read of a store: no step, for it changes nothing."""

FILE = declare(
    "file",
    {
        "sent": {
            "operation": str,
            "path": str,
            "store": str,
            "source": May(str),
            "at": May(int),
            "size": May(int),
            "value": May(str),
        },
        "stored": {"store": str},
        "refused": {"store": str},
    },
    memory="own",
    ordinal=True,
    passing=True,
    lost=7,
)
"""What a program's file system is asked to do with one file (`outside.disk`)."""
