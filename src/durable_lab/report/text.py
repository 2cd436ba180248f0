"""An exploration as text that fits a screen: at most 40 lines of 100 columns."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterable, Iterator

from durable_lab.explorer import Exploration
from durable_lab.kernel.faults.plan import parse_plan
from durable_lab.readers.checks import Verdict, violated
from durable_lab.report.summary import (
    all_hold,
    checks_lines,
    covered_line,
    finding,
    price_line,
    reasons,
    title_line,
    waiting,
)
from durable_lab.words.messages import Language, say

WIDTH = 100
"""Columns; a Chinese character takes two."""

MOST_WAYS = 8
"""Ways of failing that are shown; of more only how many."""


def as_text(found: Exploration, filename: str, language: Language) -> str:
    """The report of a complete exploration: what holds, and the smallest plan for each way of failing."""
    lines = [title_line(found, filename, language)]
    bad = violated(found.baseline_verdicts)
    if not found.intents:
        lines += ["", say("explore-nothing", language)]
    if bad:
        lines += ["", say("explore-baseline-bad", language), *_sentences(bad, language)]
    lines += ["", *_ways(found, language), *_waiting(found, language), *_warnings(found, language)]
    tried = [*checks_lines(found, language), "", price_line(found, language)] if found.points else []
    lines += ["", *tried, covered_line(found, language)]
    return "\n".join(line for long in lines for line in wrapped(long))


def _ways(found: Exploration, language: Language) -> Iterable[str]:
    if not found.failures:
        green = found.intents and found.points and not violated(found.baseline_verdicts)
        if green and not waiting(found):
            yield all_hold(found, language)
        return
    if not found.ways():
        yield say("explore-nothing-new", language)
        return
    held = sum(tried.held for tried in found.runs)
    yield from say("explore-failures", language, failed=len(found.failures), held=held).splitlines()
    ways = found.ways()
    for way in ways[:MOST_WAYS]:
        sentence, plan = finding(way, language)
        yield f"  ✗ {sentence}  ×{way.count}"
        yield from _replay(plan, language)
    yield from (f"  {reason}" for reason in reasons(found, language))
    if len(ways) > MOST_WAYS:
        yield "  " + say("explore-more-ways", language, more=len(ways) - MOST_WAYS)


def _replay(plan: str, language: Language) -> Iterator[str]:
    """The lines of the file that make it happen: one a fault, so that none is too long."""
    for fault in parse_plan(plan) or ("",):
        yield "    " + say("explore-replay", language, plan=fault)


def _waiting(found: Exploration, language: Language) -> Iterator[str]:
    bad = waiting(found)
    if bad and found.waiting is not None:
        yield f"  ✗ {bad[0].text(language)}"
        yield from _replay(found.waiting.plan, language)


def _warnings(found: Exploration, language: Language) -> Iterator[str]:
    for verdict in found.warnings()[:2]:
        yield f"  ! {verdict.text(language)}"


def _sentences(verdicts: list[Verdict], language: Language) -> list[str]:
    shown = [f"  ✗ {verdict.text(language)}" for verdict in verdicts[:MOST_WAYS]]
    more = len(verdicts) - MOST_WAYS
    return [*shown, *(["  " + say("explore-more-ways", language, more=more)] if more > 0 else [])]


def columns(text: str) -> int:
    """How many columns a text takes in a terminal."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def wrapped(line: str) -> list[str]:
    """A line in pieces that fit, the further ones indented; at most three, the last cut with an ellipsis.

    A line: what an error or an argument brings of line ends and control characters does not break the frame.
    """
    line = "".join(" " if c.isspace() else c if c.isprintable() else "�" for c in line)
    if columns(line) <= WIDTH:
        return [line]
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    pieces: list[str] = []
    rest = line
    while rest and len(pieces) < 3:
        piece = _fitting(rest)
        pieces.append(piece.rstrip())
        rest = rest[len(piece) :].lstrip()
        rest = indent + rest if rest else ""
    if rest:
        pieces[-1] = _cut(pieces[-1])
    return pieces


def _fitting(text: str) -> str:
    """As much of a text as fits, up to a blank, rather a ` · `, or between two wide characters."""
    taken, end = 0, 0
    for at, character in enumerate(text):
        taken += columns(character)
        if taken > WIDTH:
            break
        wide = columns(character) == 2 and text[at + 1 : at + 2] not in tuple("，。：；、）”")
        if character == " " or wide or at + 1 == len(text):
            end = at + 1
    between = text[:end].rfind(" · ") + 3
    if between > end * 0.6 and end < len(text):
        end = between
    return text[:end] if text[:end].strip() else text[:WIDTH]


def _cut(piece: str) -> str:
    return textwrap.shorten(piece, WIDTH, placeholder="") + "…" if columns(piece) >= WIDTH else piece + "…"
