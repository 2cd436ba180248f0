"""The page's JavaScript holds no rule of the machine: it looks up what came with a run, or asks Python."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from durable_lab.kernel.events import KINDS, Mark
from durable_lab.kernel.faults.kinds import KINDS as FAULTS
from durable_lab.topologies.signatures import SIGNATURES

JS = Path(__file__).resolve().parents[2] / "docs" / "assets" / "js"
TEXTS = {"words.js", "strings.js"}
"""What readers read: sentences may name anything."""
MODULES = sorted(path for path in JS.rglob("*.js") if path.name not in TEXTS)

PIECE = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)
    |(?P<text>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)
    |(?P<regex>(?<=[(=,:!&|?\s])/(?![*/\s])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/[a-z]*)""",
    re.DOTALL | re.VERBOSE,
)
COMPARED = re.compile(
    r"""(?:[!=]==?\s*|\b(?:case|includes|has|get|startsWith|endsWith)\b\s*\(?\s*)'(?P<after>[^'\n]+)'
    |'(?P<before>[^'\n]+)'\s*[!=]==?""",
    re.VERBOSE,
)
LIST = re.compile(r"\[\s*('[^'\n]*'(?:\s*,\s*'[^'\n]*')*)\s*,?\s*\]")

NAMES = "|".join(fault.grammar().first for fault in FAULTS)
GRAMMAR = re.compile(rf" ; |# durable-lab:|\b(?:{NAMES})\)? ")
"""The beginning of a fault in a plan, what stands between two, and the line of a file that holds one."""


PHASE = re.compile(r"\bphase\s*[!=]==\s*'[^']*'")


EVENTS = frozenset(KINDS) - set(get_args(Mark))
"""The kinds of events; not those that are also called so on the timeline: marks are for drawing."""
assert SIGNATURES and {"effect", "person", "send"} <= EVENTS, "each topology has declared its own"


def pieces(code: str, kind: str) -> Iterator[str]:
    """The comments, or the texts and regular expressions of a module."""
    return (
        found[0] for found in PIECE.finditer(code) if (found.lastgroup == "comment") == (kind == "comment")
    )


def without_comments(code: str) -> str:
    return PIECE.sub(lambda found: " " if found.lastgroup == "comment" else found[0], code)


def rules(code: str) -> list[str]:
    """What in a module knows how a plan is written, which events there are, or which topologies."""
    code = without_comments(code)
    named = re.compile(rf"\b(?:{'|'.join(EVENTS)}):\S")
    written = [text for text in pieces(code, "text") if GRAMMAR.search(text) or named.search(text)]
    words = [found["after"] or found["before"] for found in COMPARED.finditer(code)]
    words += [word for found in LIST.finditer(code) for word in re.findall(r"'([^']*)'", found[1])]
    return [*written, *PHASE.findall(code), *(word for word in words if word in EVENTS | SIGNATURES.keys())]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(JS).as_posix())
def test_no_module_of_the_page_holds_a_rule_of_the_machine(path: Path) -> None:
    assert rules(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "code",
    [
        "const faults = plan.split(' ; ');",
        "return `crash at ${point}`;",
        "/^(deploy|stop) /.test(fault)",
        "const point = /^crash at (\\S+)$/.exec(plan);",
        "plan.includes(' person:approve')",
        "const CARRIERS = ['send', 'signal'];",
        "if (kind === 'person') return;",
        "if (event.phase === 'answered') return;",
        "file.split('# durable-lab: version')",
        "topology === 'queue_workers' ? queue() : null",
    ],
)
def test_such_a_rule_would_be_found(code: str) -> None:
    assert rules(f"// 'a comment'\n{code}\n")
