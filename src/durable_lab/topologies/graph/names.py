"""LangGraph's modules and the names that each has here."""

from __future__ import annotations

from typing import Any

from durable_lab.topologies.graph import checkpointers, compiled, errors, state_graph, types

NAMES: dict[str, dict[str, Any]] = {
    "langgraph": {},
    "langgraph.graph": {
        "StateGraph": state_graph.StateGraph,
        "START": types.START,
        "END": types.END,
    },
    "langgraph.graph.state": {
        "StateGraph": state_graph.StateGraph,
        "CompiledStateGraph": compiled.CompiledStateGraph,
    },
    "langgraph.constants": {"START": types.START, "END": types.END},
    "langgraph.types": {
        "Command": types.Command,
        "Durability": types.Durability,
        "Interrupt": types.Interrupt,
        "Send": types.Send,
        "StateSnapshot": types.StateSnapshot,
        "interrupt": types.interrupt,
    },
    "langgraph.errors": {
        "EmptyInputError": errors.EmptyInputError,
        "GraphBubbleUp": errors.GraphBubbleUp,
        "GraphInterrupt": errors.GraphInterrupt,
        "GraphRecursionError": errors.GraphRecursionError,
        "InvalidUpdateError": errors.InvalidUpdateError,
        "NodeCancelledError": errors.NodeCancelledError,
    },
    "langgraph.checkpoint": {},
    "langgraph.checkpoint.base": {"BaseCheckpointSaver": checkpointers.BaseCheckpointSaver},
    "langgraph.checkpoint.memory": {
        "InMemorySaver": checkpointers.InMemorySaver,
        "MemorySaver": checkpointers.MemorySaver,
    },
    "langgraph.checkpoint.sqlite": {"SqliteSaver": checkpointers.SqliteSaver},
}
"""Module → names. Whatever is not listed says so when it is imported (`durable_lab.imports`)."""
