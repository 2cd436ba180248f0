"""One program, several texts: the files from which the text of each variant is made.

A line that ends in `#: naive key` belongs to the variants `naive` and `key` and to no other; a line without such a
mark belongs to all. `#: article` marks what is there only when the article shows the program, with its output
beside it: mostly what it prints. A line that is nothing but a mark is an empty line.

Such a file is Python too, but nothing runs it: an alternative stands below the other. What is made of it runs
unchanged, here and on the engine that it names.
"""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).with_name("scenarios")
"""Programs and data, by topology; a program is `<scenario>.py`, or another name that the data gives."""

ARTICLE = "article"

_MARK = re.compile(r"(?:^|  )#: ([a-z][a-z -]*)$")


def text_of(program: str, *kept: str) -> str:
    """A program's text for what is `kept`: a variant's key, perhaps `ARTICLE`.

    Args:
        program: its path below `FOLDER`, without `.py`.
    """
    return rendered(FOLDER.joinpath(f"{program}.py").read_text(encoding="utf-8"), *kept)


def rendered(text: str, *kept: str) -> str:
    """`text` without its marks, and without the lines whose mark names nothing that is kept."""
    lines = [(_MARK.sub("", line), marks(line)) for line in text.splitlines()]
    return "".join(f"{line}\n" for line, marked in lines if not marked or marked & {*kept})


def marks(line: str) -> frozenset[str]:
    """What the line belongs to; empty for all."""
    found = _MARK.search(line)
    return frozenset(found[1].split()) if found else frozenset()
