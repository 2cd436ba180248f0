"""What a checkpointer stores of a value, and what comes back of it: often not what was put in.

The rules are those of LangGraph 1.2.24's `JsonPlusSerializer` on ormsgpack. A tuple comes back as a list, a `Counter` as
a dict, an exception as its text; a function, or an object of a plain class, is refused with a `TypeError`. A
dataclass, an enum or a named tuple is stored under the name of its class: if the class is gone when it is read
(a deploy has renamed it), its content comes back instead of it.
"""

from __future__ import annotations

import dataclasses
import enum
import importlib
import logging
import sys
from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

from durable_lab.kernel.machine.datetimes import VirtualDate, VirtualDatetime

Call = Literal["one", "several", "named", "moment", "model", "dict"]
"""How a value is made again of its content."""

DEEPEST = 254
"""How many lists and dicts may be within each other."""


class Packed(NamedTuple):
    """A value that is stored by what to call to have it again, and with what."""

    call: Call
    module: str
    name: str
    content: Any


Warned = set[str] | None
"""What a process has been told of what it read, each once; None for whoever only looks."""


# -- storing --------------------------------------------------------------------------------------


def pack_apart(value: Any) -> Any:
    """A value that is stored by itself.

    Raises:
        TypeError: it can't be stored.
    """
    return bytearray(value) if isinstance(value, bytearray) else pack(value)


def pack_within(value: Any) -> Any:
    """A value that is stored as one of a checkpoint's, in one piece with the others.

    Raises:
        TypeError: it can't be stored.
    """
    return pack(value, DEEPEST - 2)


def pack(value: Any, room: int = DEEPEST) -> Any:
    """`value` as data: None, numbers, text, bytes, lists, dicts, and `Packed` for the rest.

    Raises:
        TypeError: it can't be stored, in the engine's words.
    """
    if value is None or type(value) in (bool, float, bytes):
        return value
    if isinstance(value, enum.Enum):
        return _by_class(value)
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, int):
        return _in_64_bits(value)
    if isinstance(value, (list, dict)) or type(value) is tuple:
        if room == 0:
            raise TypeError("Recursion limit reached")
        if isinstance(value, dict):
            return {_key(key): pack(held, room - 1) for key, held in value.items()}
        return [pack(held, room - 1) for held in value]
    if isinstance(value, (bytearray, memoryview)):
        return bytes(value)
    return _by_class(value)


def _in_64_bits(value: int) -> int:
    if not -(2**63) <= value < 2**64:
        raise TypeError("Integer exceeds 64-bit range")
    return int(value)


def _key(key: Any) -> Any:
    if key is None or type(key) in (bool, float, bytes):
        return key
    if isinstance(key, enum.Enum):
        return _key(key.value)
    if isinstance(key, str):
        if any("\ud800" <= character <= "\udfff" for character in key):
            raise TypeError("string contains surrogates")
        return str(key)
    if isinstance(key, int):
        return _in_64_bits(key)
    if type(key) is tuple:
        return tuple(_key(part) for part in key)
    written = _KEYS.get(_known(key))
    if written is None:
        raise TypeError("Dict key must a type serializable with OPT_NON_STR_KEYS")
    return written(key)


def _by_class(value: Any) -> Any:
    try:
        return _packed(value)
    except Exception as error:  # that of whatever it holds is its cause
        raise TypeError(f"Type is not msgpack serializable: {_type_name(type(value))}") from error


def _packed(value: Any) -> Any:
    """What the engine asks an object of, in its order."""
    for method, call in _METHODS.items():
        if callable(give := getattr(value, method, None)):
            return _of(value, call, give())
    known = _known(value)
    if known in _KNOWN:
        call, content = _KNOWN[known]
        packed = _of(value, call, content(value))
        return packed._replace(module="re", name="compile") if known == ("re", "Pattern") else packed
    if isinstance(value, enum.Enum):
        return _of(value, "one", value.value)
    if dataclasses.is_dataclass(value):
        fields = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
        return _of(value, "named", fields)
    if isinstance(value, BaseException):
        return repr(value)
    raise TypeError(f"Object of type {type(value).__name__} is not serializable")


def _of(value: Any, call: Call, content: Any) -> Packed:
    of = type(value)
    return Packed(call, of.__module__, of.__name__, pack(content))


def _known(value: Any) -> tuple[str, str]:
    """Which of the standard library's classes it is of, itself or through a base; by name, since to import them all
    would cost more than most programs need."""
    bases = ((base.__module__.partition("._local")[0], base.__name__) for base in type(value).__mro__)
    return next((base for base in bases if base in _KNOWN), ("", ""))


def _type_name(of: type) -> str:
    """As C calls it: with its module if it is written in C, outside of the builtins."""
    in_c = of.__flags__ & _IMMUTABLE and of.__module__ != "builtins"
    return f"{of.__module__}.{of.__name__}" if in_c else of.__name__


_IMMUTABLE = 1 << 8
"""The flag of a type that Python code can't have made."""

_METHODS: Mapping[str, Call] = {
    "model_dump": "model",
    "get_secret_value": "one",
    "dict": "dict",
    "_asdict": "named",
}

_KNOWN: Mapping[tuple[str, str], tuple[Call, Callable[[Any], Any]]] = {
    ("pathlib", "Path"): ("several", lambda path: path.parts),
    ("re", "Pattern"): ("several", lambda pattern: (pattern.pattern, int(pattern.flags))),
    ("uuid", "UUID"): ("one", lambda uuid: uuid.hex),
    ("decimal", "Decimal"): ("one", str),
    ("builtins", "set"): ("one", tuple),
    ("builtins", "frozenset"): ("one", tuple),
    ("collections", "deque"): ("one", tuple),
    **{
        ("ipaddress", f"IPv{version}{kind}"): ("one", str)
        for version in (4, 6)
        for kind in ("Address", "Interface", "Network")
    },
    ("datetime", "datetime"): ("moment", lambda moment: moment.isoformat()),
    ("datetime", "timedelta"): ("several", lambda span: (span.days, span.seconds, span.microseconds)),
    ("datetime", "date"): ("several", lambda date: (date.year, date.month, date.day)),
    ("datetime", "time"): (
        "named",
        lambda time: {
            part: getattr(time, part)
            for part in ("hour", "minute", "second", "microsecond", "tzinfo", "fold")
        },
    ),
    ("datetime", "timezone"): ("several", lambda zone: zone.__getinitargs__()),
    ("zoneinfo", "ZoneInfo"): ("one", lambda zone: zone.key),
}
"""The standard library's classes that it knows, and the content of each."""

_KEYS: Mapping[tuple[str, str], Callable[[Any], str]] = {
    ("uuid", "UUID"): str,
    ("datetime", "datetime"): lambda moment: moment.isoformat(),
    ("datetime", "date"): lambda date: date.isoformat(),
    ("datetime", "time"): lambda time: time.isoformat(),
}
"""Those that may be keys, and what comes back of them: text."""


# -- reading --------------------------------------------------------------------------------------


def unpack(data: Any, warned: Warned) -> Any:
    """The value of which `pack` made `data`, as far as it can be made again."""
    if isinstance(data, Packed):
        return _made_again(data, unpack(data.content, warned), warned)
    if isinstance(data, list):
        return [unpack(held, warned) for held in data]
    if isinstance(data, dict):
        return {key: unpack(held, warned) for key, held in data.items()}
    return data


def _made_again(packed: Packed, content: Any, warned: Warned) -> Any:
    shown = f"{packed.module}.{packed.name}"
    if packed.call == "moment" and shown != "datetime.datetime":
        _warn(
            warned,
            f"Blocked deserialization of method call {shown}.fromisoformat - not in allowed methods set.",
        )
        return content
    if not _is_safe(packed):
        _warn(warned, _UNREGISTERED.format(shown=shown, module=packed.module, name=packed.name))
    try:
        owner = sys.modules.get(packed.module) or importlib.import_module(packed.module)
        make = _STANDING.get(shown) or getattr(owner, packed.name)
        return _called(make, packed.call, content)
    except Exception as error:
        if packed.call not in ("model", "dict"):
            _warn(warned, _GONE.format(shown=shown, error=type(error).__name__))
        return content


def _called(make: Any, call: Call, content: Any) -> Any:
    if call == "one":
        return make(content)
    if call == "several":
        return make(*content)
    if call == "moment":
        return make.fromisoformat(content)
    try:
        return make(**content)
    except Exception:
        if call == "named":
            raise
        return (make.model_construct if call == "model" else make.construct)(**content)


def _is_safe(packed: Packed) -> bool:
    """Whether it is of a class that the engine lists: Python's, or its own."""
    place = (packed.module.partition("._local")[0], packed.name)
    is_path = place in {("pathlib", "PosixPath"), ("pathlib", "WindowsPath")}
    is_ours = packed.module.startswith("durable_lab.")
    return place in _KNOWN or is_path or is_ours or place == ("re", "compile")


def _warn(warned: Warned, text: str) -> None:
    if warned is not None and text not in warned:
        warned.add(text)
        logging.getLogger("langgraph.checkpoint.serde.jsonplus").warning(text)


_STANDING = {"datetime.datetime": VirtualDatetime, "datetime.date": VirtualDate}
_UNREGISTERED = (
    "Deserializing unregistered type {shown} from checkpoint. This will be blocked in a future version. "
    "Set LANGGRAPH_STRICT_MSGPACK=true to block now, or add to allowed_msgpack_modules to allow explicitly: "
    "[({module!r}, {name!r})]"
)
_GONE = "Could not reconstruct {shown} from checkpoint ({error}); returning its serialized data instead."
