"""What crosses between the server, a worker's core and its SDK is frozen, and a copy of it does as well."""

from __future__ import annotations

import asyncio
import collections.abc
import dataclasses
import enum
import importlib
import inspect
import json
import pkgutil
import types
import typing
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from durable_lab.kernel.machine.process import Process
from durable_lab.kernel.outside.exchange import Served
from durable_lab.topologies import workflow
from durable_lab.topologies.workflow import wire
from durable_lab.topologies.workflow.core.core import Core
from durable_lab.topologies.workflow.core.lang import Lang
from durable_lab.topologies.workflow.sdk.worker_process import WorkerProcess
from durable_lab.topologies.workflow.server.server import Server
from durable_lab.topologies.workflow.service import Service
from durable_lab.topologies.workflow.wire.history import Attributes
from durable_lab.topologies.workflow.wire.outcomes import failure
from durable_lab.topologies.workflow.wire.values import Fields, frozen
from tests.durable_lab.topologies.workflow.programs import APPROVED, INCIDENT, program
from tests.support import run_text
from tests.test_layers import imported

PACKAGE = "durable_lab.topologies.workflow"
FOLDER = Path(workflow.__path__[0])
MODULES = [importlib.import_module(f"{wire.__name__}.{m.name}") for m in pkgutil.iter_modules(wire.__path__)]

# -- the types ------------------------------------------------------------------------------------

ATOMS = {str, int, float, bool, type(None)}
CARRIERS = {Process, Served}
"""What brings a message there, and is none: the connection, and what an exchange shows of its answer."""


def inner(hint: Any) -> list[Any]:
    """The types that a hint is made of."""
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Literal:
        return [type(part) for part in parts]
    if origin is collections.abc.Callable:
        return [type(None) if part is None else part for part in (*parts[0], parts[1])]
    if origin in (typing.Union, types.UnionType, asyncio.Future):
        return list(parts)
    if origin is tuple:
        return [part for part in parts if part is not Ellipsis]
    assert origin is None, f"{hint} is no frozen container"
    return [hint]


def fields(kind: type) -> dict[str, Any]:
    hints = typing.get_type_hints(kind)
    names = kind._fields if hasattr(kind, "_fields") else [f.name for f in dataclasses.fields(kind)]
    return {name: hints[name] for name in names}


def reached(hint: Any, seen: set[type]) -> None:
    """Collect the types that cross with a value of this type."""
    for part in inner(hint):
        if typing.get_origin(part) is not None:
            reached(part, seen)
        elif part not in seen | ATOMS:
            seen.add(part)
            for field in fields(part).values() if is_message(part) else ():
                reached(field, seen)


def is_message(kind: type) -> bool:
    return hasattr(kind, "_fields") or dataclasses.is_dataclass(kind)


def crossing() -> set[type]:
    """The types of whatever the ends of both cuts say to each other."""
    seen: set[type] = set()
    methods: list[Any] = [
        method for end in (Service, Lang) for _, method in inspect.getmembers(end, inspect.isfunction)
    ]
    for method in [*methods, Core.heartbeat]:
        if not method.__name__.startswith("_"):
            for hint in typing.get_type_hints(method).values():
                if hint not in CARRIERS:
                    reached(hint, seen)
    return seen


CROSSING = sorted(crossing(), key=lambda kind: kind.__name__ + kind.__module__)


@pytest.mark.parametrize(
    "kind", CROSSING, ids=lambda kind: f"{kind.__module__.split('.')[-1]}.{kind.__name__}"
)
def test_it_is_frozen(kind: type) -> None:
    """A tuple with names, a frozen dataclass, a number with a name, or fields of JSON that refuse to be changed."""
    if kind is Fields or issubclass(kind, enum.IntEnum):
        return
    if dataclasses.is_dataclass(kind):
        assert kind.__dataclass_params__.frozen  # type: ignore[attr-defined]
    else:
        assert issubclass(kind, tuple) and hasattr(kind, "_fields")
    assert "__dict__" not in dir(kind), "nothing can be hung on it"


def test_all_that_the_wire_has_crosses_it() -> None:
    """But for what failures hold as a number, and for what readers see of an event."""
    own = {
        kind
        for module in MODULES
        for kind in vars(module).values()
        if isinstance(kind, type) and kind.__module__ == module.__name__
    }
    spoken = {kind for kind in own if not issubclass(kind, enum.IntEnum)} - {Attributes}
    assert spoken == {kind for kind in CROSSING if not issubclass(kind, enum.IntEnum)}


CHANGES: list[tuple[Any, ...]] = [
    ("__setitem__", "c", 1),
    ("__delitem__", "c"),
    ("__ior__", {"c": 1}),
    ("update", {"c": 1}),
    ("setdefault", "d"),
    ("pop", "c"),
    ("popitem",),
    ("clear",),
]


def test_fields_cant_be_changed_nor_what_is_in_them() -> None:
    given = {"a": [1, {"b": 2}], "c": "d"}
    made = frozen(given)
    given["c"] = "e"
    assert made == {"a": (1, {"b": 2}), "c": "d"}
    for kept in (made, made["a"][1], failure("no", cause=failure("deeper"))["cause"]):
        for name, *arguments in CHANGES:
            with pytest.raises(TypeError, match="can't be changed"):
                getattr(kept, name)(*arguments)


@pytest.mark.parametrize(
    "value", [object(), {"a": {1, 2}}, [print], b""], ids=lambda value: type(value).__name__
)
def test_what_is_no_json_does_not_cross(value: object) -> None:
    with pytest.raises(TypeError, match="can't cross the wire"):
        frozen(value)


# -- the values -----------------------------------------------------------------------------------

NAMED = {kind.__qualname__ + kind.__module__: kind for kind in CROSSING}


def written(value: Any) -> Any:
    """A message as JSON."""
    kind: Any = type(value)
    if kind in ATOMS:
        return value
    name = kind.__qualname__ + kind.__module__
    if kind is tuple:
        return [written(part) for part in value]
    if kind is Fields:
        return {"fields": {key: written(part) for key, part in value.items()}}
    assert name in NAMED, f"{value!r} crosses"
    if issubclass(kind, enum.IntEnum):
        return {"kind": name, "values": [int(value)]}
    return {"kind": name, "values": [written(getattr(value, field)) for field in fields(kind)]}


def read(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(read(part) for part in value)
    if not isinstance(value, dict):
        return value
    if "fields" in value:
        return Fields({key: read(part) for key, part in value["fields"].items()})
    return NAMED[value["kind"]](*(read(part) for part in value["values"]))


COPIED: list[str] = []


def copied(value: Any) -> Any:
    """What arrives when it crosses as JSON."""
    COPIED.append(type(value).__name__)
    return read(json.loads(json.dumps(written(value))))


def synchronous(function: Callable[..., Any], returns: bool) -> Callable[..., Any]:
    def call(self: Any, *args: Any) -> Any:
        answer = function(self, *(a if isinstance(a, Process) or callable(a) else copied(a) for a in args))
        return copied(answer) if returns else answer

    return call


def asynchronous(function: Callable[..., Any]) -> Callable[..., Any]:
    async def call(self: Any, *args: Any) -> Any:
        return copied(await function(self, *map(copied, args)))

    return call


@pytest.fixture
def copies(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """Have JSON cross at both cuts, from when it is called."""

    def begin() -> None:
        COPIED.clear()
        for name in ("poll", "report", "answer", "start", "signal", "terminate", "query"):
            monkeypatch.setattr(Server, name, synchronous(getattr(Server, name), returns=False))
        for name in ("describe", "history"):
            monkeypatch.setattr(Server, name, synchronous(getattr(Server, name), returns=True))
        for name in ("activate", "run_activity"):
            monkeypatch.setattr(WorkerProcess, name, asynchronous(getattr(WorkerProcess, name)))
        for name in ("_take", "heartbeat"):
            monkeypatch.setattr(Core, name, synchronous(getattr(Core, name), returns=False))

    yield begin


ASKED = program(
    INCIDENT,
    """
    async with worker(Incident, max_cached_workflows=0):
        handle = await begin(Incident, "x")
        await asyncio.sleep(3600)
        print(await handle.query(Incident.status), (await handle.describe()).status)
        await handle.signal(Incident.approve, "Ann")
        print(await result(handle), len((await handle.fetch_history()).events))
    """,
)
FLOWS = (Path(__file__).parents[3] / "engines" / "temporal" / "flows.py").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("source", "plan"),
    [
        (APPROVED, "crash at effect:change#1.applied"),
        (APPROVED, "lose reply commands:Incident#1"),
        (ASKED, ""),
        (FLOWS, ""),
    ],
    ids=["crash", "lost", "asked", "flows"],
)
def test_a_copy_of_what_crosses_does_as_well(copies: Callable[[], None], source: str, plan: str) -> None:
    """Nobody keeps hold of what it sent, or is told anything that JSON can't say."""
    before = run_text(source, plan)
    copies()
    again = run_text(source, plan)
    assert again.trace.text() == before.trace.text()
    assert {"WorkflowTask", "ActivityTask", "Activation", "Successful", "ActivityTaskEnded"} <= set(COPIED)


# -- the halves -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("part", "knows"),
    [
        ("wire", {"wire"}),
        ("server", {"server", "wire"}),
        ("service.py", {"server", "wire"}),
        ("core", {"core", "service", "wire"}),
        ("sdk", {"sdk", "core", "service", "wire"}),
    ],
)
def test_each_half_knows_the_wire_and_not_the_other(part: str, knows: set[str]) -> None:
    """Not for its types either. Who is connected knows the address, `service`, where all is said in the wire's words."""
    place = FOLDER / part
    for path in [place] if place.is_file() else place.glob("*.py"):
        below = {
            name.removeprefix(f"{PACKAGE}.") for name in imported(path) if name.startswith(f"{PACKAGE}.")
        }
        assert {name.partition(".")[0] for name in below} <= knows, path
