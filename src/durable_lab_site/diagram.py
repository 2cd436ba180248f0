"""The four topologies as pictures: inline SVG, drawn from their signatures.

Portrait and narrow, because a phone is the harder reader: 340 units wide, so that the smallest text is still
11 pixels high on a screen of 360. Almost every edge is a vertical lane between two rows with its name at its
right; only the position of a lane is set by hand. The tests measure that no name touches a box or another line.

A picture works without script. The lab moves over the same elements: `data-node` and `data-edge` carry the ids.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from math import hypot, sqrt

from durable_lab.picture import GRID_COLUMNS, Edge, Node, Signature
from durable_lab.topologies.signatures import SIGNATURES
from durable_lab.words.messages import Language

WIDTH = 340.0
RIGHT = 6.0
GAP = 10.0
NARROW = 160.0
"""Narrower boxes hold an icon and a name; wider ones have room for what the node keeps."""
NAME_SIZE = 12.5
TEXT_SIZE = 11.5
LINE_HEIGHT = 13.0
RIM = 6.0
"""Half the height of the ellipse that closes a store's cylinder."""
BEND = 8.0
ICON = 14.0
BOLD = 1.1
"""How much wider a bold letter is."""
LETTERS = dict.fromkeys("fijlrt -", 0.39) | dict.fromkeys("mwMW", 0.95)
"""Widths, of the font's size, that are not the usual ones."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle: of a node, or around a text."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def middle(self) -> Point:
        return self.x + self.width / 2, self.y + self.height / 2

    def overlaps(self, other: Box) -> bool:
        across = self.x < other.right and other.x < self.right
        return across and self.y < other.bottom and other.y < self.bottom


@dataclass(frozen=True, slots=True)
class Lane:
    """A vertical edge: where it runs, and how wide its name may be."""

    x: float
    room: float


@dataclass(frozen=True, slots=True)
class Route:
    """An edge that goes another way, corner by corner; its name starts (or is centred) at a point."""

    points: tuple[Point, ...]
    label: Point
    anchor: str = "start"


@dataclass(frozen=True, slots=True)
class Drawing:
    """What is set by hand for one topology."""

    rows: tuple[tuple[float, float], ...]
    """Top and height of each row."""
    height: float
    lanes: Mapping[str, Lane]
    routes: Mapping[str, Route] = field(default_factory=dict)
    left: float = 6.0


def _lanes(**lanes: tuple[float, float]) -> dict[str, Lane]:
    return {edge: Lane(*lane) for edge, lane in lanes.items()}


# fmt: off
DRAWINGS: Mapping[str, Drawing] = {
    "in_memory_loop": Drawing(
        rows=((6, 46), (106, 56), (216, 40)),
        height=262,
        lanes=_lanes(
            request=(34, 60), retry=(134, 90), reply=(262, 60),
            ask_model=(18, 34), answer_model=(60, 48),
            call=(131, 34), receipt=(173, 48),
            ask_person=(244, 34), answer_person=(286, 48),
        ),
    ),
    "checkpointed_graph": Drawing(
        rows=((6, 40), (100, 50), (204, 58)),
        height=274,
        lanes=_lanes(
            start=(46, 46), result=(98, 50), pause=(208, 58), resume=(274, 50),
            ask_model=(18, 34), answer_model=(60, 48),
            load=(131, 34), save=(175, 44),
            call=(244, 34), receipt=(286, 48),
        ),
    ),
    "queue_workers": Drawing(
        left=24,
        rows=((6, 40), (102, 50), (208, 50), (314, 46)),
        height=374,
        lanes=_lanes(
            send=(82, 36), approve=(160, 56), dead_letter=(246, 40), redrive=(291, 46),
            receive=(36, 52), renew=(96, 46), complete=(150, 58), abandon=(216, 54), send_next=(278, 46),
            read_record=(34, 38), write_record=(80, 40),
            call=(143, 34), receipt=(185, 48),
            ask_model=(249, 34), answer_model=(290, 46),
        ),
        routes={"result": Route(((24, 339), (9, 339), (9, 26), (24, 26)), (15, 74))},
    ),
    "durable_workflow": Drawing(
        rows=((6, 40), (102, 56), (216, 50), (320, 40)),
        height=366,
        lanes=_lanes(
            start=(18, 36), result=(62, 48), signal=(152, 50),
            task=(11, 56), commands=(75, 66), activity_task=(147, 45), heartbeat=(200, 60), completion=(264, 68),
            call=(52, 40), receipt=(98, 50), ask_model=(220, 40), answer_model=(266, 50),
        ),
        routes={"timer": Route(((251, 102), (251, 40), (315, 40), (315, 102)), (283, 74), "middle")},
    ),
}
# fmt: on

LEGEND: Mapping[Language, tuple[str, str]] = {
    "zh": ("崩溃时失去", "进度存在这里"),
    "en": ("lost in a crash", "progress lives here"),
}
BADGE: Mapping[Language, str] = {"zh": "进度在此", "en": "progress"}
NODES_ARE: Mapping[Language, str] = {"zh": "节点：", "en": "Nodes: "}
EDGES_ARE: Mapping[Language, str] = {"zh": "边：", "en": "Edges: "}

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

STYLE = """
.dl-topology.dl-topology{
--dl-lasts:var(--lasts,var(--md-typeset-a-color,currentColor));
--dl-breaks:var(--breaks,var(--md-accent-fg-color,currentColor));
--dl-ink:var(--md-default-fg-color,currentColor);
--dl-ink-2:var(--md-default-fg-color--light,currentColor);
--dl-paper:var(--md-default-bg-color,Canvas);
width:100%;max-width:480px;margin:1.5em auto;text-align:center}
.dl-topology svg{display:block;width:100%;height:auto;overflow:visible}
.dl-topology text{font-family:inherit;font-size:11.5px;fill:var(--dl-ink)}
.dl-topology .dl-name{font-size:12.5px;font-weight:650}
.dl-topology .dl-detail{fill:var(--dl-ink-2)}
.dl-topology .dl-box{fill:var(--dl-paper);stroke:var(--dl-ink-2);stroke-width:1.2}
.dl-topology .dl-mark{fill:none;stroke:var(--dl-ink-2);stroke-width:1.2;stroke-linejoin:round;stroke-linecap:round}
.dl-topology [data-owner]{--dl-own:var(--dl-lasts)}
.dl-topology [data-owner][data-dies]{--dl-own:var(--dl-breaks)}
.dl-topology [data-owner] .dl-box{fill:var(--dl-own);fill-opacity:.1;stroke:var(--dl-own);stroke-width:2}
.dl-topology [data-owner] .dl-mark{stroke:var(--dl-own)}
.dl-topology [data-dies] .dl-box{stroke:var(--dl-breaks);stroke-width:1.6;stroke-dasharray:6 4}
.dl-topology [data-dies] .dl-mark{stroke:var(--dl-breaks)}
.dl-topology .dl-badge{fill:var(--dl-own)}
.dl-topology .dl-badge-text{fill:var(--dl-paper);font-weight:600}
.dl-topology .dl-edge{color:var(--dl-ink-2)}
.dl-topology .dl-line{fill:none;stroke:currentColor;stroke-width:1.3}
.dl-topology .dl-head{fill:currentColor}
.dl-topology.dl-topology figcaption{max-width:none;margin:.6em 0 0;font-style:normal}
.dl-topology figcaption strong{display:block}
.dl-topology figcaption span{display:inline-block;margin:0 .6em;font-size:.875em}
.dl-topology figcaption i{display:inline-block;width:1.6em;height:1em;margin-right:.4em;vertical-align:-.12em;
border:1.5px solid var(--dl-ink-2);border-radius:3px}
.dl-topology figcaption i[data-owner]{border:2px solid var(--dl-own);
background:color-mix(in srgb,var(--dl-own) 12%,transparent)}
.dl-topology figcaption i[data-dies]{border:1.5px dashed var(--dl-breaks)}
""".strip()


def topology(name: str, language: Language) -> str:
    """The picture of one topology, as one block of HTML that Markdown passes through: no blank line in it."""
    signature, drawing = SIGNATURES[name], DRAWINGS[name]
    boxes = node_boxes(name)
    parts = [
        f'<figure class="dl-topology" data-topology="{name}">',
        f"<style>{STYLE}</style>",
        f'<svg viewBox="0 0 {_n(WIDTH)} {_n(drawing.height)}" role="img" '
        f'aria-labelledby="dl-{name}-title" aria-describedby="dl-{name}-desc" xmlns="http://www.w3.org/2000/svg">',
        f'<title id="dl-{name}-title">{escape(signature.name.say(language))}</title>',
        f'<desc id="dl-{name}-desc">{escape(description(signature, language))}</desc>',
        *(_edge(name, edge, language) for edge in signature.edges),
        *(_node(node, boxes[node.id], language) for node in signature.nodes),
        "</svg>",
        _caption(signature, language),
        "</figure>",
    ]
    return "\n".join(parts)


def description(signature: Signature, language: Language) -> str:
    """The picture in words: every node with what marks it, every edge with its two ends."""
    comma, stop = ("；", "。") if language == "zh" else ("; ", ". ")
    nodes = comma.join(_spoken_node(node, language) for node in signature.nodes)
    edges = comma.join(_spoken_edge(signature, edge, language) for edge in signature.edges)
    return f"{NODES_ARE[language]}{nodes}{stop}{EDGES_ARE[language]}{edges}{stop}".strip()


def _spoken_node(node: Node, language: Language) -> str:
    lost, lives = LEGEND[language]
    comma, colon = ("，", "：") if language == "zh" else (", ", ": ")
    marks = [mark for mark, shown in ((lives, node.owns_state), (lost, node.dies)) if shown]
    return colon.join([node.name.say(language), comma.join([node.detail.say(language), *marks])])


def _spoken_edge(signature: Signature, edge: Edge, language: Language) -> str:
    ends = [signature.node(end).name.say(language) for end in (edge.source, edge.target)]
    if language == "zh":
        return f"{edge.label.zh}，从{ends[0]}到{ends[1]}"
    return f"{edge.label.en}, from {ends[0]} to {ends[1]}"


def _caption(signature: Signature, language: Language) -> str:
    """The name and the key to the marks: one mark where what dies is what owns the state."""
    lost, lives = LEGEND[language]
    marks = {"data-dies": lost, "data-owner": lives}
    if signature.state_owner.dies:
        marks = {"data-dies data-owner": f"{lives}{'，' if language == 'zh' else ', '}{lost}"}
    key = "".join(f"<span><i {mark}></i>{meaning}</span>" for mark, meaning in marks.items())
    return f"<figcaption><strong>{escape(signature.name.say(language))}</strong>{key}</figcaption>"


# Where things are


def node_boxes(name: str) -> dict[str, Box]:
    """The box of every node, from its place on the grid."""
    return {node.id: _box(node, DRAWINGS[name]) for node in SIGNATURES[name].nodes}


def _box(node: Node, drawing: Drawing) -> Box:
    column = (WIDTH - drawing.left - RIGHT + GAP) / GRID_COLUMNS
    top, height = drawing.rows[node.place.row]
    return Box(drawing.left + node.place.column * column, top, node.place.span * column - GAP, height)


def edge_points(name: str, edge: Edge) -> tuple[Point, ...]:
    """The corners that an edge passes, from the border of its source to the border of its target."""
    drawing = DRAWINGS[name]
    if edge.id in drawing.routes:
        return drawing.routes[edge.id].points
    x = drawing.lanes[edge.id].x
    signature, boxes = SIGNATURES[name], node_boxes(name)
    source, target = signature.node(edge.source), signature.node(edge.target)
    down = source.place.row < target.place.row
    return (
        (x, _border(source, boxes[source.id], x, top=not down)),
        (x, _border(target, boxes[target.id], x, top=down)),
    )


def _border(node: Node, box: Box, x: float, *, top: bool) -> float:
    """Where a vertical line meets the box: a store's lid is round."""
    drop = 0.0
    if node.kind == "store":
        half = box.width / 2
        drop = RIM * (1 - sqrt(max(0.0, 1 - ((x - box.middle[0]) / half) ** 2)))
    return box.y + drop if top else box.bottom - drop


def edge_label(name: str, edge: Edge, language: Language) -> tuple[list[str], Box]:
    """The lines of an edge's name, and the box that they fill."""
    drawing = DRAWINGS[name]
    text = edge.label.say(language)
    if edge.id in drawing.routes:
        route = drawing.routes[edge.id]
        width = text_width(text, TEXT_SIZE)
        left = route.label[0] - (width / 2 if route.anchor == "middle" else 0)
        return [text], _around(left, route.label[1], width, 1)
    lane = drawing.lanes[edge.id]
    lines = wrap(text, lane.room, TEXT_SIZE)
    return lines, _around(lane.x + 5, _gap_middle(name, edge), _widest(lines, TEXT_SIZE), len(lines))


def _gap_middle(name: str, edge: Edge) -> float:
    """All names between two rows stand on one line."""
    rows = sorted(SIGNATURES[name].node(end).place.row for end in (edge.source, edge.target))
    (top, height), (below, _) = (DRAWINGS[name].rows[row] for row in rows)
    return (top + height + below) / 2


def _around(x: float, middle: float, width: float, lines: int) -> Box:
    height = lines * LINE_HEIGHT
    return Box(x, middle - height / 2, width, height)


def text_width(text: str, size: float) -> float:
    """A guess on the safe side: measured on DejaVu Sans, the widest font that a reader may have."""
    return sum(1.0 if letter > "\u2e80" else LETTERS.get(letter, 0.62) for letter in text) * size


def _widest(lines: Sequence[str], size: float) -> float:
    return max(text_width(line, size) for line in lines)


def wrap(text: str, room: float, size: float) -> list[str]:
    """Break at spaces where the text is wider than its room; Chinese has none, and is broken in the middle."""
    if text_width(text, size) > room and min(text) > "\u2e80":
        half = (len(text) + 1) // 2
        return [text[:half], text[half:]]
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


# How things look


def _edge(name: str, edge: Edge, language: Language) -> str:
    points = edge_points(name, edge)
    lines, box = edge_label(name, edge, language)
    route = DRAWINGS[name].routes.get(edge.id)
    anchor = route.anchor if route else "start"
    x = box.middle[0] if anchor == "middle" else box.x
    return (
        f'<g class="dl-edge" data-edge="{edge.id}" data-source="{edge.source}" data-target="{edge.target}">'
        f"<title>{escape(edge.meaning.say(language))}</title>"
        f'<path class="dl-line" d="{_line(points)}"/><path class="dl-head" d="{_head(points)}"/>'
        f"{_text(lines, (x, box.middle[1]), 'dl-label', anchor)}</g>"
    )


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


def _node(node: Node, box: Box, language: Language) -> str:
    flags = "".join([' data-dies=""' * node.dies, ' data-owner=""' * node.owns_state])
    inside = _wide(node, box, language) if box.width > NARROW else _narrow(node, box, language)
    return (
        f'<g class="dl-node" data-node="{node.id}" data-kind="{node.kind}"{flags}>'
        f"<title>{escape(node.detail.say(language))}</title>{_shape(node, box)}{inside}</g>"
    )


def _shape(node: Node, box: Box) -> str:
    if node.kind == "store":
        return _cylinder(box)
    radius = box.height / 2 if node.kind == "person" else 5
    return (
        f'<rect class="dl-box" x="{_n(box.x)}" y="{_n(box.y)}" width="{_n(box.width)}" '
        f'height="{_n(box.height)}" rx="{_n(radius)}"/>'
    )


def _cylinder(box: Box) -> str:
    half, side, top = _n(box.width / 2), _n(box.height - 2 * RIM), _n(box.y + RIM)
    lid = f"M{_n(box.x)} {top}a{half} {_n(RIM)} 0 0 %d {_n(box.width)} 0"
    body = f"{lid % 1}v{side}a{half} {_n(RIM)} 0 0 1 {_n(-box.width)} 0z"
    return f'<path class="dl-box" d="{body}"/><path class="dl-mark" d="{lid % 0}"/>'


def name_lines(node: Node, box: Box, language: Language) -> list[str]:
    """The name in a narrow box, beside its icon."""
    icon = 0 if node.kind == "store" else ICON + 6
    return wrap(node.name.say(language), (box.width - 10 - icon) / BOLD, NAME_SIZE)


def _narrow(node: Node, box: Box, language: Language) -> str:
    """An icon and the name beside it, together in the middle; a cylinder needs no icon."""
    x, y = box.middle
    lines = name_lines(node, box, language)
    badge = _badge(x, box.bottom, language) if node.owns_state else ""
    if node.kind == "store":
        return _text(lines, (x, y + RIM / 2), "dl-name", "middle") + badge
    left = x - (ICON + 6 + _widest(lines, NAME_SIZE) * BOLD) / 2
    return _icon(node, left, y) + _text(lines, (left + ICON + 6, y), "dl-name") + badge


def _wide(node: Node, box: Box, language: Language) -> str:
    """The name, below it what the node keeps, and at the right what it looks like inside."""
    x, y = box.x + 12, box.middle[1]
    name = _icon(node, x, y - 9) + _text([node.name.say(language)], (x + ICON + 6, y - 9), "dl-name")
    detail = _text([node.detail.say(language)], (x, y + 10), "dl-detail")
    badge = _badge(box.right - 12 - _badge_width(language) / 2, y - 9, language) if node.owns_state else ""
    return name + detail + _inside(node, box) + badge


def _inside(node: Node, box: Box) -> str:
    """Messages that wait, or events that are never forgotten."""
    if node.kind == "queue":
        right, y = box.right - 14, box.middle[1] - 8
        slots = (f"M{_n(right - 22 - 28 * i)} {_n(y)}h22v16h-22zl11 8l11-8" for i in range(4))
        return f'<path class="dl-mark" d="{"".join(slots)}"/>'
    if node.kind == "engine":
        right, y = box.right - 14, box.middle[1] + 10
        events = [right - 14 * i for i in range(7)]
        line = f"M{_n(events[-1])} {_n(y)}H{_n(right)}"
        dots = (f"M{_n(x - 3)} {_n(y)}a3 3 0 1 0 6 0a3 3 0 1 0-6 0" for x in events)
        return f'<path class="dl-mark" d="{line}{"".join(dots)}"/>'
    return ""


def _badge_width(language: Language) -> float:
    return text_width(BADGE[language], TEXT_SIZE) * BOLD + 16


def _badge(x: float, y: float, language: Language) -> str:
    width = _badge_width(language)
    return (
        f'<rect class="dl-badge" x="{_n(x - width / 2)}" y="{_n(y - 9)}" width="{_n(width)}" height="18" rx="9"/>'
        f"{_text([BADGE[language]], (x, y), 'dl-badge-text', 'middle')}"
    )


def _icon(node: Node, left: float, middle: float) -> str:
    place = f"translate({_n(left)} {_n(middle - ICON / 2)})"
    return f'<path class="dl-mark" transform="{place}" d="{ICONS[node.kind]}"/>'


def _text(lines: Sequence[str], at: Point, style: str, anchor: str = "start") -> str:
    """Lines around a middle: placed by the baseline, because browsers differ in every other way."""
    x, first = at[0], at[1] + 4 - LINE_HEIGHT * (len(lines) - 1) / 2
    place = f'class="{style}" text-anchor="{anchor}"' if anchor != "start" else f'class="{style}"'
    if len(lines) == 1:
        return f'<text {place} x="{_n(x)}" y="{_n(first)}">{escape(lines[0])}</text>'
    spans = (
        f'<tspan x="{_n(x)}" y="{_n(first + LINE_HEIGHT * i)}">{escape(line)}</tspan>'
        for i, line in enumerate(lines)
    )
    return f"<text {place}>{''.join(spans)}</text>"


def _at(point: Point) -> str:
    return f"{_n(point[0])} {_n(point[1])}"


def _n(number: float) -> str:
    """Short, and the same on every machine."""
    return f"{number:.1f}".removesuffix(".0")
