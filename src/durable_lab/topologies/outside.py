"""The outside, which every topology has: the same edges to it, by the same names."""

from __future__ import annotations

from durable_lab.picture import Edge, Pen


def outside(pen: Pen, caller: str) -> tuple[Edge, ...]:
    """The four edges to the world, whoever calls."""
    return (
        pen.edge("call", caller, "callee"),
        pen.edge("receipt", "callee", caller),
        pen.edge("ask_model", caller, "model"),
        pen.edge("answer_model", "model", caller),
    )
