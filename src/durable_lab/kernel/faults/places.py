"""Steps and the places between them, as fault plans name them."""

from __future__ import annotations

import re
from dataclasses import dataclass

STEP_NAME = r"[^\s\[\]#@;]+"
"""What the name of a step may be."""

STEP = re.compile(
    rf"(?P<kind>[a-z_]+):(?P<name>{STEP_NAME})(?:\[(?P<business>[^\]]*)\])?#(?P<n>[1-9]\d{{0,14}})"
    r"(?:@(?P<process>[\w-]+))?"
)
"""A step's text."""

PHASE = re.compile(r"\.([a-z]+)")
"""What follows a step's text in a point's."""


@dataclass(frozen=True, slots=True)
class Step:
    """The n-th step of a kind and name, of all or of those that match."""

    kind: str
    name: str
    n: int = 1
    business: str | None = None
    process: str | None = None

    def __str__(self) -> str:
        business = f"[{self.business}]" if self.business is not None else ""
        process = f"@{self.process}" if self.process is not None else ""
        return f"{self.kind}:{self.name}{business}#{self.n}{process}"


@dataclass(frozen=True, slots=True)
class Point:
    """The place right after a phase of a step."""

    step: Step
    phase: str

    def __str__(self) -> str:
        return f"{self.step}.{self.phase}"


_UNITS = {"d": 86400.0, "h": 3600.0, "m": 60.0, "s": 1.0}
_DURATION = re.compile(r"(\d{1,15}(?:\.\d+)?)([dhms])")


def duration_text(seconds: float) -> str:
    """Seconds in the shortest unit that is exact, to the nanosecond: `2h`, `90s`, `0.5s`."""
    for unit, size in _UNITS.items():
        if seconds >= size and seconds % size == 0:
            return f"{int(seconds // size)}{unit}"
    return f"{seconds:.9f}".rstrip("0").rstrip(".") + "s"


def seconds_of(text: str) -> float | None:
    """The seconds of a duration's text (`30s`, `1.5h`); None if it is none."""
    match = _DURATION.fullmatch(text)
    return float(match[1]) * _UNITS[match[2]] if match else None
