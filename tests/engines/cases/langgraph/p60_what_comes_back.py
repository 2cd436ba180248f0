"""State that goes through the checkpointer: what comes back as another type, what is refused, a class that is gone."""

import asyncio
import datetime
import decimal
import enum
import pathlib
import re
import sqlite3
import threading
import uuid
import zoneinfo
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, NamedTuple, TypedDict

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, StateGraph
from langgraph.types import Command, Interrupt, Send


class State(TypedDict):
    x: Any


class Colour(enum.Enum):
    RED = "red"


class Number(enum.IntEnum):
    ONE = 1


class Text(str):
    pass


class Plain:
    def __repr__(self):
        return "Plain()"


class Slotted:
    __slots__ = ("a",)


class WithDict:
    def __init__(self, a=1):
        self.a = a

    def dict(self):
        return {"a": self.a}

    def __repr__(self):
        return f"WithDict({self.a})"


class Error(Exception):
    pass


@dataclass
class Data:
    a: int
    b: list = field(default_factory=list)


@dataclass
class Checked:
    a: int
    total: int = field(init=False, default=0)


@dataclass(frozen=True)
class Frozen:
    a: int


Pair = namedtuple("Pair", "a b")


class Typed(NamedTuple):
    a: int


class List(list):
    pass


class Dict(dict):
    pass


def function():
    pass


looped = []
looped.append(looped)

deep = []
for _ in range(2000):
    deep = [deep]

VALUES = [
    ("tuple", (1, (2, 3))),
    ("set", {1}),
    ("frozenset", frozenset({1})),
    ("deque", deque([1, 2], maxlen=2)),
    ("namedtuple", Pair(1, 2)),
    ("NamedTuple", Typed(1)),
    ("dataclass", Data(1, [(1, 2)])),
    ("dataclass with init=False", Checked(1)),
    ("frozen dataclass", Frozen(1)),
    ("enum", Colour.RED),
    ("int enum", Number.ONE),
    ("str subclass", Text("x")),
    ("list subclass", List([1])),
    ("dict subclass", Dict(a=1)),
    ("Counter", Counter("aab")),
    ("OrderedDict", OrderedDict(a=1)),
    ("defaultdict", defaultdict(list, a=[1])),
    ("int keys", {1: "a", None: "b", 2.5: "c", True: "d"}),
    ("tuple key", {(1, 2): "a"}),
    ("enum key", {Colour.RED: 1}),
    ("bytes key", {b"a": 1}),
    ("big int", 2**64),
    ("largest int", 2**64 - 1),
    ("smallest int", -(2**63)),
    ("too small int", -(2**63) - 1),
    ("float", 1.5),
    ("nan", float("nan")),
    ("inf", float("inf")),
    ("complex", 1j),
    ("bytes", b"x"),
    ("bytearray", bytearray(b"x")),
    ("bytes within", [b"x", bytearray(b"y"), memoryview(b"z")]),
    ("datetime", datetime.datetime(2026, 1, 2, 3, 4)),
    ("aware datetime", datetime.datetime(2026, 1, 2, tzinfo=datetime.timezone.utc)),
    ("date", datetime.date(2026, 1, 2)),
    ("time", datetime.time(1, 2)),
    ("timedelta", datetime.timedelta(1)),
    ("timezone", datetime.timezone.utc),
    ("zone", zoneinfo.ZoneInfo("UTC")),
    ("uuid", uuid.UUID(int=1)),
    ("decimal", decimal.Decimal("1.10")),
    ("path", pathlib.Path("a/b")),
    ("pattern", re.compile("a", re.I)),
    ("exception", Error("gone")),
    ("exception within", {"error": ValueError("gone")}),
    ("function", function),
    ("lambda", lambda: 1),
    ("class", Data),
    ("plain object", Plain()),
    ("slots", Slotted()),
    ("with .dict()", WithDict(3)),
    ("namespace", SimpleNamespace(a=1)),
    ("range", range(3)),
    ("generator", (i for i in [1])),
    ("iterator", iter([1])),
    ("dict view", {"a": 1}.keys()),
    ("lock", threading.Lock()),
    ("ellipsis", ...),
    ("Send", Send("a", 1)),
    ("Command", Command(update={"x": 1})),
    ("Interrupt", Interrupt("q", "i")),
    ("surrogate", "\ud800"),
    ("looped", looped),
    ("deep", deep),
    ("none", None),
]


def saver(kind):
    if kind == "memory":
        return InMemorySaver()
    return SqliteSaver(sqlite3.connect("agent.db", check_same_thread=False))


def shown(value):
    if isinstance(value, list) and value and isinstance(value[0], list) and not value[0]:
        return "[[]]"
    text = repr(value)
    return text if len(text) < 200 else f"{len(text)} characters"


def through(kind, name, value):
    graph = StateGraph(State).add_node("give", lambda state: {"x": value}).add_edge(START, "give")
    app = graph.compile(checkpointer=saver(kind))
    place = {"configurable": {"thread_id": name}}
    try:
        app.invoke({"x": 0}, place)
    except BaseException as error:
        said = re.sub(r" at 0x[0-9a-f]+", " at …", f"{type(error).__name__}: {error}")
        print(kind, name, "->", said)
        return
    back = app.get_state(place).values["x"]
    print(kind, name, "->", type(back).__name__, shown(back))


for kind in ("memory", "sqlite"):
    for name, value in VALUES:
        through(kind, name, value)


def blank(kind, name, value, gone):
    graph = StateGraph(State).add_node("give", lambda state: {"x": value}).add_edge(START, "give")
    app = graph.compile(checkpointer=saver(kind))
    place = {"configurable": {"thread_id": f"{name} is gone"}}
    app.invoke({"x": 0}, place)
    kept = globals().pop(gone)
    back = app.get_state(place).values["x"]
    print(kind, name, "gone ->", type(back).__name__, shown(back))
    globals()[gone] = kept


for kind in ("memory", "sqlite"):
    blank(kind, "dataclass", Data(1, [2]), "Data")
    blank(kind, "list of dataclasses", [Data(1), Data(2)], "Data")
    blank(kind, "enum", Colour.RED, "Colour")
    blank(kind, "namedtuple", Pair(1, 2), "Pair")
    blank(kind, "with .dict()", WithDict(3), "WithDict")
