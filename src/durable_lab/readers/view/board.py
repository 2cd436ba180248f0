"""The state of a run while its trace is read, and the patches that each event leaves on it."""

from __future__ import annotations

from typing import Any

from durable_lab.readers.view.schema import Patch, State


class Board:
    """A state that is changed by patches only, so that whoever applies them has the same."""

    def __init__(self, state: State) -> None:
        self.state: Any = _copy(state)
        self._patches: list[Patch] = []

    def put(self, value: Any, *path: str | int) -> None:
        """Set what `path` names; None deletes it. No patch if it is so already.

        The value must not be changed afterwards: change the state by another `put`.
        """
        if self._get(path) == value:
            return
        self._patches.append([list(path), value])
        apply(self.state, path, value)

    def append(self, value: Any, *path: str | int) -> None:
        """Add an element to the array that `path` names."""
        self.put(value, *path, len(self._get(path)))

    def take(self) -> list[Patch]:
        """The patches since the last `take`."""
        taken, self._patches = self._patches, []
        return taken

    def _get(self, path: tuple[str | int, ...]) -> Any:
        found = self.state
        for key in path:
            if isinstance(found, list):
                found = found[key] if isinstance(key, int) and key < len(found) else None
            else:
                found = found.get(key)
            if found is None:
                return None
        return found


def apply(state: Any, path: Any, value: Any) -> None:
    """Apply one patch to a state (`schema.Patch`)."""
    *way, last = path
    for key in way:
        state = state[key]
    if value is None:
        del state[last]
        return
    if type(value) in _CONTAINERS:
        value = _copy(value)
    if type(state) is list and last == len(state):
        state.append(value)
    else:
        state[last] = value


_CONTAINERS = (dict, list)


def _copy(value: Any) -> Any:
    """A copy of JSON: later patches change the state, never the patches before. Words are never changed."""
    if type(value) is list:
        return [_copy(inner) if type(inner) in _CONTAINERS else inner for inner in value]
    if "zh" in value:
        return value
    return {key: _copy(inner) if type(inner) in _CONTAINERS else inner for key, inner in value.items()}
