"""Where a run keeps its things: a thread, and in it a namespace (LangGraph's `checkpoint_ns`)."""

from __future__ import annotations

from typing import Any, NamedTuple

_SEPARATOR = "\x1f"
"""Between the parts of a key: no thread id, namespace or checkpoint id contains it."""


class Namespace(NamedTuple):
    """The place of one graph's checkpoints, and of its recovery units."""

    thread: str
    name: str = ""
    """`checkpoint_ns`: "" for the graph that the client invokes, other than that for one inside of it."""

    def key(self, *parts: str) -> str:
        """The key of a record of this namespace; without parts, of the namespace itself."""
        return _SEPARATOR.join((*self, *parts))

    @property
    def lineage(self) -> str:
        """What its checkpoints are numbered by, and its units begin with."""
        return f"{self.thread}/{self.name}" if self.name else self.thread

    def unit(self, step: int, task: str) -> str:
        """The recovery unit of a task: what is the same when the same work is done again."""
        return f"{self.lineage}/{step}/{task}"

    def config(self, checkpoint_id: str | None = None) -> dict[str, Any]:
        """The config that names it, or one checkpoint of it."""
        named = {"thread_id": self.thread}
        if self.name:
            named["checkpoint_ns"] = self.name
        if checkpoint_id is not None:
            named["checkpoint_id"] = checkpoint_id
        return {"configurable": named}
