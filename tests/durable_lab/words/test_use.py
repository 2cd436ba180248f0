"""What is said is there to be said, and what is there is said somewhere."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from durable_lab.readers.checks import CHECKS
from durable_lab.topologies.signatures import SIGNATURES
from tests.durable_lab.words.files import FILES, LAB, SITE, SOURCES, codes, entries

HAN = re.compile(r"[\u4e00-\u9fff]")
TREES = {
    path: ast.parse(path.read_text(encoding="utf-8"))
    for package in (LAB, SITE)
    for path in package.rglob("*.py")
}

SPEAKERS = {"say": 0, "both": 0, "works": 1, "waits": 1, "wrong": 0, "Verdict": 3, "refusal": 0}
"""Functions that are given a code, and at which place."""

COMPUTED = re.compile(
    r"doing-(complete|abandon|dead_letter|renew)|nth-[2-5]|the-(process|runner|worker|client|api)"
)
"""Codes that are put together: of `doing-{event.kind}`, and the like."""

MESSAGES = [LAB / "words" / f"{name}.json" for name in ("errors", "reports", "verdicts")]
TOPOLOGIES = sorted(LAB.glob("topologies/*/words.json"))


def errors() -> set[str]:
    """`LabError` and what is made of it: these take a code too."""
    classes = [node for tree in TREES.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    bases = {one.name: {base.id for base in one.bases if isinstance(base, ast.Name)} for one in classes}
    found = {"LabError"}
    while more := {name for name, of in bases.items() if of & found} - found:
        found |= more
    return found


def constants(node: ast.AST) -> Iterator[str]:
    """The texts that an expression may be; of a choice both."""
    if isinstance(node, ast.IfExp):
        yield from constants(node.body)
        yield from constants(node.orelse)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def said() -> Iterator[tuple[str, str]]:
    """Each code that is given to who says it, and where."""
    places = SPEAKERS | dict.fromkeys(errors(), 0)
    for path, tree in TREES.items():
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and isinstance(call.func, (ast.Name, ast.Attribute)):
                name = call.func.id if isinstance(call.func, ast.Name) else call.func.attr
                if name in places and len(call.args) > places[name]:
                    for code in constants(call.args[places[name]]):
                        yield code, f"{path.relative_to(SOURCES)}:{call.lineno}"


def written() -> set[str]:
    """Every text that stands in the sources."""
    nodes = (node for tree in TREES.values() for node in ast.walk(tree))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def plain(path: Path) -> set[str]:
    """The codes of a file but for sentences of events and pictures, whose codes are put together."""
    return {code for code in codes(path) if "." not in code}


def test_every_code_that_is_said_has_words() -> None:
    known = codes(*MESSAGES, *TOPOLOGIES, LAB / "words/narration.json", SITE / "words/figures.json")
    asked = [(code, place) for code, place in said() if re.fullmatch(r"[a-z]+(-\w+)+|fenced", code)]
    assert len(asked) > 100
    assert [(code, place) for code, place in asked if code not in known] == []


def test_every_message_and_every_label_is_said_somewhere() -> None:
    texts = written()
    there = set().union(*(plain(path) for path in (*MESSAGES, *TOPOLOGIES, LAB / "words/narration.json")))
    assert sorted(code for code in there if code not in texts and not COMPUTED.fullmatch(code)) == []


def test_every_check_has_a_name_and_nothing_else_has() -> None:
    assert codes(LAB / "words/checks.json") == {*CHECKS, *(f"gloss.{check}" for check in CHECKS)}


def test_every_word_of_a_picture_is_of_something_in_it() -> None:
    general = codes(LAB / "words/pictures.json")
    used: set[str] = {code for code in general if ".question." in code}
    for signature in SIGNATURES.values():
        nodes = [f"picture.node.{node.id}" for node in signature.nodes]
        edges = [f"picture.edge.{edge.id}" for edge in signature.edges]
        answers = [f"picture.answer.{what}" for what in ("progress", "unit", "effects", "waiting")]
        details = [f"{node}.detail" for node in nodes] + [f"{edge}.meaning" for edge in edges]
        used |= {"picture.name", *nodes, *edges, *answers, *details}
    there = {code for code in codes(*TOPOLOGIES) if code.startswith("picture.")} | general
    assert there == used


def test_what_python_says_is_not_written_in_python() -> None:
    said = [p for p in LAB.rglob("*.py") if HAN.search(p.read_text(encoding="utf-8"))]
    assert said == []


def test_every_file_is_read_by_somebody() -> None:
    asked = {text for text in written() if text.startswith(("words/", "topologies/"))}
    read = {path for text in asked for path in LAB.glob(f"{text}.json")}
    assert [path for path in FILES if LAB in path.parents and path not in read | set(TOPOLOGIES)] == []
    assert all(any(entries(path)) for path in FILES)
