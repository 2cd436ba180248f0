"""How a benchmark prints what it found: a line for each number, its goal, and whether that was met."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal


def row(
    what: str,
    value: float,
    unit: str = "",
    goal: float | None = None,
    want: Literal["most", "least"] = "least",
) -> str:
    """One line of the table.

    `goal` is the least that the value should be, or with `want="most"` the most; None for a value that has none.
    """
    shown = f"{what:<52} {_number(value):>10} {unit:<8}"
    if goal is None:
        return shown.rstrip()
    met = value >= goal if want == "least" else value <= goal
    return f"{shown} {'≥' if want == 'least' else '≤'} {_number(goal):<7} {'ok' if met else 'MISSED'}"


def best(measure: Callable[[], float], times: int) -> float:
    """The best of several measurements: what else the machine does only makes a time longer."""
    return min(measure() for _ in range(times))


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
