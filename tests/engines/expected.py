"""What an engine is recorded to print. Where it races, that is a set: alternatives between `either:` and `end.`"""

from __future__ import annotations

import re
from collections.abc import Iterable

EITHER, OR, END = "either:", "or:", "end."


def first(recorded: str) -> str:
    """The text with the first alternative of each set: what the simulator gives."""
    return "".join(part if isinstance(part, str) else part[0] for part in _parts(recorded))


def matches(recorded: str, text: str) -> bool:
    """Whether the text is one of those that the recording allows."""
    pattern = "".join(
        re.escape(part) if isinstance(part, str) else f"(?:{'|'.join(map(re.escape, part))})"
        for part in _parts(recorded)
    )
    return re.fullmatch(pattern, text) is not None


def _parts(recorded: str) -> Iterable[str | list[str]]:
    """Texts that stand as they are, and lists of alternatives."""
    plain: list[str] = []
    alternatives: list[list[str]] | None = None
    for line in recorded.splitlines(keepends=True):
        mark = line.rstrip("\n")
        if mark == EITHER and alternatives is None:
            yield "".join(plain)
            plain, alternatives = [], [[]]
        elif mark == OR and alternatives is not None:
            alternatives.append([])
        elif mark == END and alternatives is not None:
            yield ["".join(lines) for lines in alternatives]
            alternatives = None
        else:
            (plain if alternatives is None else alternatives[-1]).append(line)
    assert alternatives is None, "a set of alternatives without an end"
    yield "".join(plain)
