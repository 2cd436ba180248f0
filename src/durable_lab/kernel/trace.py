"""Events and the trace: the one thing that checks judge, pages draw and real engines are held against."""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

JSON: TypeAlias = "None | bool | int | float | str | list[JSON] | dict[str, JSON]"

FORMAT = "durable-lab-trace/1"


class Event(NamedTuple):
    """One thing that happened. `kind`, `name`, `n` say which step, `phase` how far it is."""

    sequence: int
    """Position in the trace, from 0."""
    time: float
    """Virtual seconds since the run began."""
    process: str
    """Who did it: a process's name, or "" for the outside (a callee, a person, a store that answers)."""
    life: int
    """Which life of that process, from 1; 0 for the outside."""
    edge: str
    """The edge of the topology's diagram that it travels (`signatures`); "" for none."""
    kind: str
    name: str
    n: int
    """Counts the steps of this kind and name in the run, over all lives, from 1."""
    phase: str
    payload: Mapping[str, Any]
    """JSON values only."""

    @property
    def step(self) -> str:
        """The step in the text that fault plans use: `effect:open_ticket#1`."""
        return f"{self.kind}:{self.name}#{self.n}"

    @property
    def point(self) -> str:
        """The place right after this event: `effect:open_ticket#1.applied`."""
        return f"{self.kind}:{self.name}#{self.n}.{self.phase}"

    def to_json(self) -> dict[str, Any]:
        """The event as a JSON object, every field under its own name."""
        return {**self._asdict(), "payload": dict(self.payload)}


STEP_PHASES = frozenset(
    {"requested", "applied", "recognised", "refused", "returned", "failed", "sent", "stored", "answered"}
)
"""Phases of steps: what touches something that outlives the process. A crash may come after each."""

POINT_PHASES = STEP_PHASES | {"resumed"}
"""Phases after which a plan may have a fault strike: steps, and the moment in which a client brings an answer."""


@dataclass
class Trace:
    """A header that says what was run, and the events in order."""

    header: dict[str, Any]
    events: list[Event] = field(default_factory=list)

    def __iter__(self) -> Iterator[Event]:
        return iter(self.events)

    def __len__(self) -> int:
        return len(self.events)

    def select(self, kind: str, phase: str | None = None) -> Iterator[Event]:
        """The events of one kind, and of one phase if given, in order."""
        return (e for e in self.events if e.kind == kind and (phase is None or e.phase == phase))

    def to_json(self) -> dict[str, Any]:
        """Header and events as one JSON object."""
        return {"header": self.header, "events": [event.to_json() for event in self.events]}

    def text(self) -> str:
        """The trace as canonical JSON text; equal runs give equal text, byte for byte."""
        return json_text(self.to_json(), sort_keys=True, separators=(",", ":"))

    def digest(self) -> str:
        """SHA-256 of `text()`, in hexadecimal."""
        return hashlib.sha256(self.text().encode()).hexdigest()


def json_text(value: Any, **options: Any) -> str:
    """`value` as JSON that every reader of JSON can read: it has no NaN and no infinity, which become texts."""
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, **options)
    except ValueError:
        return json.dumps(_finite(value), ensure_ascii=False, allow_nan=False, **options)


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(inner) for inner in value]
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


ATOMS = frozenset({type(None), bool, int, float, str})
"""The types whose values are JSON as they are."""


def plain(value: Any) -> Any:
    """`value` as JSON: what the trace may hold. Never an address in memory, never hash order.

    Containers are copied; sets are sorted by their text; objects become their fields or their type's name.
    """
    kind = type(value)  # most values are of just these types: told apart at once
    if kind in ATOMS:
        return value
    if kind is dict:
        return {str(k): v if type(v) in ATOMS else plain(v) for k, v in value.items()}
    if kind is list or kind is tuple:
        return [v if type(v) in ATOMS else plain(v) for v in value]
    return _plain_object(value)


def _plain_object(value: Any) -> Any:
    if isinstance(value, (int, float, str)):
        return value
    if isinstance(value, Mapping):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted((plain(v) for v in value), key=lambda v: json.dumps(v, sort_keys=True))
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, bytes):
        return value.hex()
    shown = repr(value)
    return f"<{type(value).__qualname__}>" if " at 0x" in shown else shown


canonical = json.JSONEncoder(sort_keys=True, ensure_ascii=False).encode  # made once: `dumps` makes one a call
"""JSON values as the one text that equal values have, whatever the order of their keys: what identities are made of."""


def without_addresses(text: str) -> str:
    """A text of Python's or the program's own without places in memory, which differ from run to run."""
    return _ADDRESS.sub("", text) if " at 0x" in text else text


_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


@functools.lru_cache(maxsize=1024)
def step_name(text: str) -> str:
    """`text` as the name of a step: without what fault plans can't hold in one (blanks, `[`, `]`, `#`, `@`, `;`), nor
    the line of a file that holds the plan (quotes)."""
    return re.sub(r"[\s\[\]#@;\"'\\]", "_", text) or "_"
