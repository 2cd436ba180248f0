"""Every kind of fault: whoever adds one writes its dataclass, and adds it to this list."""

from __future__ import annotations

from durable_lab.kernel.faults.elements import ANSWERED, SENT_BY_CLIENTS, Leg
from durable_lab.kernel.faults.fault import AtPoint, Fault, OfLives, OfStep, Plan
from durable_lab.kernel.faults.places import Point, Step, duration_text, seconds_of
from durable_lab.kernel.faults.processes import Crash, Pause, Preempt, Skew, Stop
from durable_lab.kernel.faults.requests import Answer, Delay, Fail, Hang, Lose, Redeliver
from durable_lab.kernel.faults.surroundings import Cut, Deploy, Down

__all__ = [
    "ANSWERED",
    "KINDS",
    "SENT_BY_CLIENTS",
    "Answer",
    "AtPoint",
    "Crash",
    "Cut",
    "Delay",
    "Deploy",
    "Down",
    "Fail",
    "Fault",
    "Hang",
    "Leg",
    "Lose",
    "OfLives",
    "OfStep",
    "Pause",
    "Plan",
    "Point",
    "Preempt",
    "Redeliver",
    "Skew",
    "Step",
    "Stop",
    "duration_text",
    "seconds_of",
]

KINDS: tuple[type[Fault], ...] = (
    Crash,
    Stop,
    Pause,
    Preempt,
    Skew,
    Cut,
    Down,
    Deploy,
    Lose,
    Delay,
    Fail,
    Hang,
    Answer,
    Redeliver,
)
"""In the order in which they are told."""
