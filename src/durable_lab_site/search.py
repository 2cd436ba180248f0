"""What the search knows of a page: its sections, each as the blocks of text that a reader sees.

Material's own index runs the cells of a table together and takes up what is hidden in a drawing, and its search finds
neither an English word by its stem nor a Chinese one by its last character. So its plugin is left the form, and this
is the index; `docs/assets/js/search/` asks it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Literal, TypedDict

Kind = Literal["page", "section", "term", "name"]
"""A page, one of its sections, a row of the glossary, or a name of the Python API."""

Attributes = dict[str, str | None]

HEADINGS = frozenset(f"h{level}" for level in range(1, 7))
BLOCKS = HEADINGS.union("p li tr dt dd div figcaption caption summary blockquote pre".split())
CELLS = frozenset({"td", "th"})
VOID = frozenset("area base br col embed hr img input link meta source wbr".split())
NEVER = frozenset({"svg", "style", "script", "template", "object", "button", "math"})
"""What is drawn, run or pressed; nobody reads it in a line."""

UNREAD = frozenset({"headerlink", "doc-labels", "linenodiv", "dl-topology"})
BETWEEN_CELLS = " · "
TERM = "t-"
"""How the ids of the glossary begin; its rows have two names, one in each language."""

LETTER = re.compile("^[a-z]-")


class Entry(TypedDict):
    """One place that can be found."""

    location: str
    title: str
    kind: Kind
    names: list[str]
    """Under which other name it is looked for; ids are English, so a Chinese section is found in English too."""
    text: list[str]
    code: list[str]
    boost: float


class Told(TypedDict, total=False):
    """What a page says about itself, at its top, below `search`."""

    exclude: bool
    boost: float
    """How much more it is worth than another page with the same words."""
    names: list[str]
    """What readers call it who don't know its words."""


@dataclass(slots=True)
class Section:
    """What stands under one heading, or in one row that has an address of its own."""

    kind: Kind
    id: str
    title: str = ""
    text: list[str] = field(default_factory=list)
    code: list[str] = field(default_factory=list)

    def entry(self, url: str, told: Told) -> Entry:
        """The section as the page's search gets it."""
        path = self.id.split(".")
        in_class = self.kind == "name" and len(path) > 1 and path[-2][:1].isupper()
        return {
            "location": url if self.kind == "page" else f"{url}#{self.id}",
            "title": f"{path[-2]}.{self.title}" if in_class else self.title,
            "kind": self.kind,
            "names": [*self._names(path), *(told.get("names", []) if self.kind == "page" else [])],
            "text": self.text,
            "code": self.code,
            "boost": told.get("boost", 1.0),
        }

    def _names(self, path: list[str]) -> list[str]:
        """`Queue.send` and `send`; or what the id says, without the letter that tells its kind: `t-lease`."""
        if self.kind == "name":
            return [".".join(path[-2:]), path[-1]]
        return [LETTER.sub("", self.id).replace("-", " ")]


class Reader(HTMLParser):
    """Reads a page as a person does: what is hidden or drawn is passed over, and a block ends where its element does."""

    def __init__(self) -> None:
        super().__init__()
        self.sections: list[Section] = []
        self.open: list[str] = []
        self.unread = 0
        """How many elements were open around the outermost one that isn't read, and that one; 0 outside."""
        self.heading: Section | None = None
        self.row: Section | None = None
        """The row that we are in, if it can be linked to; `column` is the cell that says where."""
        self.column = 0
        self.cells: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Go into an element."""
        given = dict(attributes)
        if tag in VOID:
            self.words.append(" " if tag == "br" and not self.unread else "")
            return
        self.open.append(tag)
        if self.unread:
            return
        if _is_unread(tag, given):
            self.unread = len(self.open)
        elif tag in HEADINGS and given.get("id"):
            self._end_block()
            self.heading = Section(self._kind_of(given), given["id"] or "")
        elif tag == "a" and given.get("id") and "tr" in self.open:
            self.row, self.column = Section("term", given["id"] or ""), len(self.cells)
        elif tag in BLOCKS:
            self._end_block()

    def handle_endtag(self, tag: str) -> None:
        """Leave an element, and whatever in it was never closed."""
        if tag not in self.open:
            return
        while self.open:
            left = self.open.pop()
            if self.unread:
                self.unread = self.unread if len(self.open) >= self.unread else 0
            else:
                self._leave(left)
            if left == tag:
                return

    def handle_data(self, data: str) -> None:
        """Take a piece of text."""
        if not self.unread:
            self.words.append(data)

    def close(self) -> None:
        """Take what is left."""
        super().close()
        self._end_block()

    def _kind_of(self, heading: Attributes) -> Kind:
        if not self.sections:
            return "page"
        return "name" if "doc-heading" in (heading.get("class") or "").split() else "section"

    def _leave(self, tag: str) -> None:
        if tag in HEADINGS and self.heading:
            self.heading.title = self._said()
            self.sections.append(self.heading)
            self.heading = None
        elif tag in CELLS:
            self.cells.append(self._said())
        elif tag == "pre":
            self._end_program()
        elif tag in BLOCKS:
            self._end_block()

    def _said(self) -> str:
        """The text since the last block or cell ended, in one line."""
        said = re.sub(r"\s+", " ", "".join(self.words)).strip()
        self.words.clear()
        return said

    def _end_block(self) -> None:
        """A paragraph, or a row of a table; the row is a section of its own if it has an address."""
        cells = [*self.cells, self._said()]
        self.cells.clear()
        said = [cell for cell in cells if cell]
        if not said or not self.sections:
            return
        if self.row and len(said) > 1:
            names = said[:2] if self.row.id.startswith(TERM) else said[self.column : self.column + 1]
            self.row.title = BETWEEN_CELLS.join(names)
            self.row.text.append(BETWEEN_CELLS.join(cell for cell in said if cell not in names))
            self.sections.insert(len(self.sections) - 1, self.row)
        else:
            self.sections[-1].text.append(BETWEEN_CELLS.join(said))
        self.row = None

    def _end_program(self) -> None:
        lines = "".join(self.words).splitlines()
        self.words.clear()
        if self.sections:
            self.sections[-1].code.extend(line.strip() for line in lines if line.strip())


def _is_unread(tag: str, given: Attributes) -> bool:
    classes = (given.get("class") or "").split()
    hidden = "hidden" in given or given.get("aria-hidden") == "true" or "data-search-exclude" in given
    return tag in NEVER or hidden or not UNREAD.isdisjoint(classes)


def entries(html: str, url: str, told: Told) -> Iterator[Entry]:
    """The places of a page that can be found; the page itself comes first, as whoever groups them expects."""
    if told.get("exclude"):
        return
    reader = Reader()
    reader.feed(html)
    reader.close()
    for section in sorted(reader.sections, key=lambda section: section.kind != "page"):
        yield section.entry(url, told)


def write(found: list[Entry], site: Path) -> None:
    """Put the index where the page's search looks for it."""
    folder = site / "search"
    folder.mkdir(exist_ok=True)
    text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    (folder / "sections.json").write_text(text, encoding="utf-8")
