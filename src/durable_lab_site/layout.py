"""Where things are in the pictures of the topologies: boxes, lines, names.

Portrait and narrow, because a phone is the harder reader: 340 units wide, so that the smallest text is still
11 pixels high on a screen of 360. Almost every edge is a vertical lane between two rows with its name at its
right; only the position of a lane is set by hand. The tests measure that no name touches a box or another line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt

from durable_lab.picture import GRID_COLUMNS, Edge, Node
from durable_lab.topologies.signatures import SIGNATURES
from durable_lab.words.catalogue import Language

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
    return lines, _around(lane.x + 5, _gap_middle(name, edge), widest(lines, TEXT_SIZE), len(lines))


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


def widest(lines: Sequence[str], size: float) -> float:
    """The width of the widest line."""
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


def name_lines(node: Node, box: Box, language: Language) -> list[str]:
    """The name in a narrow box, beside its icon."""
    icon = 0 if node.kind == "store" else ICON + 6
    return wrap(node.name.say(language), (box.width - 10 - icon) / BOLD, NAME_SIZE)
