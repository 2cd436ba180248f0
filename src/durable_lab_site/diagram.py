"""The four topologies as pictures: inline SVG, drawn from their signatures.

A picture works without script. The lab moves over the same elements: `data-node` and `data-edge` carry the ids.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import TypeAlias

from durable_lab.picture import Edge, Node, Signature
from durable_lab.topologies.signatures import SIGNATURES
from durable_lab.words.catalogue import Language
from durable_lab_site.drawing import draw, say, short
from durable_lab_site.layout import (
    BOLD,
    DRAWINGS,
    ICON,
    LINE_HEIGHT,
    NAME_SIZE,
    NARROW,
    RIM,
    TEXT_SIZE,
    WIDTH,
    Box,
    Point,
    edge_label,
    edge_points,
    name_lines,
    node_boxes,
    text_width,
    widest,
)

BEND = 8.0
"""How round a line's corners are."""

ICONS: Mapping[str, str] = {
    "client": "M1.5 2.5h11v7.5h-11zM7 10v2.5M4 12.5h6",
    "process": "M3.5 3.5h7v7h-7zM5.5 1v2.5M8.5 1v2.5M5.5 10.5V13M8.5 10.5V13M1 5.5h2.5M1 8.5h2.5M10.5 5.5H13M10.5 8.5H13",
    "store": "M2 3.5a5 2 0 0 1 10 0v7a5 2 0 0 1-10 0zM2 3.5a5 2 0 0 0 10 0M2 7a5 2 0 0 0 10 0",
    "callee": "M7 1.2a5.8 5.8 0 1 0 0 11.6a5.8 5.8 0 1 0 0-11.6M7 1.2c-3.4 3.4-3.4 8.2 0 11.6c3.4-3.4 3.4-8.2 0-11.6M1.2 7h11.6",
    "model": "M7 .8C7.5 4.8 9.2 6.5 13.2 7C9.2 7.5 7.5 9.2 7 13.2C6.5 9.2 4.8 7.5.8 7C4.8 6.5 6.5 4.8 7 .8z",
    "person": "M7 1.3a2.7 2.7 0 1 0 0 5.4a2.7 2.7 0 1 0 0-5.4M1.8 12.8c.4-5.4 10-5.4 10.4 0z",
    "engine": "M2.2 3.6A5.8 5.8 0 1 1 1.2 7M2 1v2.9h2.9M7 4v3.2l2.2 1.5",
    "queue": "M1.3 3h11.4v8.2H1.3zM1.3 3.4L7 7.8l5.7-4.4",
}


@dataclass(frozen=True, slots=True)
class Path:
    """A line or an outline."""

    style: str
    d: str
    place: Point | None = None
    """Where its zero is, if not the picture's."""


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A box, with its corners rounded."""

    style: str
    box: Box
    radius: float


@dataclass(frozen=True, slots=True)
class Text:
    """Lines around a middle: placed by the baseline, because browsers differ in every other way."""

    lines: Sequence[str]
    at: Point
    style: str
    anchor: str = "start"

    @property
    def placed(self) -> list[tuple[str, float]]:
        """Each line and its baseline."""
        first = self.at[1] + 4 - LINE_HEIGHT * (len(self.lines) - 1) / 2
        return [(line, first + LINE_HEIGHT * i) for i, line in enumerate(self.lines)]


Shape: TypeAlias = Path | Rectangle | Text


@dataclass(frozen=True, slots=True)
class Group:
    """What is drawn of one edge or node."""

    of: Edge | Node
    meaning: str
    shapes: list[Shape]


def topology(name: str, language: Language) -> str:
    """The picture of one topology, as HTML that Markdown passes through."""
    signature, boxes = SIGNATURES[name], node_boxes(name)
    return draw(
        "topology.html",
        language,
        key=name,
        width=WIDTH,
        height=DRAWINGS[name].height,
        name=signature.name.say(language),
        description=description(signature, language),
        edges=[_edge(name, edge, language) for edge in signature.edges],
        nodes=[
            Group(node, node.detail.say(language), list(_node(node, boxes[node.id], language)))
            for node in signature.nodes
        ],
        owner_dies=signature.state_owner.dies,
    )


def description(signature: Signature, language: Language) -> str:
    """The picture in words: every node with what marks it, every edge with its two ends."""
    between = say("between", language)
    nodes = between.join(_spoken_node(node, language) for node in signature.nodes)
    edges = between.join(_spoken_edge(signature, edge, language) for edge in signature.edges)
    return say("nodes", language, nodes=nodes, edges=edges)


def _spoken_node(node: Node, language: Language) -> str:
    marks = [say(mark, language) for mark, on in (("lives", node.owns_state), ("lost", node.dies)) if on]
    told = say("and", language).join([node.detail.say(language), *marks])
    return say("node", language, name=node.name.say(language), marks=told)


def _spoken_edge(signature: Signature, edge: Edge, language: Language) -> str:
    source, target = (signature.node(end).name.say(language) for end in (edge.source, edge.target))
    return say("edge", language, label=edge.label.say(language), source=source, target=target)


# -- edges --------------------------------------------------------------------------------------------------


def _edge(name: str, edge: Edge, language: Language) -> Group:
    points = edge_points(name, edge)
    lines, box = edge_label(name, edge, language)
    route = DRAWINGS[name].routes.get(edge.id)
    anchor = route.anchor if route else "start"
    x = box.middle[0] if anchor == "middle" else box.x
    label = Text(lines, (x, box.middle[1]), "dl-label", anchor)
    shapes: list[Shape] = [Path("dl-line", _line(points)), Path("dl-head", _head(points)), label]
    return Group(edge, edge.meaning.say(language), shapes)


def _line(points: Sequence[Point]) -> str:
    """A path with rounded corners that ends inside its arrowhead."""
    points = [*points[:-1], _towards(points[-1], points[-2], 5)]
    path = [f"M{_at(points[0])}"]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        path.append(
            f"L{_at(_towards(corner, before, BEND))}Q{_at(corner)} {_at(_towards(corner, after, BEND))}"
        )
    return "".join([*path, f"L{_at(points[-1])}"])


def _head(points: Sequence[Point]) -> str:
    """An arrowhead of its own, not a marker: it takes the edge's colour, and needs no id."""
    (x, y), back = points[-1], _towards(points[-1], points[-2], 7)
    across = (back[1] - y) / 2, (x - back[0]) / 2
    wings = [(back[0] + side * across[0], back[1] + side * across[1]) for side in (1, -1)]
    return f"M{_at((x, y))}L{_at(wings[0])}L{_at(wings[1])}z"


def _towards(start: Point, end: Point, distance: float) -> Point:
    length = hypot(end[0] - start[0], end[1] - start[1])
    return tuple(a + (b - a) * distance / length for a, b in zip(start, end, strict=True))  # type: ignore[return-value]


# -- nodes --------------------------------------------------------------------------------------------------


def _node(node: Node, box: Box, language: Language) -> Iterator[Shape]:
    if node.kind == "store":
        yield from _cylinder(box)
    else:
        yield Rectangle("dl-box", box, box.height / 2 if node.kind == "person" else 5)
    yield from (_wide if box.width > NARROW else _narrow)(node, box, language)


def _cylinder(box: Box) -> Iterator[Shape]:
    half, side, top = short(box.width / 2), short(box.height - 2 * RIM), short(box.y + RIM)
    lid = f"M{short(box.x)} {top}a{half} {short(RIM)} 0 0 %d {short(box.width)} 0"
    yield Path("dl-box", f"{lid % 1}v{side}a{half} {short(RIM)} 0 0 1 {short(-box.width)} 0z")
    yield Path("dl-mark", lid % 0)


def _narrow(node: Node, box: Box, language: Language) -> Iterator[Shape]:
    """An icon and the name beside it, together in the middle; a cylinder needs no icon."""
    x, y = box.middle
    lines = name_lines(node, box, language)
    if node.kind == "store":
        yield Text(lines, (x, y + RIM / 2), "dl-name", "middle")
    else:
        left = x - (ICON + 6 + widest(lines, NAME_SIZE) * BOLD) / 2
        yield _icon(node, left, y)
        yield Text(lines, (left + ICON + 6, y), "dl-name")
    if node.owns_state:
        yield from _badge(x, box.bottom, language)


def _wide(node: Node, box: Box, language: Language) -> Iterator[Shape]:
    """The name, below it what the node keeps, and at the right what it looks like inside."""
    x, y = box.x + 12, box.middle[1]
    yield _icon(node, x, y - 9)
    yield Text([node.name.say(language)], (x + ICON + 6, y - 9), "dl-name")
    yield Text([node.detail.say(language)], (x, y + 10), "dl-detail")
    if node.kind in INSIDE:
        yield Path("dl-mark", INSIDE[node.kind](box.right - 14, box.middle[1]))
    if node.owns_state:
        yield from _badge(box.right - 12 - _badge_width(language) / 2, y - 9, language)


def _messages(right: float, middle: float) -> str:
    """Some that wait."""
    slots = (f"M{short(right - 22 - 28 * i)} {short(middle - 8)}h22v16h-22zl11 8l11-8" for i in range(4))
    return "".join(slots)


def _events(right: float, middle: float) -> str:
    """Events that are never forgotten, on their line."""
    y = short(middle + 10)
    events = [right - 14 * i for i in range(7)]
    dots = (f"M{short(x - 3)} {y}a3 3 0 1 0 6 0a3 3 0 1 0-6 0" for x in events)
    return f"M{short(events[-1])} {y}H{short(right)}{''.join(dots)}"


INSIDE = {"queue": _messages, "engine": _events}
"""What a wide node looks like inside, by its kind."""


def _badge_width(language: Language) -> float:
    return text_width(say("badge", language), TEXT_SIZE) * BOLD + 16


def _badge(x: float, y: float, language: Language) -> Iterator[Shape]:
    width = _badge_width(language)
    yield Rectangle("dl-badge", Box(x - width / 2, y - 9, width, 18), 9)
    yield Text([say("badge", language)], (x, y), "dl-badge-text", "middle")


def _icon(node: Node, left: float, middle: float) -> Shape:
    return Path("dl-mark", ICONS[node.kind], (left, middle - ICON / 2))


def _at(point: Point) -> str:
    return f"{short(point[0])} {short(point[1])}"
