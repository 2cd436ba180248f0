"""`Pregel`: channels and nodes that can be invoked. Whatever a graph was written as, this is what it becomes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from durable_lab.kernel.machine.blocking import blocking
from durable_lab.kernel.machine.process import Process, current
from durable_lab.kernel.machine.refusal import refusal
from durable_lab.kernel.outside.client import client_call
from durable_lab.topologies.graph.checkpointers import BaseCheckpointSaver
from durable_lab.topologies.graph.pregel.channels import Channels, Topic
from durable_lab.topologies.graph.pregel.checkpoint import Noted
from durable_lab.topologies.graph.pregel.durability import writer_for
from durable_lab.topologies.graph.pregel.loop import PregelLoop
from durable_lab.topologies.graph.pregel.namespaces import Namespace
from durable_lab.topologies.graph.pregel.observer import Observer
from durable_lab.topologies.graph.pregel.resuming import is_by_id
from durable_lab.topologies.graph.pregel.runner import Invocation
from durable_lab.topologies.graph.pregel.tasks import PregelNode
from durable_lab.topologies.graph.pregel.writes import SENDS, Pending
from durable_lab.topologies.graph.snapshot import snapshot
from durable_lab.topologies.graph.types import ANSWERS, Command, Durability, Interrupt, StateSnapshot


class OutputKeys(NamedTuple):
    """Which channels are shown, in order."""

    result: Sequence[str]
    """To whoever invoked the graph."""
    state: Sequence[str]
    """To whoever looks at a thread: the private ones too."""


class Pregel:
    """A graph that can be invoked. With a checkpointer, by thread id."""

    def __init__(
        self,
        nodes: Iterable[PregelNode],
        channels: Channels,
        output_keys: OutputKeys,
        updates: Callable[[Any], Sequence[Pending]],
        checkpointer: BaseCheckpointSaver | None,
        name: str,
    ) -> None:
        """Make it of its parts.

        Args:
            nodes: what runs, the one that takes in the input among them.
            channels: as declared; each run has its own.
            output_keys: which of them are shown.
            updates: what an update of the state (of a `Command`) writes.
            checkpointer: where threads are kept; None for nowhere.
            name: what it is called.
        """
        self.nodes: Mapping[str, PregelNode] = {node.name: node for node in nodes}
        self.channels = {**channels, SENDS: Topic(SENDS)}
        self.output_keys = output_keys
        self.updates = updates
        self.checkpointer = checkpointer
        self.name = name
        self.trigger_to_nodes = _by_trigger(self.nodes.values())

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
            ValueError: a checkpointer, but no thread id; a `recursion_limit` below 1.
            LabError: `not-modelled`, for what else a config may say.
        """
        refuse("invoke", **unsupported)
        return await self._invoke(input, config, durability, synchronous=False)

    async def _invoke_synchronous(
        self,
        input: Any,
        config: Mapping[str, Any] | None = None,
        *,
        durability: Durability | None = None,
        **unsupported: Any,
    ) -> dict[str, Any]:
        """`ainvoke` for synchronous code: a node or a path that is `async def` is a `TypeError` there."""
        refuse("invoke", **unsupported)
        return await self._invoke(input, config, durability, synchronous=True)

    invoke = blocking(_invoke_synchronous, "graph.invoke")

    async def aget_state(self, config: Mapping[str, Any]) -> StateSnapshot:
        """The thread as it is stored: values, what runs next, open questions."""
        process = current("graph.get_state")
        if self.checkpointer is None:
            raise ValueError("No checkpointer set")
        namespace, checkpointer = self._namespace(config), self.checkpointer

        async def look(_: Any = None) -> StateSnapshot:
            return snapshot(self, namespace, await checkpointer.load(process, namespace))

        seen: StateSnapshot = await client_call(process, look, look)
        return seen

    get_state = blocking(aget_state)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise refusal(
            "not-modelled", what=f"graph.{name}", available="invoke, ainvoke, get_state, aget_state"
        )

    async def _invoke(
        self,
        input: Any,
        config: Mapping[str, Any] | None,
        durability: Durability | None,
        *,
        synchronous: bool,
    ) -> dict[str, Any]:
        """A client's call: carried out, and after a crash in the midst of it carried on."""
        process = current("graph.invoke")
        namespace = self._namespace(config)
        limit, for_nodes = _limit(config), _merged(namespace.config(), config)

        async def run(given: Any) -> dict[str, Any]:
            unacknowledged = False
            while True:
                observer = Observer(process, namespace)
                writer = writer_for(durability, self.checkpointer, process, namespace)
                unacknowledged = observer.invoked(given, unacknowledged)
                await process.machine.alive(process)
                invocation = Invocation(
                    process, namespace, writer, observer, synchronous, for_nodes, ANSWERS.get() is not None
                )
                result = await PregelLoop(self, invocation).run(given, limit)
                if not unacknowledged:
                    return result

        async def recover(noted: Noted) -> dict[str, Any]:
            return await run(_to_send_again(input, self._peek(process, namespace), noted))

        noted = self._peek(process, namespace)
        result: dict[str, Any] = await client_call(process, lambda: run(input), recover, noted)
        return result

    def _namespace(self, config: Mapping[str, Any] | None) -> Namespace:
        _check_config(config)
        thread = (config or {}).get("configurable", {}).get("thread_id")
        if thread is None and self.checkpointer is not None:
            raise ValueError(
                "Checkpointer requires one or more of the following 'configurable' keys: "
                "thread_id, checkpoint_ns, checkpoint_id"
            )
        return Namespace(str(thread))

    def _peek(self, process: Process, namespace: Namespace) -> Noted:
        return (None, []) if self.checkpointer is None else self.checkpointer.peek(process, namespace)


def _by_trigger(nodes: Iterable[PregelNode]) -> Mapping[str, Sequence[str]]:
    found: dict[str, list[str]] = {}
    for node in nodes:
        for trigger in node.triggers:
            found.setdefault(trigger, []).append(node.name)
    return found


def _to_send_again(given: Any, stored: Noted, noted: Noted) -> Any:
    """What to invoke with after a crash: the same again if it was not stored, else None to go on.

    `noted` is what the client knew before its call. An answer is sent again while the question that it answers is
    still open.
    """
    checkpoint, questions = stored
    if checkpoint is None:
        return given
    if isinstance(given, Command):
        if is_by_id(given.resume):
            return _still_open(given, [question for question in noted[1] if question in questions])
        return given if questions and questions == noted[1] else None
    return given if checkpoint == noted[0] else None


def _still_open(given: Command[Any], questions: Sequence[Interrupt]) -> Command[Any] | None:
    """Of answers by id, those to questions that are still open; None if nobody waits for any."""
    ids = {question.id for question in questions}
    answers = {key: answer for key, answer in dict(given.resume or {}).items() if key in ids}
    return replace(given, resume=answers) if answers else None


_CONFIG = frozenset({"configurable", "recursion_limit", "tags", "metadata", "run_name", "run_id"})
"""What a config may say here: where and how far to run, and what only the nodes and a tracer read."""


def _check_config(config: Mapping[str, Any] | None) -> None:
    """Refuse what would change the run and is not modelled.

    Raises:
        LabError: `not-modelled`.
    """
    given = config or {}
    refuse("config", **{key: value for key, value in given.items() if key not in _CONFIG})
    place = given.get("configurable", {})
    for key in ("checkpoint_id", "checkpoint_ns"):
        if place.get(key):
            raise refusal(
                "not-modelled",
                what=f'config["configurable"]["{key}"]',
                available="thread_id: its newest checkpoint",
            )


def _limit(config: Mapping[str, Any] | None) -> int:
    limit: int = (config or {}).get("recursion_limit", 10_007)
    if limit < 1:
        raise ValueError("recursion_limit must be at least 1")
    return limit


def _merged(place: Mapping[str, Any], config: Mapping[str, Any] | None) -> dict[str, Any]:
    """What nodes get as their config: where they run, and what the client gave beside."""
    given = dict(config or {})
    return {**given, "configurable": {**given.get("configurable", {}), **place["configurable"]}}


def refuse(what: str, **options: Any) -> None:
    """Say at once that an option is not modelled, rather than ignore it."""
    for name, value in options.items():
        if value not in (None, False, ()):
            raise refusal("not-modelled", what=f"{what}({name}=…)", available="the options in the reference")
