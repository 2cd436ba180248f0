"""Events are declared: whatever is emitted otherwise fails at once, whoever might catch it."""

from __future__ import annotations

from typing import Any

import pytest

from durable_lab.kernel.events import KINDS, PRINT, Undeclared, declare, fields_of
from durable_lab.kernel.machine.process import Process
from durable_lab.topology import topologies
from tests.support import on_machine


def emitting(kind: str, phase: str, **payload: Any) -> None:
    """Have a process emit an event, and do what it can to go on as if nothing had happened."""

    async def work(process: Process) -> None:
        for _ in range(3):
            try:
                process.machine.emit(process, "", kind, "it", 1, phase, **payload)
                return
            except BaseException:
                pass

    def start(process: Process) -> None:
        process.start_task(work(process))

    on_machine(start)


@pytest.mark.parametrize(
    ("kind", "phase", "payload", "says"),
    [
        ("rumour", "heard", {}, "'rumour'"),
        ("print", "whispered", {"text": "a"}, "'whispered'"),
        ("print", "printed", {}, "lacks 'text'"),
        ("print", "printed", {"text": "a", "loud": True}, "'loud' is not declared"),
        ("print", "printed", {"text": 1}, "'text' is of type int"),
        ("process", "paused", {"seconds": "1"}, "'seconds' is of type str"),
    ],
)
def test_what_is_not_declared_fails_at_once(
    kind: str, phase: str, payload: dict[str, Any], says: str
) -> None:
    with pytest.raises(Undeclared, match=says):
        emitting(kind, phase, **payload)


def test_what_is_declared_is_taken() -> None:
    emitting("print", "printed", text="a")
    emitting("read", "read")
    emitting("read", "read", key="k")


def test_a_kind_is_its_name_and_is_declared_once() -> None:
    assert PRINT == "print" and KINDS["print"] is PRINT
    with pytest.raises(Undeclared):
        declare("print", {})


def test_each_kind_is_of_the_machine_or_of_one_topology() -> None:
    owned = [kind for record in topologies().values() for kind in record.events]
    assert len(owned) == len(set(owned))
    own = {name for name in KINDS if name not in owned}
    assert own >= {"process", "print", "fault", "effect", "person", "model", "intent", "read", "result"}


def test_a_kind_that_commits_says_what() -> None:
    for kind in KINDS.values():
        named = any("commits" in fields_of(kind, phase).types for phase in kind.phases)
        assert kind.commits == named, kind
