"""Values that cross: JSON that nobody can change."""

from __future__ import annotations

from typing import Any, NoReturn, TypeAlias

from durable_lab.kernel.trace import ATOMS

Payload: TypeAlias = str
"""One value of the reader's as JSON text."""


class Fields(dict[str, Any]):
    """A JSON object that can't be changed; so is whatever is in it, if `frozen` made it."""

    __slots__ = ()

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("what crosses the wire can't be changed")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[type[Fields], tuple[dict[str, Any]]]:
        return Fields, (dict(self),)


def frozen(value: Any) -> Any:
    """A JSON value as it crosses: objects become `Fields`, lists become tuples.

    Raises:
        TypeError: it is no JSON.
    """
    kind = type(value)
    if kind in _FROZEN:
        return value
    if kind is dict:
        return Fields({k: v if type(v) in _FROZEN else frozen(v) for k, v in value.items()})
    if kind is tuple or kind is list:
        return tuple([v if type(v) in _FROZEN else frozen(v) for v in value])
    raise TypeError(f"{kind.__name__} can't cross the wire")


_FROZEN = ATOMS | {Fields}
"""The types whose values can't change."""
