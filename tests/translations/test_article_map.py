"""Everything that the article says has its place here, in each language."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
MAP = Path(__file__).with_name("article_map.txt")


class Place(NamedTuple):
    """Where a part of the article is told."""

    part: str
    page: str
    heading: str
    row: int | None


def places() -> list[Place]:
    """The map, line by line."""
    lines = [line for line in MAP.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    fields = [[field.strip() for field in line.split("|")] for line in lines]
    return [Place(part, page, heading, int(row) if row else None) for part, page, heading, row in fields]


def section(text: str, heading: str) -> str | None:
    """The text below a heading with that id, up to the next heading of its level or above."""
    found = re.search(rf"^(#+) .*\{{#{re.escape(heading)}\}}\s*$", text, re.MULTILINE)
    if found is None:
        return None
    rest = text[found.end() :]
    following = re.search(rf"^#{{1,{len(found[1])}}} ", rest, re.MULTILINE)
    return rest[: following.start()] if following else rest


def rows_or_items(text: str) -> int:
    """The rows of the first table, or the items of the first list where there is no table."""
    lines = text.splitlines()
    rule = next((i for i, line in enumerate(lines) if re.fullmatch(r"\|[-:| ]+\|", line.strip())), None)
    if rule is None:
        return len(re.findall(r"^(?:[-*]|\d+\.) ", text, re.MULTILINE))
    body = lines[rule + 1 :]
    return next((i for i, line in enumerate(body) if not line.strip().startswith("|")), len(body))


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("place", places(), ids=lambda place: place.part)
def test_each_part_of_the_article_is_told(place: Place, language: str) -> None:
    page = (ROOT / "docs" / language / f"{place.page}.md").read_text(encoding="utf-8")
    told = section(page, place.heading)
    assert told is not None, f"{place.page}.md has no heading {{#{place.heading}}}"
    assert told.strip()
    if place.row is not None:
        assert rows_or_items(told) >= place.row
