"""The tables of the page that compares: tasks × topologies, what holds and what it costs.

Everything in them is counted when the site is built (`durable_lab.casebook.suitability`); verdicts lead into the lab.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from durable_lab.casebook import suitability
from durable_lab.casebook.suitability import Cell, Finding
from durable_lab.casebook.tasks import TASKS
from durable_lab.report.titles import TITLES
from durable_lab.topologies.signatures import SIGNATURES
from durable_lab.words.catalogue import Language
from durable_lab_site.drawing import draw, say
from durable_lab_site.links import lab_address

BASE = "../../"
"""From the page to the home of its language."""


@dataclass(frozen=True, slots=True)
class Link:
    """To a run in the lab."""

    text: str
    address: str


def verdicts(language: Language) -> str:
    """Tasks × topologies: what holds at how many crash points, and what does not hold."""
    rows = [
        (task.name.say(language), [_verdict(_cell(task.key, key), language) for key in SIGNATURES])
        for task in TASKS
    ]
    return draw("verdicts.html", language, topologies=_names(language), rows=rows)


def price(task: str, language: Language) -> str:
    """What one task costs on each topology; without the rows that are empty for all of them."""
    rows = [
        (say(f"price.{name}", language), [count(_cell(task, key), language) for key in SIGNATURES])
        for name, count in _PRICE.items()
    ]
    rows = [(name, cells) for name, cells in rows if not {*cells} <= {"0", "–"}]
    return draw("price.html", language, topologies=_names(language), rows=rows)


def _names(language: Language) -> list[str]:
    return [signature.name.say(language) for signature in SIGNATURES.values()]


def _cell(task: str, topology: str) -> Cell:
    return suitability.matrix()[task, topology]


def _verdict(cell: Cell, language: Language) -> list[Link]:
    """What does not hold, or that everything does."""
    if cell.violated:
        return [_finding(cell, finding, language) for finding in cell.violated]
    return [_link(cell, say("holds", language, n=cell.points), "")]


def _finding(cell: Cell, finding: Finding, language: Language) -> Link:
    at = finding.verdict.event or 0 if finding.verdict is not None else 0
    return _link(cell, f"✗ {TITLES[finding.check].say(language)}", finding.plan, at)


def _link(cell: Cell, text: str, plan: str, at: int = 0) -> Link:
    return Link(text, BASE + lab_address(cell.scenario.key, cell.variant.key, plan, at))


def _doubled(cell: Cell, language: Language) -> str:
    if cell.doubled_without_keys is None:
        return "–"
    return f"{cell.doubled_without_keys}/{cell.points}"


def _parts(cell: Cell, language: Language) -> str:
    return say("comma", language).join(part.say(language) for part in cell.parts) or "–"


_PRICE: dict[str, Callable[[Cell, Language], str]] = {
    "doubled": _doubled,
    "writes": lambda cell, _: str(cell.calm.writes),
    "recognised": lambda cell, _: _more(cell, "recognised"),
    "models": lambda cell, _: _more(cell, "models"),
    "people": lambda cell, _: _more(cell, "people"),
    "replayed": lambda cell, _: _more(cell, "replayed"),
    "stopped": lambda cell, _: f"{cell.stopped}/{cell.others}",
    "lines": lambda cell, _: str(cell.lines),
    "parts": _parts,
}
"""The rows of a price: what is counted, and the count of a cell."""


def _more(cell: Cell, count: str) -> str:
    """How much more than without a fault."""
    return str(getattr(cell.worst, count) - getattr(cell.calm, count))
