"""An exploration as Markdown, for a merge request or a page."""

from __future__ import annotations

from pathlib import PurePosixPath

from durable_lab.explorer import Exploration
from durable_lab.readers.checks import CHECKS, violated
from durable_lab.report.summary import (
    SIGNS,
    all_hold,
    covered_line,
    finding,
    price_line,
    reasons,
    status_of,
    waiting,
)
from durable_lab.report.titles import TITLES, gloss
from durable_lab.words.messages import Language, say


def as_markdown(found: Exploration, filename: str, language: Language) -> str:
    """A heading, the checks as a table, the ways of failing as a table, price and cover."""
    title = say(
        "explore-title", language, file=f"`{PurePosixPath(filename).name}`", plans=found.total, skipped=""
    )
    lines = [
        f"## {title}",
        "",
        _row(["", *(say(code, language) for code in ("explore-check-name", "explore-check-asks"))]),
        _row(["---"] * 3),
        *(_row(_check(found, check, language)) for check in CHECKS),
        "",
        *_ways(found, language),
    ]
    lines += [line for reason in reasons(found, language) for line in ("", reason)]
    lines += ["", price_line(found, language), "", covered_line(found, language)]
    return "\n".join(lines) + "\n"


def _check(found: Exploration, check: str, language: Language) -> list[str]:
    return [SIGNS[status_of(found, check)], TITLES[check].say(language), gloss(check, language)]


def _ways(found: Exploration, language: Language) -> list[str]:
    rows = [["", _cell(verdict.text(language)), ""] for verdict in violated(found.baseline_verdicts)]
    for way in found.ways():
        sentence, plan = finding(way, language)
        rows.append([f"`{plan}`", _cell(sentence), str(way.count)])
    for verdict in waiting(found):
        assert found.waiting is not None
        rows.append([f"`{found.waiting.plan}`", _cell(verdict.text(language)), "1"])
    if not rows:
        green = found.intents and found.points
        return [all_hold(found, language) if green else say("explore-nothing", language)]
    head = [say(code, language) for code in ("explore-plan", "explore-what", "explore-plans")]
    return [_row(head), _row(["---"] * 3), *map(_row, rows)]


def _row(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _cell(text: str) -> str:
    """Text that ends no cell and opens no tag."""
    return text.replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")
