"""The batch at scale as three small plots on one clock, with its story in a sentence and a table."""

from __future__ import annotations

from dataclasses import dataclass

from durable_lab.words.catalogue import Language
from durable_lab_site.claims import Untrue
from durable_lab_site.drawing import draw, say
from durable_lab_site.scale import KILLED, PAUSE, PAUSED, PROGRAM, Batch, Curve, Mark, batch, value

WIDTH, HEIGHT = 340, 132
LEFT, RIGHT, TOP, BOTTOM = 30.0, 332.0, 22.0, 112.0
"""Of the area in which the curves are drawn."""
TICK = 30
"""Seconds between the marks of the clock."""
ROW = 20
"""Seconds between the rows of the table."""


@dataclass(frozen=True, slots=True)
class Line:
    """A curve, drawn."""

    tone: str
    path: str
    name: str
    """What it is called where there is another; and how high it ends, and where that is."""
    last: int
    y: float


@dataclass(frozen=True, slots=True)
class Plot:
    """One panel."""

    title: str
    top: int
    """The number at the upper end of its scale."""
    lines: tuple[Line, ...]


def figure(language: Language) -> str:
    """The plots, what happened when, and the numbers as a table; HTML."""
    plain, keyed = batch(keyed=False), batch(keyed=True)
    twice = (("breaks", "key-off", plain.duplicates), ("lasts", "key-on", keyed.duplicates))
    return draw(
        "scale.html",
        language,
        area={"width": WIDTH, "height": HEIGHT, "left": LEFT, "right": RIGHT, "top": TOP, "bottom": BOTTOM},
        ticks=[(t, _across(t, plain.end)) for t in range(0, int(plain.end) + 1, TICK)],
        moments=[(mark, _across(mark.time, plain.end), _what(mark, language)) for mark in plain.marks],
        plots=[
            _plot("backlog", plain.end, (("lasts", "", plain.backlog),), language),
            _plot("leased", plain.end, (("lasts", "", plain.leased),), language),
            _plot("duplicates", plain.end, twice, language),
        ],
    )


def table(language: Language) -> str:
    """The curves at regular moments."""
    plain, keyed = batch(keyed=False), batch(keyed=True)
    curves = (plain.backlog, plain.leased, plain.duplicates, keyed.duplicates)
    rows = [
        [time, *(value(curve, time) for curve in curves)] for time in range(ROW, int(plain.end) + ROW, ROW)
    ]
    return draw("scale_table.html", language, rows=rows)


def story(language: Language) -> str:
    """What the plots show, in words: everything in it is counted.

    Raises:
        Untrue: something that the page says of them does not hold.
    """
    plain, keyed = batch(keyed=False), batch(keyed=True)
    _as_told(plain, keyed)
    return say(
        "story",
        language,
        sent=plain.sent,
        peak=max(n for _, n in plain.backlog),
        held=max(n for _, n in plain.leased),
        twice=plain.duplicates[-1][1],
        keyed=keyed.duplicates[-1][1],
        end=round(plain.end),
    )


def _as_told(plain: Batch, keyed: Batch) -> None:
    """What the page's prose says of the plots, and of the numbers at their marks."""
    kinds = [mark.kind for mark in plain.marks]
    added, killed = plain.marks[4].time, plain.marks[5].time
    holding = [time for time, n in plain.leased if n and time > killed and not value(plain.backlog, time)]
    told = {
        "the marks": kinds == ["sent", "added", "pause", "sent", "added", "crash", "sent"],
        "none is lost": plain.done == plain.sent and keyed.done == keyed.sent,
        "more workers, a steeper fall": _fall(plain, added, added + 10) > _fall(plain, added - 10, added),
        "leases outlive the killed": max(holding, default=0.0) > killed + 20,
        "again for each that was lost": plain.duplicates[-1][1] == len(PAUSED) + len(KILLED),
        "a key, and nothing twice": keyed.duplicates[-1][1] == 0,
        "and nothing else changes": (plain.backlog, plain.leased) == (keyed.backlog, keyed.leased),
    }
    for what, holds in told.items():
        if not holds:
            raise Untrue(what)


def _fall(found: Batch, start: float, end: float) -> int:
    return value(found.backlog, start) - value(found.backlog, end)


def _plot(title: str, end: float, curves: tuple[tuple[str, str, Curve], ...], language: Language) -> Plot:
    top = max(1, *(number for _, _, curve in curves for _, number in curve))
    lines = (
        Line(
            tone, _path(curve, end, top), say(name, language) if name else "", curve[-1][1], _end(curve, top)
        )
        for tone, name, curve in curves
    )
    return Plot(say(title, language), top, tuple(lines))


def _across(time: float, end: float) -> float:
    return LEFT + (RIGHT - LEFT) * time / end


def _end(curve: Curve, top: int) -> float:
    """Where the name of a curve stands: above its end, and inside."""
    return BOTTOM - 5 - (BOTTOM - TOP - 18) * curve[-1][1] / top


def _path(curve: Curve, end: float, top: int) -> str:
    """A staircase; of the corners in one half of a pixel only the highest, and the last of all."""
    corners: dict[float, int] = {}
    for time, number in curve:
        x = round(2 * _across(time, end)) / 2
        corners[x] = max(number, corners.get(x, 0))
    corners[RIGHT] = curve[-1][1]
    steps = "".join(f"H{x:g}V{BOTTOM - (BOTTOM - TOP) * n / top:.4g}" for x, n in corners.items())
    return f"M{LEFT:g} {BOTTOM:g}{steps}"


def _what(mark: Mark, language: Language) -> str:
    """What was done at a moment."""
    return say(f"mark.{mark.kind}", language, n=mark.n, seconds=PAUSE)


def program() -> str:
    """The program and the plan, as Markdown."""
    source = PROGRAM.read_text(encoding="utf-8")
    plan = batch(keyed=False).plan.replace(" ; ", " ;\n")
    return f"```python\n{source}```\n\n```text\n{plan}\n```"
