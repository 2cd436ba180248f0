"""The batch at scale as three small plots on one clock, with its story in a sentence and a table."""

from __future__ import annotations

from html import escape

from durable_lab.picture import Words
from durable_lab.words.messages import Language
from durable_lab_site.claims import Untrue
from durable_lab_site.scale import KILLED, PAUSED, PROGRAM, Batch, Curve, batch, value

WIDTH, HEIGHT = 340, 132
LEFT, RIGHT, TOP, BOTTOM = 30.0, 332.0, 22.0, 112.0
"""Of the area in which the curves are drawn."""
TICK = 30
"""Seconds between the marks of the clock."""
ROW = 20
"""Seconds between the rows of the table."""

BACKLOG = Words("排队的检查", "Checks that wait")
LEASED = Words("租约：在某个 Worker 手里的", "Leases: in some worker's hands")
DUPLICATES = Words("做了两次的检查，被调方数的", "Checks done twice, counted at the callee")
NO_KEY = Words("不带键", "no key")
KEY = Words("带键", "with a key")


def figure(language: Language) -> str:
    """The plots, what happened when, and the numbers as a table; HTML."""
    plain, keyed = batch(keyed=False), batch(keyed=True)
    panels = (
        _panel(BACKLOG, plain, (("lasts", plain.backlog),), language)
        + _panel(LEASED, plain, (("lasts", plain.leased),), language)
        + _panel(DUPLICATES, plain, (("breaks", plain.duplicates), ("lasts", keyed.duplicates)), language)
    )
    return f'<div class="scale"><div class="plots">{panels}</div>{_marks(plain, language)}</div>'


def table(language: Language) -> str:
    """The curves at regular moments."""
    plain, keyed = batch(keyed=False), batch(keyed=True)
    heads = (
        {"zh": "秒", "en": "Second"}[language],
        BACKLOG.say(language),
        {"zh": "租约", "en": "Leases"}[language],
        f"{ {'zh': '重复，', 'en': 'Twice, '}[language] }{NO_KEY.say(language)}",
        f"{ {'zh': '重复，', 'en': 'Twice, '}[language] }{KEY.say(language)}",
    )
    curves = (plain.backlog, plain.leased, plain.duplicates, keyed.duplicates)
    rows = "".join(
        f"<tr><td>{time}</td>{''.join(f'<td>{value(curve, time)}</td>' for curve in curves)}</tr>"
        for time in range(ROW, int(plain.end) + ROW, ROW)
    )
    return f"<table><thead><tr>{''.join(f'<th>{escape(h)}</th>' for h in heads)}</tr></thead><tbody>{rows}</tbody></table>"


def story(language: Language) -> str:
    """What the plots show, in words: everything in it is counted.

    Raises:
        Untrue: something that the page says of them does not hold.
    """
    plain, keyed = batch(keyed=False), batch(keyed=True)
    _as_told(plain, keyed)
    numbers = {
        "sent": plain.sent,
        "peak": max(n for _, n in plain.backlog),
        "held": max(n for _, n in plain.leased),
        "twice": plain.duplicates[-1][1],
        "keyed": keyed.duplicates[-1][1],
        "end": round(plain.end),
    }
    return {
        "zh": "{sent} 项检查在 {end} 秒里全部做完，一项没丢。排队最多 {peak} 项；租约最多 {held} 份。"
        "做了两次的：不带键 {twice} 项，带键 {keyed} 项。",
        "en": "All {sent} checks are done within {end} seconds, and none is lost. At most {peak} wait; at most {held} leases "
        "are out. Done twice: {twice} without a key, {keyed} with one.",
    }[language].format(**numbers)


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


def _panel(title: Words, found: Batch, curves: tuple[tuple[str, Curve], ...], language: Language) -> str:
    top = max(1, *(number for _, curve in curves for _, number in curve))
    said = ", ".join(
        f"{name.say(language)} {curve[-1][1]}"
        for name, (_, curve) in zip((NO_KEY, KEY), curves, strict=False)
    )
    label = title.say(language) + (f": {said}" if len(curves) > 1 else "")
    lines = "".join(f'<path class="{tone}" d="{_path(curve, found.end, top)}"/>' for tone, curve in curves)
    names = _names(curves, language) if len(curves) > 1 else ""
    return (
        f'<figure class="plot"><figcaption>{escape(title.say(language))}</figcaption>'
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(label)}">'
        f"{_clock(found.end)}{_moments(found)}"
        f'<text class="scale-y" x="{LEFT - 5}" y="{TOP + 4}">{top}</text>'
        f'<text class="scale-y" x="{LEFT - 5}" y="{BOTTOM}">0</text>{lines}{names}</svg></figure>'
    )


def _across(time: float, end: float) -> float:
    return LEFT + (RIGHT - LEFT) * time / end


def _path(curve: Curve, end: float, top: int) -> str:
    """A staircase; of the corners in one half of a pixel only the highest, and the last of all."""
    corners: dict[float, int] = {}
    for time, number in curve:
        x = round(2 * _across(time, end)) / 2
        corners[x] = max(number, corners.get(x, 0))
    corners[RIGHT] = curve[-1][1]
    steps = "".join(f"H{x:g}V{BOTTOM - (BOTTOM - TOP) * n / top:.4g}" for x, n in corners.items())
    return f"M{LEFT:g} {BOTTOM:g}{steps}"


def _clock(end: float) -> str:
    ticks = range(0, int(end) + 1, TICK)
    return f'<path class="axis" d="M{LEFT:g} {BOTTOM:g}H{RIGHT:g}"/>' + "".join(
        f'<text x="{_across(t, end):.1f}" y="{HEIGHT - 4}">{t}{" s" if t == ticks[-1] else ""}</text>'
        for t in ticks
    )


def _moments(found: Batch) -> str:
    """A line for each mark, with its number: what broke in the colour of what breaks."""
    return "".join(
        f'<g class="{"breaks" if mark.kind in ("crash", "pause") else "mark"}">'
        f'<path d="M{_across(mark.time, found.end):.1f} {TOP - 6:g}V{BOTTOM:g}"/>'
        f'<text x="{_across(mark.time, found.end):.1f}" y="{TOP - 9:g}">{number}</text></g>'
        for number, mark in enumerate(found.marks, start=1)
    )


def _names(curves: tuple[tuple[str, Curve], ...], language: Language) -> str:
    """At the end of each curve, what it is and how high."""
    top = max(1, *(number for _, curve in curves for _, number in curve))
    return "".join(
        f'<text class="name {tone}" x="{RIGHT - 2:g}" y="{BOTTOM - 5 - (BOTTOM - TOP - 18) * curve[-1][1] / top:.1f}">'
        f"{escape(name.say(language))}: {curve[-1][1]}</text>"
        for name, (tone, curve) in zip((NO_KEY, KEY), curves, strict=True)
    )


def _marks(found: Batch, language: Language) -> str:
    """What happened at each number."""
    items = "".join(
        f'<li class="{mark.kind}">{escape(mark.what.say(language))} <small>{round(mark.time)} s</small></li>'
        for mark in found.marks
    )
    return f'<ol class="moments">{items}</ol>'


def program() -> str:
    """The program and the plan, as Markdown."""
    source = PROGRAM.read_text(encoding="utf-8")
    plan = batch(keyed=False).plan.replace(" ; ", " ;\n")
    return f"```python\n{source}```\n\n```text\n{plan}\n```"
