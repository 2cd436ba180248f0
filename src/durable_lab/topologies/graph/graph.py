"""`StateGraph`: nodes and edges as a program declares them, and the compiled graph that it calls."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from durable_lab.kernel.machine.blocking import blocking
from durable_lab.kernel.machine.process import current
from durable_lab.kernel.outside.client import client_call
from durable_lab.topologies.graph.checkpointers import BaseCheckpointSaver, InMemorySaver, Saved
from durable_lab.topologies.graph.errors import InvalidUpdateError
from durable_lab.topologies.graph.run import GraphRun
from durable_lab.topologies.graph.snapshot import pending_questions, snapshot
from durable_lab.topologies.graph.state import Schema
from durable_lab.topologies.graph.types import (
    END,
    START,
    Command,
    Durability,
    Interrupt,
    Send,
    StateSnapshot,
)
from durable_lab.words.messages import LabError


@dataclass(frozen=True)
class Node:
    """A named function of the state. `takes_config` if it has a parameter `config`."""

    name: str
    function: Callable[..., Any]
    takes_config: bool


@dataclass(frozen=True)
class Branch:
    """A conditional edge: a function of the state that says where to go, and what its answers mean."""

    path: Callable[..., Any]
    ends: Mapping[Hashable, str] | None

    def targets(self, answer: Any) -> list[str | Send]:
        """The nodes that an answer of `path` names."""
        several = answer if isinstance(answer, (list, tuple)) else [answer]
        return [a if isinstance(a, Send) else self.ends[a] if self.ends else a for a in several]


class StateGraph:
    """A graph under construction: `add_node`, `add_edge`, then `compile`."""

    def __init__(self, state_schema: Any, context_schema: Any = None, **unsupported: Any) -> None:
        """`state_schema`: a TypedDict or a dataclass, reducers as `Annotated[list, operator.add]`."""
        _refuse("StateGraph", context_schema=context_schema, **unsupported)
        self.schema = Schema.of(state_schema)
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
        **unsupported: Any,
    ) -> StateGraph:
        """Add a function under a name (its own by default). `destinations` only documents its `goto`s.

        Raises:
            ValueError: the name is taken or reserved.
        """
        _refuse("add_node", **unsupported)
        name, function = (node, action) if isinstance(node, str) else (node.__name__, node)
        if name in self.nodes:
            raise ValueError(f"Node `{name}` already present.")
        if name in (START, END):
            raise ValueError(f"Node `{name}` is reserved.")
        if isinstance(function, CompiledStateGraph):
            raise LabError("not-modelled", what="a graph as a node", available="a function as a node")
        if not callable(function):
            raise TypeError(f"Expected a function for node `{name}`, got {function!r}")
        self.nodes[name] = Node(name, function, _takes_config(function))
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

        Raises:
            ValueError: a second path of that name, or a second lambda, from the same node.
        """
        if _branch_name(path) in [_branch_name(branch.path) for branch in self.branches.get(source, ())]:
            raise ValueError(f"Branch with name `{_branch_name(path)}` already exists for node `{source}`")
        ends = {name: name for name in path_map} if isinstance(path_map, (list, tuple)) else path_map
        self.branches.setdefault(source, []).append(Branch(path, ends))  # type: ignore[arg-type]
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

    def set_finish_point(self, key: str) -> StateGraph:
        """`add_edge(key, END)`."""
        return self.add_edge(key, END)

    def compile(
        self, checkpointer: BaseCheckpointSaver | None = None, *, name: str | None = None, **unsupported: Any
    ) -> CompiledStateGraph:
        """Check the edges and make the graph callable.

        Raises:
            ValueError: no edge from START, or an edge from or to an unknown node.
        """
        _refuse("compile", **unsupported)
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
        return CompiledStateGraph(self, checkpointer, name or "LangGraph")


class CompiledStateGraph:
    """A graph that can be invoked. With a checkpointer, by thread id."""

    def __init__(self, builder: StateGraph, checkpointer: BaseCheckpointSaver | None, name: str) -> None:
        self.builder = builder
        self.checkpointer = checkpointer
        self.name = name

    async def ainvoke(
        self,
        input: Any,
        config: Mapping[str, Any] | None = None,
        *,
        durability: Durability | None = None,
        **unsupported: Any,
    ) -> dict[str, Any]:
        """Run until the end or a pause, and return the state; a pause adds `__interrupt__`.

        Args:
            input: an update of the state; None to go on where the thread stopped; a `Command`.
            config: `{"configurable": {"thread_id": …}, "recursion_limit": …}`.
            durability: when checkpoints are written; `"async"` by default, as the engine's.

        Raises:
            EmptyInputError: None, and nothing is stored.
            GraphRecursionError: more supersteps than `recursion_limit`.
            StoreUnavailable: a checkpoint could not be written.
            ValueError: a checkpointer, but no thread id.
        """
        _refuse("invoke", **unsupported)
        return await self._invoke(input, config, durability, synchronous=False)

    async def _invoke(
        self,
        input: Any,
        config: Mapping[str, Any] | None,
        durability: Durability | None,
        *,
        synchronous: bool,
    ) -> dict[str, Any]:
        process = current("graph.invoke")
        thread = self._thread(config)
        limit = (config or {}).get("recursion_limit", 10_007)

        async def run(given: Any) -> dict[str, Any]:
            while True:
                attempt = GraphRun(
                    self, process, thread, durability or "async", limit, synchronous=synchronous
                )
                result = await attempt.invoke(given)
                if not attempt.unacknowledged:
                    return result

        async def recover(noted: Any) -> dict[str, Any]:
            return await run(_to_send_again(input, self._peek(process, thread), noted))

        result: dict[str, Any] = await client_call(
            process, lambda: run(input), recover, _noted(self._peek(process, thread))
        )
        return result

    async def _invoke_synchronous(
        self,
        input: Any,
        config: Mapping[str, Any] | None = None,
        *,
        durability: Durability | None = None,
        **unsupported: Any,
    ) -> dict[str, Any]:
        """`ainvoke` for synchronous code: a node or a path that is `async def` is a `TypeError` there."""
        _refuse("invoke", **unsupported)
        return await self._invoke(input, config, durability, synchronous=True)

    invoke = blocking(_invoke_synchronous, "graph.invoke")

    async def aget_state(self, config: Mapping[str, Any]) -> StateSnapshot:
        """The thread as it is stored: values, what runs next, open questions."""
        process = current("graph.get_state")
        if self.checkpointer is None:
            raise ValueError("No checkpointer set")
        thread, checkpointer = self._thread(config), self.checkpointer

        async def look(_: Any = None) -> StateSnapshot:
            return snapshot(self, thread, await checkpointer.load(process, thread))

        seen: StateSnapshot = await client_call(process, look, look)
        return seen

    get_state = blocking(aget_state)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise LabError(
            "not-modelled", what=f"graph.{name}", available="invoke, ainvoke, get_state, aget_state"
        )

    def _thread(self, config: Mapping[str, Any] | None) -> str:
        thread = (config or {}).get("configurable", {}).get("thread_id")
        if thread is None and self.checkpointer is not None:
            raise ValueError(
                "Checkpointer requires one or more of the following 'configurable' keys: "
                "thread_id, checkpoint_ns, checkpoint_id"
            )
        return str(thread)

    def _peek(self, process: Any, thread: str) -> Saved | None:
        return self.checkpointer.peek(process, thread) if self.checkpointer is not None else None


def _noted(saved: Saved | None) -> tuple[str | None, list[Interrupt]]:
    """What a client can know of a thread before its call: its checkpoint and its open questions.

    Their ids would not do: two questions of one node have the same.
    """
    if saved is None:
        return None, []
    return saved.checkpoint.id, pending_questions(saved)


def _to_send_again(given: Any, saved: Saved | None, noted: tuple[str | None, list[Interrupt]]) -> Any:
    """What to invoke with after a crash: the same again if it was not stored, else None to go on.

    An answer is sent again while the question that it answers is still open.
    """
    if saved is None:
        return given
    checkpoint, questions = _noted(saved)
    if isinstance(given, Command):
        return given if questions and questions == noted[1] else None
    return given if checkpoint == noted[0] else None


def _branch_name(path: Callable[..., Any]) -> str | None:
    name: str | None = getattr(path, "__name__", None)
    return None if name == "<lambda>" else name


def _takes_config(function: Callable[..., Any]) -> bool:
    parameters = _parameters(function)
    for unknown in {"runtime", "writer", "store", "previous"} & parameters:
        raise LabError("not-modelled", what=f"a node's parameter {unknown!r}", available="state, config")
    return "config" in parameters


def _parameters(function: Callable[..., Any]) -> set[str]:
    """The names of a function's parameters; `inspect.signature` takes twenty times as long."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    if code is None:
        return set(inspect.signature(function).parameters)
    return set(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount])


def _refuse(what: str, **options: Any) -> None:
    """Say at once that an option is not modelled, rather than ignore it."""
    for name, value in options.items():
        if value not in (None, False, ()):
            raise LabError("not-modelled", what=f"{what}({name}=…)", available="the options in the reference")


__all__ = [
    "END",
    "START",
    "CompiledStateGraph",
    "InMemorySaver",
    "InvalidUpdateError",
    "StateGraph",
]
