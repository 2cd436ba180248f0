"""Every statement that a page calls measured names its row, and a row names the live test that measures it.

The mark is a comment after the word, `measured<!--m: ids-->`: a reader doesn't see it. `<!--m: -->` stands where the
word is explained and states nothing. A row without a test was measured by hand, and the page says `measured once`.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.translations.test_structure import EN, FENCE, PAGES, ROOT, ZH, text

ENGINES = ROOT / "tests" / "engines"
ROWS: dict[str, dict[str, str]] = tomllib.loads((ENGINES / "measured.toml").read_text(encoding="utf-8"))

WORD = {EN: r"\b[Mm]easured(?P<once> once)?\b", ZH: r"(?P<once>单次)?(?:实测|测得)"}
MARK = re.compile(r"<!--m: *([\w\- ]*?) *-->")


class Statement(NamedTuple):
    """A place that says measured."""

    line: str
    once: bool
    rows: tuple[str, ...] | None
    """None: it isn't marked."""


def statements(root: Path, page: str) -> list[Statement]:
    """All of a page's."""
    lines = FENCE.sub("", text(root, page)).splitlines()
    return [statement for line in lines for statement in _statements(line, WORD[root])]


def _statements(line: str, word: str) -> list[Statement]:
    found = []
    for match in re.finditer(word, line):
        mark = MARK.match(line, match.end())
        rows = tuple(mark[1].split()) if mark else None
        found.append(
            Statement(line[max(0, match.start() - 60) : match.end() + 30], bool(match["once"]), rows)
        )
    return found


@pytest.mark.parametrize("root", [ZH, EN], ids=["zh", "en"])
@pytest.mark.parametrize("page", PAGES)
def test_every_statement_names_its_rows(page: str, root: Path) -> None:
    for statement in statements(root, page):
        assert statement.rows is not None, f"without a row: {statement.line}"
        assert set(statement.rows) <= set(ROWS), statement
    marks, marked = MARK.findall(text(root, page)), statements(root, page)
    assert len(marks) == len(marked), "a mark that stands at no such word"


@pytest.mark.parametrize("page", PAGES)
def test_both_languages_state_the_same(page: str) -> None:
    assert _rows_of(ZH, page) == _rows_of(EN, page)


def _rows_of(root: Path, page: str) -> list[tuple[str, ...]]:
    return [statement.rows for statement in statements(root, page) if statement.rows]


@pytest.mark.parametrize("root", [ZH, EN], ids=["zh", "en"])
@pytest.mark.parametrize("page", PAGES)
def test_what_nothing_repeats_is_said_to_be_measured_once(page: str, root: Path) -> None:
    for statement in statements(root, page):
        by_hand = [row for row in statement.rows or () if "test" not in ROWS[row]]
        if statement.once:
            assert len(by_hand) == len(statement.rows or ()), f"a test repeats it: {statement}"
        elif statement.rows:
            assert not by_hand, f"say that it was measured once: {statement}"


@pytest.mark.parametrize("row", ROWS)
def test_a_row_says_what_was_measured_on_what_and_a_page_says_it_too(row: str) -> None:
    assert set(ROWS[row]) - {"test"} == {"says", "on"}
    assert re.search(r"\d\.\d", ROWS[row]["on"]) or "2026" in ROWS[row]["on"], "no version"
    assert any(row in rows for page in PAGES for rows in _rows_of(EN, page)), "no page says it"


@pytest.mark.parametrize("row", [row for row in ROWS if "test" in ROWS[row]])
def test_the_test_of_a_row_asks_the_engine(row: str) -> None:
    file, _, case = ROWS[row]["test"].partition("::")
    test, _, asked = case.rstrip("]").partition("[")
    module = __import__(f"tests.engines.{file.removesuffix('.py').replace('/', '.')}", fromlist=[test])
    (marked,) = getattr(module, test).pytestmark
    assert asked in [question.name for question in marked.args[1]]
    assert "answer" in getattr(module, test).__code__.co_varnames
