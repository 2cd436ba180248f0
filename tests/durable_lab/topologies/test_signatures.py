"""The four signatures: complete in both languages, and free of contradictions."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from durable_lab import picture
from durable_lab.picture import GRID_COLUMNS, QUESTIONS, Signature
from durable_lab.topologies import outside, signatures
from durable_lab.topologies.signatures import SIGNATURES
from durable_lab.words.catalogue import Words

ALL = pytest.mark.parametrize("signature", SIGNATURES.values(), ids=SIGNATURES.keys())
CHINESE = re.compile(r"[\u4e00-\u9fff]")


def words_of(signature: Signature) -> Iterator[Words]:
    yield signature.name
    yield from signature.answers
    for node in signature.nodes:
        yield from (node.name, node.detail)
    for edge in signature.edges:
        yield from (edge.label, edge.meaning)


def test_the_four_topologies_in_the_order_of_the_article() -> None:
    assert list(SIGNATURES) == ["in_memory_loop", "checkpointed_graph", "queue_workers", "durable_workflow"]


@ALL
def test_ids_are_unique_and_found(signature: Signature) -> None:
    nodes, edges = [node.id for node in signature.nodes], [edge.id for edge in signature.edges]
    assert len(set(nodes)) == len(nodes)
    assert len(set(edges)) == len(edges)
    assert [signature.node(id).id for id in nodes] == nodes
    assert [signature.edge(id).id for id in edges] == edges
    assert all(re.fullmatch(r"[a-z_]+", id) for id in [*nodes, *edges])


@ALL
def test_edges_end_at_nodes_and_every_node_is_reached(signature: Signature) -> None:
    ends = {end for edge in signature.edges for end in (edge.source, edge.target)}
    assert ends == {node.id for node in signature.nodes}


@ALL
def test_one_node_owns_the_state(signature: Signature) -> None:
    assert [node for node in signature.nodes if node.owns_state] == [signature.state_owner]


@ALL
def test_processes_die_and_nothing_else_does(signature: Signature) -> None:
    assert {node.kind for node in signature.nodes if node.dies} == {"process"}
    assert all(node.dies for node in signature.nodes if node.kind == "process")


def test_only_the_loop_keeps_its_state_in_what_dies() -> None:
    assert [key for key, signature in SIGNATURES.items() if signature.state_owner.dies] == ["in_memory_loop"]


@ALL
def test_the_world_is_touched_by_the_same_names(signature: Signature) -> None:
    process = next(node.id for node in signature.nodes if node.dies)
    ways = {edge.id: (edge.source, edge.target) for edge in signature.edges}
    assert ways["call"] == (process, "callee")
    assert ways["receipt"] == ("callee", process)
    assert ways["ask_model"] == (process, "model")
    assert ways["answer_model"] == ("model", process)


@ALL
def test_both_languages_everywhere(signature: Signature) -> None:
    for words in words_of(signature):
        assert words.zh.strip() == words.zh != ""
        assert words.en.strip() == words.en != ""
        assert not CHINESE.search(words.en)
        assert words.say("zh") == words.zh
        assert words.say("en") == words.en


@ALL
def test_sentences_are_sentences(signature: Signature) -> None:
    for words in [*signature.answers, *(edge.meaning for edge in signature.edges)]:
        assert CHINESE.search(words.zh)
        assert words.zh.endswith("。")
        assert words.en.endswith(".")


def test_the_questions_are_questions() -> None:
    assert all(question.zh.endswith("？") and question.en.endswith("?") for question in QUESTIONS)


@ALL
def test_names_are_chinese_in_chinese(signature: Signature) -> None:
    """Only the names that the field itself leaves in English stay so."""
    names = [*(node.name for node in signature.nodes), *(edge.label for edge in signature.edges)]
    assert {name.zh for name in names if not CHINESE.search(name.zh)} <= {"API", "Worker"}


@ALL
def test_nodes_stand_on_the_grid_without_sharing_a_cell(signature: Signature) -> None:
    cells = [
        (node.place.row, column)
        for node in signature.nodes
        for column in range(node.place.column, node.place.column + node.place.span)
    ]
    assert len(set(cells)) == len(cells)
    assert all(0 <= column < GRID_COLUMNS for _, column in cells)


def test_activity_runs_once_is_never_said() -> None:
    """The article's error: only a recorded completion is never run again."""
    effects = SIGNATURES["durable_workflow"].answers.effects
    assert "recorded completion" in effects.en
    assert "多次" in effects.zh


def test_meaning_needs_nothing_of_the_simulator() -> None:
    files = [
        *Path(signatures.__file__).parent.glob("*/picture.py"),
        Path(picture.__file__),
        Path(outside.__file__),
    ]
    nodes = [node for path in files for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    modules = {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    modules |= {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    known = {"durable_lab.words.catalogue", "durable_lab.picture", "durable_lab.topologies.outside"}
    assert len(files) > 2
    assert {module.split(".")[0] for module in modules - known} <= sys.stdlib_module_names
