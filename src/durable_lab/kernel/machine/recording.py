"""A recording: where the reader's code was at each event, and what it held in its variables there.

Only runs that are to be looked at pay for it: a `Recorder` is given as `on_event`.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
import sys
from collections.abc import Collection, Mapping
from dis import get_instructions
from types import CodeType, FrameType, ModuleType
from typing import Any, NamedTuple, TypeAlias

from durable_lab.kernel.events import kind_of
from durable_lab.kernel.machine import stdlib
from durable_lab.kernel.machine.loop import OWNER
from durable_lab.kernel.machine.process import Process
from durable_lab.kernel.trace import Event

LENGTH = 40
"""Characters of a value."""

MOST = 12
"""Variables of a frame, and elements of a container, that are shown."""

_DEPTH = 3
_SPEAKING = frozenset({"datetime", "decimal", "uuid", "fractions", stdlib.__name__})
"""Modules whose values say what they are."""

_INLINED = frozenset({"<listcomp>", "<dictcomp>", "<setcomp>"})
"""Frames of their own until Python 3.11; part of the function around them since."""


class Seen(NamedTuple):
    """The innermost frame of the reader's file at an event."""

    line: int
    variables: tuple[tuple[str, str], ...]
    """Names and values, as text, in the order in which they were first assigned."""
    file: str = ""
    """Which of the program's files it is, if it lies beside the main one."""


Recording: TypeAlias = Mapping[int, Seen]
"""By the sequence number of the event. Events that no line of the file leads to are not in it."""


class Recorder:
    """Notes the reader's line and variables at each event of a run."""

    def __init__(self, filename: str, others: Collection[str] = ()) -> None:
        """`filename` is the one under which the program was compiled, `others` are those of files beside it."""
        self.recording: dict[int, Seen] = {}
        self._filename = filename
        self._filenames = frozenset({filename, *others})

    def __call__(self, event: Event) -> None:
        """Note where the code is that caused `event`: it is on the stack now."""
        owner = OWNER.get()
        if not isinstance(owner, Process) or owner.name != event.process:
            return  # another process's doing, or the outside's
        frame = self._running() or self._resting(event, owner)
        if frame is not None:
            self.recording[event.sequence] = self._seen_in(frame)

    def _seen_in(self, frame: FrameType) -> Seen:
        name = frame.f_code.co_filename
        seen = seen_in(frame)
        return seen if name == self._filename else seen._replace(file=name)

    def _running(self) -> FrameType | None:
        """The innermost frame of the file on the stack."""
        frame: FrameType | None = sys._getframe(2)
        while frame is not None and frame.f_code.co_filename not in self._filenames:
            frame = frame.f_back
        return frame

    def _resting(self, event: Event, process: Process) -> FrameType | None:
        """Where a workflow waits, when its worker reports what it has decided."""
        found = None
        flow: Any = process.role.resting if kind_of(event).rests else None
        while flow is not None:
            frame = getattr(flow, "cr_frame", None)
            if frame is not None and frame.f_code.co_filename in self._filenames:
                found = frame
            flow = getattr(flow, "cr_await", None)
        return found


def seen_in(frame: FrameType) -> Seen:
    """A frame's line and variables, as text that is the same on every Python."""
    imported = _imported(frame.f_code)
    variables = {name: value for name, value in frame.f_locals.items() if name not in imported}
    line, outer = frame.f_lineno, frame
    while outer.f_code.co_name in _INLINED and outer.f_back is not None:
        outer = outer.f_back
        variables = {**outer.f_locals, **variables}
    shown = [(name, text_of(value)) for name, value in variables.items() if _is_data(name, value)]
    return Seen(line, tuple(shown[:MOST]))


@functools.cache
def _imported(code: CodeType) -> frozenset[str]:
    """The names that a frame of this code brings in from elsewhere: the program never came to know them."""
    steps = itertools.pairwise(get_instructions(code))
    return frozenset(stored.argval for fetched, stored in steps if fetched.opname == "IMPORT_FROM")


def _is_data(name: str, value: Any) -> bool:
    """Whether a variable holds something that the program knows; definitions and modules are none."""
    return not (name.startswith(("_", ".")) or callable(value) or isinstance(value, ModuleType))


def text_of(value: Any) -> str:
    """A value as text, not longer than `LENGTH`: no address, no hash order, none of the reader's own code."""
    text = _text(value, _DEPTH)
    return text if len(text) <= LENGTH else text[: LENGTH - 1] + "…"


def _text(value: Any, depth: int) -> str:
    kind = type(value)
    if value is None or kind in (bool, int, float, str, bytes):
        return repr(value[: LENGTH + 1] if kind in (str, bytes) else value)
    if depth == 0:
        return "…"
    if kind in (list, tuple, dict, set, frozenset):
        return _container(value, depth - 1)
    if dataclasses.is_dataclass(value):
        fields = [(f.name, getattr(value, f.name, "")) for f in dataclasses.fields(value) if f.repr]
        return f"{kind.__name__}({', '.join(f'{n}={_text(v, depth - 1)}' for n, v in fields[:MOST])})"
    if kind.__module__ in _SPEAKING:
        return str(value)
    return kind.__name__


def _container(value: Any, depth: int) -> str:
    if isinstance(value, dict):
        pairs = [f"{_text(k, depth)}: {_text(v, depth)}" for k, v in list(value.items())[:MOST]]
        return "{" + ", ".join(pairs) + "}"
    parts = [_text(one, depth) for one in (value if isinstance(value, (list, tuple)) else _sorted(value))][
        :MOST
    ]
    if isinstance(value, list):
        return "[" + ", ".join(parts) + "]"
    if isinstance(value, tuple):
        return "(" + ", ".join(parts) + ("," if len(parts) == 1 else "") + ")"
    return "{" + ", ".join(parts) + "}" if parts else "set()"


def _sorted(values: Any) -> list[Any]:
    """A set in an order that does not depend on hashes."""
    return sorted(values, key=lambda value: _text(value, _DEPTH))
