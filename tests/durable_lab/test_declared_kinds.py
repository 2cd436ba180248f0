"""Readers of a trace compare its events with declared kinds, and each declared kind is read and worded."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from durable_lab.kernel.events import FAULT, FILE, KINDS, PRINT, READ, RESULT
from durable_lab.kernel.faults.elements import ANSWERED, SENT_BY_CLIENTS
from durable_lab.kernel.outside.intents import Intents
from durable_lab.story import Story
from durable_lab.topology import topologies
from tests.durable_lab.words.files import FILES, codes

ROOT = Path(__file__).resolve().parents[2] / "src"
SOURCES = ROOT / "durable_lab"


def test_the_story_reads_each_kind_or_it_is_said_that_nothing_looks_back_at_it() -> None:
    story = Story(Intents(), {})
    for record in topologies().values():
        story.chapter(record.chapter())
    read = set(story._reads)
    assert set(KINDS) - read - {"row"} == {PRINT, FAULT, READ, RESULT, FILE} - read
    assert all(kind.passing for name, kind in KINDS.items() if name not in read and name != "row")


_OWN_WORDS = {
    "settle": "abandon complete dead_letter renew",
    "store": "record claim journal checkpoint writes",
}
"""Sentences that several kinds share, for what is refused or failed."""


def test_what_is_a_question_and_what_a_client_sends_is_declared_as_such() -> None:
    """A plan can be read where no topology is loaded: the fault language names these kinds by itself."""
    assert set(ANSWERED) == {kind for kind in KINDS.values() if kind.question}
    assert set(SENT_BY_CLIENTS) == {kind for kind in KINDS.values() if kind.by_client}


def test_each_phase_of_each_kind_has_its_words() -> None:
    shared = {kind: words for words, kinds in _OWN_WORDS.items() for kind in kinds.split()}
    sentences = codes(*FILES)
    for name, kind in KINDS.items():
        for phase in kind.phases if name != "row" else ():
            own = [f"{name}.{phase}", f"{shared.get(name)}.{phase}"]
            if name in shared and phase == "answered":
                own.append("settle.ignored")
            said = [code for code in sentences if any(code == c or code.startswith(f"{c}.") for c in own)]
            assert said, f"{name}.{phase}"


# -- readers compare with declarations ------------------------------------------------------------

READERS = [
    path
    for place in ("story", "readers", "explorer", "report", "topologies", "casebook")
    for path in sorted((SOURCES / place).rglob("*.py"))
    if "programs" not in path.parts
] + [
    SOURCES / "experiment.py",
    SOURCES / "page.py",
    SOURCES / "kernel/machine/recording.py",
    *sorted((ROOT / "durable_lab_site").glob("*.py")),
]


def bare_kinds(source: str) -> list[str]:
    """Where a source matches the kind of an event by a text of its own."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare) and any(_is_kind(side) for side in [node.left, *node.comparators]):
            found += [text for side in [node.left, *node.comparators] for text in _texts(side)]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in ("kind", "select", "get") and node.args and _reads_kinds(node.func):
                found += _texts(node.args[0])
        elif isinstance(node, ast.Dict):
            handled = [
                key
                for key, value in zip(node.keys, node.values, strict=True)
                if key is not None and _is_handler(value)
            ]
            found += [text for key in handled for text in _texts(key)]
    return [text for text in found if text in KINDS]


def _is_kind(node: ast.AST) -> bool:
    """Whether it is the kind of an event; nodes of pictures and steps of figures have kinds of their own."""
    if isinstance(node, ast.Tuple):
        return any(map(_is_kind, node.elts))
    if not (isinstance(node, ast.Attribute) and node.attr == "kind"):
        return False
    whose = node.value.attr if isinstance(node.value, ast.Attribute) else getattr(node.value, "id", "")
    return whose not in ("node", "step", "self")


def _reads_kinds(function: ast.Attribute) -> bool:
    return function.attr in ("kind", "select")


def _is_handler(node: ast.AST) -> bool:
    return (isinstance(node, ast.Name) and node.id.startswith("_")) or (
        isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"
    )


def _texts(node: ast.AST) -> list[str]:
    return [
        inner.value
        for inner in ast.walk(node)
        if isinstance(inner, ast.Constant) and isinstance(inner.value, str)
    ]


@pytest.mark.parametrize("path", READERS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_reader_matches_a_kind_by_a_bare_text(path: Path) -> None:
    assert bare_kinds(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "source",
    [
        "event.kind == 'effect'",
        "event.kind in ('receive', 'complete')",
        "(event.kind, event.phase) == ('send', 'stored')",
        "trace.select('effect', 'applied')",
        "{'handler': self._handle}",
        "TELLERS = {'node': _node}",
    ],
)
def test_a_bare_text_is_found(source: str) -> None:
    assert bare_kinds(source)
