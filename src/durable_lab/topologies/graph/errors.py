"""The errors of `langgraph.errors` that a program may meet, worded as the engine words them."""

from __future__ import annotations

from typing import Any


def with_help(message: str, code: str) -> str:
    """A message of the engine, and where it explains the error of that code."""
    return f"{message}\nFor troubleshooting, visit: https://docs.langchain.com/oss/python/langgraph/errors/{code}"


class GraphBubbleUp(Exception):
    """What leaves a node without being a failure. An `Exception`: `except Exception` swallows a pause."""


class GraphInterrupt(GraphBubbleUp):
    """A node paused at `interrupt()`."""

    def __init__(self, interrupts: tuple[Any, ...] = ()) -> None:
        super().__init__(interrupts)


class NodeCancelledError(Exception):
    """A node raised `asyncio.CancelledError` itself: nobody had cancelled the run."""

    def __init__(self, node: str) -> None:
        super().__init__(f"Node {node!r} raised asyncio.CancelledError")


class GraphRecursionError(RecursionError):
    """The run took more supersteps than `recursion_limit` allows."""


class InvalidUpdateError(Exception):
    """A node's update can't be applied to the state."""


class EmptyInputError(Exception):
    """`invoke(None)` on a thread of which nothing is stored."""
