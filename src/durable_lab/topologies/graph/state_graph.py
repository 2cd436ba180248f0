"""`StateGraph`: nodes and edges as a program declares them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from durable_lab.kernel.machine.refusal import refusal
from durable_lab.topologies.graph.checkpointers import BaseCheckpointSaver
from durable_lab.topologies.graph.compiled import Branch, CompiledStateGraph
from durable_lab.topologies.graph.pregel.main import Pregel, refuse
from durable_lab.topologies.graph.schema import Schema, Schemas, literals_of_result
from durable_lab.topologies.graph.types import END, START


@dataclass(frozen=True)
class Node:
    """A named function of the state. `takes_config` if it has a parameter `config`."""

    name: str
    function: Callable[..., Any]
    reads: Schema
    takes_config: bool


class StateGraph:
    """A graph under construction: `add_node`, `add_edge`, then `compile`."""

    def __init__(
        self,
        state_schema: Any,
        context_schema: Any = None,
        *,
        input_schema: Any = None,
        output_schema: Any = None,
        **unsupported: Any,
    ) -> None:
        """Begin one.

        Args:
            state_schema: a TypedDict or a dataclass, reducers as `Annotated[list, operator.add]`.
            context_schema: not modelled.
            input_schema: of what an input may update; the state's by default.
            output_schema: of what a run returns; the state's by default.
        """
        refuse("StateGraph", context_schema=context_schema, **unsupported)
        self.schemas = Schemas(state_schema, input_schema, output_schema)
        self.nodes: dict[str, Node] = {}
        self.edges: dict[str, list[str]] = {}
        self.joins: list[tuple[tuple[str, ...], str]] = []
        self.branches: dict[str, list[Branch]] = {}

    def add_node(
        self,
        node: str | Callable[..., Any],
        action: Callable[..., Any] | None = None,
        *,
        destinations: Any = None,
        metadata: Any = None,
        input_schema: Any = None,
        **unsupported: Any,
    ) -> StateGraph:
        """Add a function under a name (its own by default). `destinations` only documents its `goto`s.

        It is given the keys of `input_schema`; else of the class that its first parameter is annotated with; else
        the state's.

        Raises:
            ValueError: the name is taken, reserved, or has a character that separates namespaces.
        """
        refuse("add_node", **unsupported)
        name, function = (node, action) if isinstance(node, str) else (node.__name__, node)
        if name in self.nodes:
            raise ValueError(f"Node `{name}` already present.")
        if name in (START, END):
            raise ValueError(f"Node `{name}` is reserved.")
        for character in "|:":
            if character in name:
                raise ValueError(
                    f"'{character}' is a reserved character and is not allowed in the node names."
                )
        if isinstance(function, Pregel):
            raise refusal("not-modelled", what="a graph as a node", available="a function as a node")
        if not callable(function):
            raise TypeError(f"Expected a function for node `{name}`, got {function!r}")
        own = self.schemas.read_by(function) if input_schema is None else self.schemas.add(input_schema)
        self.nodes[name] = Node(name, function, own or self.schemas.state, _takes_config(function))
        return self

    def add_edge(self, start_key: str | list[str], end_key: str) -> StateGraph:
        """Go from a node to a node; from a list, once all of them have finished.

        Raises:
            ValueError: an edge from END or to START.
        """
        if start_key == END:
            raise ValueError("END cannot be a start node")
        if end_key == START:
            raise ValueError("START cannot be an end node")
        if isinstance(start_key, str):
            self.edges.setdefault(start_key, []).append(end_key)
        else:
            self.joins.append((tuple(start_key), end_key))
        return self

    def add_conditional_edges(
        self,
        source: str,
        path: Callable[..., Any],
        path_map: Mapping[Hashable, str] | Sequence[str] | None = None,
    ) -> StateGraph:
        """Go where `path(state)` says: a node, END, a `Send`, or a list of them; `path_map` translates.

        Without one, the values of `-> Literal[…]` are the only ones that it may return. It is given what its node
        is, or the keys of the class that its first parameter is annotated with.

        Raises:
            ValueError: a second path of that name, or a second lambda, from the same node.
        """
        if _branch_name(path) in [_branch_name(branch.path) for branch in self.branches.get(source, ())]:
            raise ValueError(f"Branch with name `{_branch_name(path)}` already exists for node `{source}`")
        ends = literals_of_result(path) or None if path_map is None else path_map
        ends = {name: name for name in ends} if isinstance(ends, (list, tuple)) else ends
        branch = Branch(path, ends, self.schemas.read_by(path))  # type: ignore[arg-type]
        self.branches.setdefault(source, []).append(branch)
        return self

    def add_sequence(self, nodes: Sequence[Any]) -> StateGraph:
        """Add nodes (functions, or pairs of name and function) that follow each other."""
        previous: str | None = None
        for node in nodes:
            name, function = node if isinstance(node, tuple) else (node.__name__, node)
            self.add_node(name, function)
            if previous is not None:
                self.add_edge(previous, name)
            previous = name
        return self

    def set_entry_point(self, key: str) -> StateGraph:
        """`add_edge(START, key)`."""
        return self.add_edge(START, key)

    def set_conditional_entry_point(
        self, path: Callable[..., Any], path_map: Mapping[Hashable, str] | Sequence[str] | None = None
    ) -> StateGraph:
        """`add_conditional_edges(START, path, path_map)`."""
        return self.add_conditional_edges(START, path, path_map)

    def set_finish_point(self, key: str) -> StateGraph:
        """`add_edge(key, END)`."""
        return self.add_edge(key, END)

    def compile(
        self, checkpointer: BaseCheckpointSaver | None = None, *, name: str | None = None, **unsupported: Any
    ) -> CompiledStateGraph:
        """Check the edges and make the graph callable.

        Raises:
            ValueError: no edge from START, or an edge or a `path_map` from or to an unknown node.
        """
        refuse("compile", **unsupported)
        if START not in self.edges and START not in self.branches:
            raise ValueError(
                "Graph must have an entrypoint: add at least one edge from START to another node"
            )
        starts = {*self.edges, *self.branches, *(s for several, _ in self.joins for s in several)}
        ends = {e for several in self.edges.values() for e in several} | {end for _, end in self.joins}
        for start in sorted(starts - {START} - set(self.nodes)):
            raise ValueError(f"Found edge starting at unknown node '{start}'")
        for end in sorted(ends - {END} - set(self.nodes)):
            raise ValueError(f"Found edge ending at unknown node `{end}`")
        self._check_branches()
        return CompiledStateGraph(self, checkpointer, name or "LangGraph")

    def _check_branches(self) -> None:
        for start, branches in self.branches.items():
            for branch in branches:
                for end in (branch.ends or {}).values():
                    if end != END and end not in self.nodes:
                        name = _branch_name(branch.path) or "condition"
                        raise ValueError(f"At '{start}' node, '{name}' branch found unknown target '{end}'")


def _branch_name(path: Callable[..., Any]) -> str | None:
    name: str | None = getattr(path, "__name__", None)
    return None if name == "<lambda>" else name


def _takes_config(function: Callable[..., Any]) -> bool:
    parameters = _parameters(function)
    for unknown in {"runtime", "writer", "store", "previous"} & parameters:
        raise refusal("not-modelled", what=f"a node's parameter {unknown!r}", available="state, config")
    return "config" in parameters


def _parameters(function: Callable[..., Any]) -> set[str]:
    """The names of a function's parameters; `inspect.signature` takes twenty times as long."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    if code is None:
        return set(inspect.signature(function).parameters)
    return set(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount])
