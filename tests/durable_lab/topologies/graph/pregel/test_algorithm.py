"""Which tasks a checkpoint makes, and what writes make of it: triggers by version, joins, sends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from durable_lab.topologies.graph.pregel.algorithm import apply_writes, following, prepare_next_tasks
from durable_lab.topologies.graph.pregel.channels import (
    MISSING,
    Channels,
    EphemeralValue,
    LastValue,
    NamedBarrierValue,
    Topic,
)
from durable_lab.topologies.graph.pregel.checkpoint import Checkpoint, channels_of, first
from durable_lab.topologies.graph.pregel.namespaces import Namespace
from durable_lab.topologies.graph.pregel.tasks import PULL, PUSH, PregelExecutableTask, PregelNode
from durable_lab.topologies.graph.pregel.writes import SENDS, Pending
from durable_lab.topologies.graph.types import Send


class Three:
    """Nodes a, b and end; end is also where a and b join."""

    nodes: Mapping[str, PregelNode] = {
        name: PregelNode(name, len, triggers, dict, list)
        for name, triggers in (("b", ("to:b",)), ("a", ("to:a",)), ("end", ("to:end", "join:end")))
    }
    trigger_to_nodes: Mapping[str, Sequence[str]] = {
        "to:a": ["a"],
        "to:b": ["b"],
        "to:end": ["end"],
        "join:end": ["end"],
    }
    channels: Channels = {
        "n": LastValue("n"),
        "to:a": EphemeralValue("to:a"),
        "to:b": EphemeralValue("to:b"),
        "to:end": EphemeralValue("to:end"),
        "join:end": NamedBarrierValue("join:end", ("a", "b")),
        SENDS: Topic(SENDS),
    }


class Thread:
    """A thread of that graph, as the loop keeps it."""

    def __init__(self) -> None:
        self.channels = Three.channels
        self.checkpoint = first(self.channels)

    def tasks(self, pending: dict[str, list[Pending]] | None = None) -> list[PregelExecutableTask]:
        return prepare_next_tasks(Namespace("t"), self.checkpoint, self.channels, Three(), pending or {})

    def names(self) -> list[str]:
        return [task.name for task in self.tasks()]

    def write(self, *writes: Pending, after: Sequence[PregelExecutableTask] = ()) -> None:
        """Apply writes; the superstep is over if it is after tasks."""
        self.channels, applied = apply_writes(self.checkpoint, self.channels, after, writes)
        step = self.checkpoint.step + bool(after)
        self.checkpoint = Checkpoint(f"{step:06d}", step, "loop", *applied)

    def superstep(self, *writes: Pending) -> None:
        self.write(*writes, after=self.tasks())

    def loaded(self) -> Thread:
        """The same, from what is stored of it."""
        thread = Thread()
        thread.checkpoint = self.checkpoint
        thread.channels = channels_of(Three.channels, self.checkpoint)
        return thread


def begun(*writes: Pending) -> Thread:
    thread = Thread()
    thread.write(*writes)
    return thread


def test_a_written_trigger_makes_a_task_and_a_seen_one_does_not() -> None:
    thread = begun(("to:a", None))
    assert thread.names() == ["a"]
    thread.superstep(("n", 1))
    assert thread.names() == []


def test_a_node_may_trigger_itself_again() -> None:
    thread = begun(("to:a", None))
    thread.superstep(("to:a", None))
    assert thread.names() == ["a"]


def test_a_version_that_a_node_has_seen_does_not_trigger_it_though_its_value_is_there() -> None:
    thread = begun(("to:a", None), ("to:b", None))
    seen = {"a": {"to:a": thread.checkpoint.channel_versions["to:a"]}}
    thread.checkpoint = thread.checkpoint._replace(versions_seen=seen)
    assert thread.channels["to:a"].value is None
    assert thread.names() == ["b"]


def test_versions_grow_with_each_change() -> None:
    thread = begun(("to:a", None), ("n", 1))
    assert thread.checkpoint.channel_versions == {"to:a": 1, "n": 1}
    thread.superstep(("n", 2))
    assert thread.checkpoint.channel_versions == {"to:a": 2, "n": 2}
    assert thread.checkpoint.versions_seen == {"a": {"to:a": 1}}
    thread.superstep()
    assert thread.checkpoint.channel_versions == {"to:a": 2, "n": 2}


def test_triggers_and_sends_are_gone_after_their_superstep() -> None:
    thread = begun(("to:a", None), (SENDS, Send("b", 1)), ("n", 1))
    assert thread.names() == ["a", "b"]
    thread.superstep()
    assert thread.channels["to:a"].value is thread.channels[SENDS].value is MISSING
    assert thread.checkpoint.channel_values == {"n": 1}
    assert thread.names() == []


def test_writes_between_supersteps_leave_what_was_to_run() -> None:
    thread = begun(("to:a", None))
    identity = thread.tasks()[0].id
    thread.write(("to:b", None), ("n", 1))
    assert thread.names() == ["a", "b"]
    assert thread.tasks()[0].id == identity


def test_a_task_keeps_what_was_written_by_it() -> None:
    thread = begun(("to:a", None), ("to:b", None))
    a, b = thread.tasks()
    stored: list[Pending] = [("n", 1)]
    again = thread.tasks({a.id: stored})
    assert [task.id for task in again] == [a.id, b.id]
    assert [task.finished for task in again] == [True, False]


def test_named_tasks_come_in_the_order_of_names_then_what_was_sent() -> None:
    thread = begun((SENDS, Send("b", "x")), (SENDS, Send("nowhere", "")), (SENDS, Send("a", "y")))
    thread.write(("to:b", None), ("to:a", None))
    tasks = thread.tasks()
    assert [(t.path, t.unit, t.arg) for t in tasks] == [
        ((PULL, "a"), "t/-1/a", None),
        ((PULL, "b"), "t/-1/b", None),
        ((PUSH, 0, False), "t/-1/b/0", "x"),
        ((PUSH, 2, False), "t/-1/a/2", "y"),
    ]


def test_what_follows_is_told_in_the_order_in_which_it_was_written() -> None:
    thread = begun(("to:b", None), ("n", 1), ("to:a", None), (SENDS, Send("b", 1)))
    assert following(thread.checkpoint.updated_channels, thread.channels, Three()) == ["b", "a", "b"]


def test_a_join_waits_and_is_used_up() -> None:
    thread = begun(("to:a", None))
    thread.superstep(("join:end", "a"), ("to:b", None))
    assert thread.names() == ["b"]
    thread.superstep(("join:end", "b"))
    assert thread.names() == ["end"]
    thread.superstep()
    assert thread.names() == []
    assert "join:end" not in thread.checkpoint.channel_values


def test_a_start_that_comes_round_while_its_join_is_used_up_counts_for_the_next_time() -> None:
    thread = begun(("join:end", "a"), ("join:end", "b"), ("to:a", None))
    assert thread.names() == ["a", "end"]
    thread.superstep(("join:end", "a"))
    assert thread.names() == []
    assert thread.checkpoint.channel_values["join:end"] == ("a",)


def test_what_is_stored_goes_on_as_what_was_kept() -> None:
    thread = begun(("to:a", None), ("join:end", "b"), (SENDS, Send("b", 1)))
    for writes in ([("join:end", "a"), ("n", 1)], [("to:a", None)], []):
        loaded = thread.loaded()
        assert loaded.tasks() == thread.tasks()
        assert {name: c.value for name, c in loaded.channels.items()} == {
            name: c.value for name, c in thread.channels.items()
        }
        thread.superstep(*writes)


def test_a_checkpoint_of_another_version_keeps_what_this_one_does_not_know() -> None:
    thread = begun(("to:a", None))
    values: dict[str, Any] = {**thread.checkpoint.channel_values, "gone": 1}
    thread.checkpoint = thread.checkpoint._replace(
        channel_values=values, updated_channels=("gone", *thread.checkpoint.updated_channels)
    )
    thread.superstep(("gone", 2), ("n", 3))
    assert thread.checkpoint.channel_values == {"gone": 1, "n": 3}
