"""An exploration as a page shows it: sentences first, and below them, folded, what they rest on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypedDict

from durable_lab.explorer import Exploration
from durable_lab.kernel.faults.kinds import Crash
from durable_lab.kernel.faults.plan import parse_plan
from durable_lab.readers.checks import Verdict, violated
from durable_lab.readers.view import View
from durable_lab.readers.view.schema import ViewEvent
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

MOST_WAYS = 8
"""Ways of failing that are shown; of more only how many."""


class Wrong(TypedDict):
    """One way of failing."""

    what: str
    when: str
    """What had just happened when it was crashed, and how many crash places do the same."""
    plan: str
    """The smallest that shows it; "" if no fault is needed."""


class Shown(TypedDict):
    """A whole exploration."""

    holds: bool | None
    """Whether every check did; None if nothing was exercised."""
    short: str
    """The verdict in one line."""
    wrong: list[Wrong]
    notes: list[str]
    log: list[str]
    """The checks, what was tried, the price."""


def as_shown(found: Exploration, filename: str, calm: View, language: Language) -> Shown:
    """The report; `calm` is the drawn run without a fault, whose sentences tell where a crash strikes."""
    wrong = list(_wrong(found, calm, language))
    notes = reasons(found, language)
    if len(wrong) > MOST_WAYS:
        notes.append(say("explore-more-ways", language, more=len(wrong) - MOST_WAYS))
    notes += [f"! {verdict.text(language)}" for verdict in found.warnings()[:2]]
    if not found.intents:
        notes.append(say("explore-nothing", language))
    log = [title_line(found, filename, language), *checks_lines(found, language)]
    log += [price_line(found, language), covered_line(found, language)]
    holds = False if wrong else True if found.intents and found.points else None
    return {
        "holds": holds,
        "short": _short(found, holds, language),
        "wrong": wrong[:MOST_WAYS],
        "notes": notes,
        "log": log,
    }


def _short(found: Exploration, holds: bool | None, language: Language) -> str:
    """What stands where only one line is: how many crash places go wrong, and how most of them do."""
    if holds:
        what = all_hold(found, language).removeprefix("✓ ")
        return say("explore-short-good", language, all=len(found.runs), what=what)
    if holds is None:
        return "– " + say("explore-nothing", language)
    if bad := violated(found.baseline_verdicts):
        return say("explore-short-calm", language, what=bad[0].text(language))
    if not found.failures:
        return say("explore-short-waiting", language, what=waiting(found)[0].text(language))
    most = max(found.ways(), key=lambda way: way.count)
    failed, total = len(found.failures), len(found.runs)
    what = most.verdict.text(language)
    return say("explore-short-bad", language, failed=failed, all=total, what=what)


def _wrong(found: Exploration, calm: View, language: Language) -> Iterator[Wrong]:
    def wrong(verdict: Verdict, when: str, plan: str) -> Wrong:
        return {"what": verdict.text(language), "when": when, "plan": plan}

    for verdict in violated(found.baseline_verdicts):
        yield wrong(verdict, say("explore-when-calm", language), "")
    struck = _struck(calm, language)
    for way in found.ways():
        sentence, plan = finding(way, language)
        count = say("explore-count", language, count=way.count, all=len(found.runs))
        yield {"what": sentence, "when": f"{struck(plan)} · {count}", "plan": plan}
    if found.waiting is not None:
        for verdict in waiting(found):
            yield wrong(verdict, say("explore-when-waiting", language), found.waiting.plan)


def _line(events: list[ViewEvent], at: int) -> int | None:
    """The reader's line that an event belongs to: where its step was begun, if it happened elsewhere."""
    step = events[at]["kind"], events[at]["name"], events[at]["n"]
    same = (e for e in reversed(events[: at + 1]) if (e["kind"], e["name"], e["n"]) == step)
    return next((event["line"] for event in same if "line" in event), None)


def _struck(calm: View, language: Language) -> Callable[[str], str]:
    """Tells of a plan what had just happened when it struck; of one that is more than a crash, the plan itself."""
    places = {event["point"]: at for at, event in enumerate(calm["events"]) if "point" in event}

    def told(plan: str) -> str:
        match parse_plan(plan):
            case (Crash(point),) if str(point) in places:
                at = places[str(point)]
                sentence = calm["say"][language][at].rstrip(".。")
                line = _line(calm["events"], at)
                where = say("explore-when-line", language, line=line) if line else ""
                return say("explore-when", language, sentence=sentence, where=where)
        return plan

    return told
