"""The tables of the page that compares: tasks × topologies, what holds and what it costs.

Everything in them is counted when the site is built (`durable_lab.casebook.suitability`); verdicts lead into the lab.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape

from durable_lab.casebook import suitability
from durable_lab.casebook.suitability import Cell, Finding
from durable_lab.casebook.tasks import TASKS
from durable_lab.picture import Words
from durable_lab.report.titles import TITLES
from durable_lab.topologies.signatures import SIGNATURES
from durable_lab.words.messages import Language
from durable_lab_site.links import lab_address

BASE = "../../"
"""From the page to the home of its language."""


def verdicts(language: Language) -> str:
    """Tasks × topologies: what holds at how many crash points, and what does not hold."""
    head = [Words("任务", "Task"), *(SIGNATURES[key].name for key in SIGNATURES)]
    rows = ([task.name.say(language), *_row(task.key, _verdict, language)] for task in TASKS)
    return _table([words.say(language) for words in head], rows)


def price(task: str, language: Language) -> str:
    """What one task costs on each topology; without the rows that are empty for all of them."""
    rows = [[name.say(language), *_row(task, count, language)] for name, count in _PRICE]
    rows = [row for row in rows if not {*row[1:]} <= {"0", "–"}]
    return _table(["", *(SIGNATURES[key].name.say(language) for key in SIGNATURES)], rows)


# -- cells --------------------------------------------------------------------------------------------------


def _row(task: str, show: Callable[[Cell, Language], str], language: Language) -> list[str]:
    return [show(suitability.matrix()[task, key], language) for key in SIGNATURES]


def _verdict(cell: Cell, language: Language) -> str:
    if not cell.violated:
        text = Words("✓ {n} 处", "✓ {n} points").say(language).format(n=cell.points)
        return _link(lab_address(cell.scenario.key, cell.variant.key, ""), text)
    return "<br>".join(_finding(cell, finding, language) for finding in cell.violated)


def _finding(cell: Cell, finding: Finding, language: Language) -> str:
    at = finding.verdict.event or 0 if finding.verdict is not None else 0
    text = f"✗ {TITLES[finding.check].say(language)}"
    return _link(lab_address(cell.scenario.key, cell.variant.key, finding.plan, at), text)


def _doubled(cell: Cell, language: Language) -> str:
    if cell.doubled_without_keys is None:
        return "–"
    return f"{cell.doubled_without_keys}/{cell.points}"


def _parts(cell: Cell, language: Language) -> str:
    comma = Words("、", ", ").say(language)
    return comma.join(part.say(language) for part in cell.parts) or "–"


_PRICE: tuple[tuple[Words, Callable[[Cell, Language], str]], ...] = (
    (Words("不带键时，做重的崩溃点", "without keys, crash points that double an effect"), _doubled),
    (Words("没有故障时的持久写入", "durable writes, without a fault"), lambda cell, _: str(cell.calm.writes)),
    (
        Words("一次崩溃后再请求的副作用，至多", "effects asked for again after a crash, at most"),
        lambda cell, _: _more(cell, "recognised"),
    ),
    (Words("再付的模型调用，至多", "model calls paid again, at most"), lambda cell, _: _more(cell, "models")),
    (
        Words("再问人的次数，至多", "questions a person is asked again, at most"),
        lambda cell, _: _more(cell, "people"),
    ),
    (
        Words("回放的历史事件，至多", "history events replayed, at most"),
        lambda cell, _: _more(cell, "replayed"),
    ),
    (
        Words("不是崩溃的单个故障里，让它停住的", "single faults other than a crash that stop it"),
        lambda cell, _: f"{cell.stopped}/{cell.others}",
    ),
    (Words("程序的行数", "lines of the program"), lambda cell, _: str(cell.lines)),
    (Words("另外要运维的", "what else to operate"), _parts),
)
"""The rows of a price: what is counted, and the count of a cell."""


def _more(cell: Cell, count: str) -> str:
    """How much more than without a fault."""
    return str(getattr(cell.worst, count) - getattr(cell.calm, count))


# -- Markdown -----------------------------------------------------------------------------------------------


def _link(address: str, text: str) -> str:
    return f'<a href="{BASE}{escape(address)}">{escape(text)}</a>'


def _table(head: list[str], rows: Iterable[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
