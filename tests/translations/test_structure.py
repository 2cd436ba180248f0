"""Both languages say the same: the same pages, and on each the same headings, tables, fences and links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mkdocs.utils.yaml import yaml_load

ROOT = Path(__file__).resolve().parents[2]
ZH, EN = ROOT / "docs" / "zh", ROOT / "docs" / "en"
PAGES = sorted(path.relative_to(ZH).as_posix() for path in ZH.rglob("*.md"))

CHINESE_AT_LEAST = 0.25
"""Of a Chinese page's letters; code, links and markup are not counted."""

FENCE = re.compile(r"^( *)(`{3,}|~{3,})([^\n]*)\n(.*?)^\1\2`*$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^(#{1,6}) +(.*?)(?: *\{(#[\w-]+)[^}]*\})?$", re.MULTILINE)
TABLE = re.compile(r"(?:^ *\|.*\n?)+", re.MULTILINE)
LINK = re.compile(r"\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^)\s]+)[^)]*\)")
ADMONITION = re.compile(r"^ *(?:!!!|\?\?\?\+?) +(\w+)", re.MULTILINE)


def text(root: Path, page: str) -> str:
    return (root / page).read_text(encoding="utf-8")


def prose(root: Path, page: str) -> str:
    """A page without its fences, its front matter and what the docstrings of the code give."""
    body = re.sub(r"\A---\n.*?^---\n", "", text(root, page), flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"^::: .*\n(?:^ +.*\n|^\n(?= ))*", "", FENCE.sub("", body), flags=re.MULTILINE)


def fences(root: Path, page: str) -> Iterator[tuple[str, str]]:
    """Each fence's language and what is in it."""
    for match in FENCE.finditer(text(root, page)):
        yield match[3].strip(), match[4]


def tables(root: Path, page: str) -> list[tuple[int, int]]:
    """Rows and columns of each table."""
    found = [match[0].strip().splitlines() for match in TABLE.finditer(prose(root, page))]
    return [(len(rows), len(re.findall(r"(?<!\\)\|", rows[1]))) for rows in found if len(rows) > 1]


def same(page: str, what: Any) -> None:
    assert what(ZH, page) == what(EN, page)


def test_there_are_the_same_pages() -> None:
    assert PAGES
    assert sorted(path.relative_to(EN).as_posix() for path in EN.rglob("*.md")) == PAGES


@pytest.mark.parametrize("page", PAGES)
def test_every_heading_has_an_explicit_id(page: str) -> None:
    for root in (ZH, EN):
        headings = HEADING.findall(prose(root, page))
        assert headings
        assert [title for _, title, anchor in headings if not anchor] == []
        anchors = [anchor for _, _, anchor in headings]
        assert len(anchors) == len(set(anchors))


@pytest.mark.parametrize("page", PAGES)
def test_the_same_headings_in_the_same_order(page: str) -> None:
    same(
        page, lambda root, page: [(level, anchor) for level, _, anchor in HEADING.findall(prose(root, page))]
    )


@pytest.mark.parametrize("page", PAGES)
def test_the_same_programs_and_includes(page: str) -> None:
    same(
        page, lambda root, page: [body for language, body in fences(root, page) if language.startswith("run")]
    )
    same(page, lambda root, page: [language.split()[:1] for language, _ in fences(root, page)])
    same(page, lambda root, page: re.findall(r"--8<-- .*|^::: .*", text(root, page), re.MULTILINE))


@pytest.mark.parametrize("page", PAGES)
def test_the_same_tables_row_by_row(page: str) -> None:
    same(page, tables)


@pytest.mark.parametrize("page", PAGES)
def test_the_same_links_section_by_section(page: str) -> None:
    """Within a section the sentences may stand in another order."""

    def links(root: Path, page: str) -> list[list[str]]:
        parts = re.split(r"^#{1,6} .*$", prose(root, page), flags=re.MULTILINE)
        return [sorted(without_language(target) for target in LINK.findall(part)) for part in parts]

    same(page, links)


def without_language(target: str) -> str:
    """A link to a page that is itself in two languages, as one."""
    return re.sub(r"(?<=[/.-])(zh-cn|zh-CN|zh|en-us|en-US|en)(?=[/.#]|$)", "*", target)


@pytest.mark.parametrize("page", PAGES)
def test_the_same_admonitions(page: str) -> None:
    same(page, lambda root, page: ADMONITION.findall(prose(root, page)))


@pytest.mark.parametrize("page", PAGES)
def test_the_same_footnotes(page: str) -> None:
    same(page, lambda root, page: sorted(re.findall(r"\[\^\w+\]:?", prose(root, page))))


@pytest.mark.parametrize("page", PAGES)
def test_neither_language_serves_the_other(page: str) -> None:
    bare = {
        root: re.sub(r"`[^`]*`|\]\([^)]*\)|\{[^}]*\}|<[^>]*>", " ", prose(root, page)) for root in (ZH, EN)
    }
    letters = {root: [c for c in bare[root] if c.isalpha()] for root in (ZH, EN)}
    chinese = {root: sum("\u4e00" <= c <= "\u9fff" for c in letters[root]) for root in (ZH, EN)}
    assert chinese[ZH] >= CHINESE_AT_LEAST * len(letters[ZH])
    if page != "reference/glossary.md":  # it gives each term in both
        assert chinese[EN] <= 0.02 * len(letters[EN])


# -- navigation ---------------------------------------------------------------------------------------


def navigation(name: str) -> list[Any]:
    """The pages of a configuration's navigation, nested as they are, without titles."""

    def shape(entry: Any) -> Any:
        if isinstance(entry, list):
            return [shape(one) for one in entry]
        if isinstance(entry, dict):
            return [shape(one) for one in entry.values()]
        return entry

    with (ROOT / name).open("rb") as file:
        found: list[Any] = shape(yaml_load(file)["nav"])
    return found


def flat(entries: Any) -> Iterator[str]:
    for entry in entries if isinstance(entries, list) else [entries]:
        if isinstance(entry, list):
            yield from flat(entry)
        else:
            yield entry


def test_both_navigations_list_the_same_pages_in_the_same_order() -> None:
    assert navigation("mkdocs.yml") == navigation("mkdocs.en.yml")


def test_the_navigation_lists_every_page_once() -> None:
    """But for addresses that others link to, and that lead on."""
    listed = [page for page in flat(navigation("mkdocs.yml")) if page.endswith(".md")]
    assert sorted(listed) == [page for page in PAGES if "\nmoved_to:" not in text(ZH, page)]
