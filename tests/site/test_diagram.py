"""The pictures: well-formed, whole, readable, and nothing lies on anything else."""

import re
from html.parser import HTMLParser
from itertools import combinations, pairwise
from typing import get_args
from xml.etree import ElementTree

import pytest
from markdown import markdown

from durable_lab.topologies.signatures import SIGNATURES
from durable_lab.words.messages import Language
from durable_lab_site import layout
from durable_lab_site.diagram import topology
from durable_lab_site.drawing import HERE
from durable_lab_site.layout import Box, Point

LANGUAGES: tuple[Language, ...] = get_args(Language)
PICTURES = pytest.mark.parametrize(
    ("name", "language"), [(name, language) for name in SIGNATURES for language in LANGUAGES]
)
SVG = "{http://www.w3.org/2000/svg}"
PHONE = 330
SMALLEST = 11


def drawn(name: str, language: Language) -> ElementTree.Element:
    svg = re.search(r"<svg.*</svg>", topology(name, language), re.DOTALL)
    assert svg
    return ElementTree.fromstring(svg[0])


def labels(name: str, language: Language) -> dict[str, Box]:
    edges = SIGNATURES[name].edges
    return {edge.id: layout.edge_label(name, edge, language)[1] for edge in edges}


def lines(name: str) -> dict[str, list[Box]]:
    return {
        edge.id: [around(*ends) for ends in pairwise(layout.edge_points(name, edge))]
        for edge in SIGNATURES[name].edges
    }


def around(start: Point, end: Point) -> Box:
    """A straight piece of a line and a little air on both sides."""
    (left, right), (top, bottom) = (sorted(pair) for pair in zip(start, end, strict=True))
    return Box(left - 1, top - 1, right - left + 2, bottom - top + 2)


@PICTURES
def test_every_node_and_edge_is_there(name: str, language: Language) -> None:
    svg, signature = drawn(name, language), SIGNATURES[name]
    groups = list(svg.iter(f"{SVG}g"))
    assert {g.get("data-node") for g in groups} - {None} == {node.id for node in signature.nodes}
    assert {g.get("data-edge") for g in groups} - {None} == {edge.id for edge in signature.edges}
    assert {g.get("data-node") for g in groups if g.get("data-owner") is not None} == {
        signature.state_owner.id
    }
    assert {g.get("data-node") for g in groups if g.get("data-dies") is not None} == {
        node.id for node in signature.nodes if node.dies
    }


@PICTURES
def test_it_is_named_for_those_who_cannot_see_it(name: str, language: Language) -> None:
    svg, signature = drawn(name, language), SIGNATURES[name]
    assert svg.get("role") == "img"
    title, description = svg.find(f"{SVG}title"), svg.find(f"{SVG}desc")
    assert title is not None
    assert description is not None
    assert (svg.get("aria-labelledby"), svg.get("aria-describedby")) == (
        title.get("id"),
        description.get("id"),
    )
    assert title.text == signature.name.say(language)
    for words in [*(node.name for node in signature.nodes), *(edge.label for edge in signature.edges)]:
        assert words.say(language) in (description.text or "")


@PICTURES
def test_markdown_passes_it_through(name: str, language: Language) -> None:
    picture = topology(name, language)
    assert "\n\n" not in picture
    assert not re.search(r"^ {4}", picture, re.MULTILINE)
    extensions = ["attr_list", "md_in_html", "tables"]
    page = markdown(f"before\n\n{picture}\n\nafter", extensions=extensions)
    assert re.sub(r"\n+", "\n", page) == f"<p>before</p>\n{picture}\n<p>after</p>"


@PICTURES
def test_tags_are_balanced_and_nothing_runs(name: str, language: Language) -> None:
    class Checker(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.open: list[str] = []

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            assert tag != "script"
            assert not [key for key, _ in attrs if key.startswith("on")]
            self.open.append(tag)

        def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            pass

        def handle_endtag(self, tag: str) -> None:
            assert self.open.pop() == tag

    checker = Checker()
    checker.feed(topology(name, language))
    assert checker.open == []
    assert "url(" not in topology(name, language)


@PICTURES
def test_no_colour_is_fixed(name: str, language: Language) -> None:
    assert not re.search(r"#[0-9a-f]{3,6}\b|\brgb|\bwhite\b|\bblack\b", topology(name, language))


def test_text_is_legible_on_a_phone() -> None:
    style = HERE.joinpath("templates/topology.css").read_text(encoding="utf-8")
    sizes = [float(size) for size in re.findall(r"font-size:([\d.]+)px", style)]
    assert sorted(sizes) == [layout.TEXT_SIZE, layout.NAME_SIZE]
    assert min(sizes) * PHONE / layout.WIDTH >= SMALLEST


@PICTURES
def test_every_name_is_inside_the_picture_and_clear_of_boxes(name: str, language: Language) -> None:
    for edge, label in labels(name, language).items():
        assert label.x >= 0, edge
        assert label.right <= layout.WIDTH, edge
        assert 0 <= label.y < label.bottom <= layout.DRAWINGS[name].height, edge
        for node, box in layout.node_boxes(name).items():
            assert not label.overlaps(box), (edge, node)


@PICTURES
def test_names_touch_neither_lines_nor_each_other(name: str, language: Language) -> None:
    named = labels(name, language)
    for (one, first), (other, second) in combinations(named.items(), 2):
        assert not first.overlaps(second), (one, other)
    for edge, pieces in lines(name).items():
        for owner, label in named.items():
            assert not any(label.overlaps(piece) for piece in pieces), (owner, edge)


@pytest.mark.parametrize("name", SIGNATURES)
def test_lines_do_not_touch_each_other(name: str) -> None:
    for (one, first), (other, second) in combinations(lines(name).items(), 2):
        assert not any(a.overlaps(b) for a in first for b in second), (one, other)


@pytest.mark.parametrize("name", SIGNATURES)
def test_lines_run_from_their_source_to_their_target(name: str) -> None:
    boxes = layout.node_boxes(name)
    for edge in SIGNATURES[name].edges:
        points = layout.edge_points(name, edge)
        for end, node in ((points[0], edge.source), (points[-1], edge.target)):
            assert around(end, end).overlaps(boxes[node]), (edge.id, node)


@pytest.mark.parametrize("name", SIGNATURES)
def test_boxes_are_apart_and_inside(name: str) -> None:
    boxes = layout.node_boxes(name)
    for (one, first), (other, second) in combinations(boxes.items(), 2):
        assert not first.overlaps(second), (one, other)
    for node, box in boxes.items():
        assert 0 <= box.x < box.right <= layout.WIDTH, node
        assert 0 <= box.y < box.bottom <= layout.DRAWINGS[name].height, node


@PICTURES
def test_names_and_details_fit_their_boxes(name: str, language: Language) -> None:
    boxes = layout.node_boxes(name)
    for node in SIGNATURES[name].nodes:
        box, owner = boxes[node.id], node.owns_state
        if box.width > layout.NARROW:
            detail = layout.text_width(node.detail.say(language), layout.TEXT_SIZE)
            taken = 110 if node.kind in ("queue", "engine") else 12
            assert 12 + detail <= box.width - taken, node.id
            continue
        icon = 0 if node.kind == "store" else layout.ICON + 6
        words = layout.name_lines(node, box, language)
        widest = max(layout.text_width(line, layout.NAME_SIZE) for line in words) * layout.BOLD
        assert icon + widest <= box.width - 6, node.id
        assert len(words) * layout.LINE_HEIGHT <= box.height - 12 - 10 * owner, node.id


def test_the_table_of_lanes_names_every_edge_once() -> None:
    for name, signature in SIGNATURES.items():
        drawing = layout.DRAWINGS[name]
        assert sorted([*drawing.lanes, *drawing.routes]) == sorted(edge.id for edge in signature.edges)


@pytest.mark.parametrize(
    ("text", "room", "expected"),
    [
        ("workflow task", 54, ["workflow", "task"]),
        ("retry it all", 90, ["retry it all"]),
        ("工作流任务", 54, ["工作流", "任务"]),
        ("完成", 54, ["完成"]),
    ],
)
def test_a_name_breaks_where_its_room_ends(text: str, room: float, expected: list[str]) -> None:
    assert layout.wrap(text, room, layout.TEXT_SIZE) == expected
