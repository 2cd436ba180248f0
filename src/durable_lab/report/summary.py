"""What all reports of an exploration have in common: the verdict of each check, the ways of failing, the price."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from durable_lab.explorer import Exploration, Price, Way
from durable_lab.readers.checks import CHECKS, Status, Verdict, violated
from durable_lab.readers.points import crashed_and_spared
from durable_lab.report.titles import TITLES, gloss
from durable_lab.topology import ways_in
from durable_lab.words.messages import Language, say

SIGNS: dict[Status, str] = {"holds": "✓", "violated": "✗", "warning": "!", "not exercised": "–"}

_WORST: tuple[Status, ...] = ("violated", "warning", "holds")


def status_of(found: Exploration, check: str) -> Status:
    """A check's verdict on everything that was run: the worst one."""
    seen = {verdict.status for verdict in _verdicts(found) if verdict.check == check}
    return next((status for status in _WORST if status in seen), "not exercised")


def failed(found: Exploration) -> bool:
    """Whether any check was violated in any run."""
    return any(status_of(found, check) == "violated" for check in CHECKS)


def waiting(found: Exploration) -> list[Verdict]:
    """How the run failed in which everything was killed while it waited for a person."""
    return violated(found.waiting.verdicts) if found.waiting is not None else []


def all_hold(found: Exploration, language: Language) -> str:
    """What to say where no plan fails: also whether something was left undone that somebody was told of."""
    told = any(verdict.code == "loss-told" for verdict in _verdicts(found))
    return say("explore-all-told" if told else "explore-all-hold", language)


def finding(way: Way, language: Language) -> tuple[str, str]:
    """A way of failing: the sentence, and the smallest plan."""
    return way.verdict.text(language), way.tried.plan


def reasons(found: Exploration, language: Language) -> list[str]:
    """What made a way of failing possible, said of the first of which the trace shows it; and what differs by chance."""
    ways, lines = found.ways(), found.baseline.header.get("set_order", [])
    said = [reason for way in ways if (reason := way.verdict.reason(language))][:1]
    if ways and lines:
        said.append(say("explore-set-order", language, lines=", ".join(map(str, lines))))
    return said


def title_line(found: Exploration, filename: str, language: Language) -> str:
    """Which file, and how many plans."""
    skipped = say("explore-skipped", language, skipped=found.pruned) if found.pruned else ""
    name = PurePosixPath(filename).name
    return say("explore-title", language, file=name, plans=found.total, skipped=skipped)


def checks_lines(found: Exploration, language: Language) -> Iterator[str]:
    """Each check with its sign and what it asks; those that nothing has tested together, by their names."""
    untried = []
    for check in CHECKS:
        name, status = TITLES[check].say(language), status_of(found, check)
        if status == "not exercised":
            untried.append(name)
        else:
            yield f"{SIGNS[status]} {say('explore-check', language, name=name, gloss=gloss(check, language))}"
    if untried:
        names = " · ".join(untried)
        yield f"{SIGNS['not exercised']} {say('explore-untried', language, names=names)}"


def price_line(found: Exploration, language: Language) -> str:
    """What the run costs without a fault, and at most with one."""
    calm, most = found.baseline_price, found.price
    return say("explore-price", language, **{name: _range(calm, most, name) for name in Price._fields})


def _range(calm: Price, most: Price, name: str) -> str:
    low, high = getattr(calm, name), getattr(most, name)
    return str(low) if low == high else f"{low}→{high}"


def covered_line(found: Exploration, language: Language) -> str:
    """What was tried, and what was not: of which processes a crash, and of which not."""
    pairs = say("explore-with-pairs", language, pairs=found.pairs) if found.with_pairs else ""
    others = say("explore-with-others", language, others=len(found.others)) if found.others else ""
    left = [] if found.with_pairs else ["explore-no-pairs"]
    left += [] if found.others else ["explore-no-others"]
    missing = "".join(say(code, language) for code in left)
    crashed, spared = crashed_and_spared(found.baseline)
    never = _of("explore-spared", spared, language)
    if not found.points:
        return say("explore-covered-none", language, others=others, spared=never, missing=missing)
    return say(
        "explore-covered",
        language,
        processes=_names(crashed, language),
        points=len(found.points),
        others=others,
        pairs=pairs,
        again=_of("explore-asked-again", [name for name in crashed if name in ways_in()], language),
        spared=never,
        missing=missing,
    )


def _of(code: str, processes: list[str], language: Language) -> str:
    return say(code, language, processes=_names(processes, language)) if processes else ""


def _names(processes: list[str], language: Language) -> str:
    return ("、" if language == "zh" else ", ").join(processes)


def _verdicts(found: Exploration) -> Iterator[Verdict]:
    yield from found.baseline_verdicts
    for tried in found.runs:
        yield from tried.verdicts
    if found.waiting is not None:
        yield from found.waiting.verdicts
