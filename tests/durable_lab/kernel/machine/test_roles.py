"""Roles: what a process does when it is told to end, for whom it speaks, whether it is started again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from durable_lab.kernel.faults.plan import parse_plan
from durable_lab.kernel.machine.machine import Machine
from durable_lab.kernel.machine.process import Process
from durable_lab.kernel.machine.roles import Agent, Outside, Role, Service, Worker
from durable_lab.kernel.machine.supervisor import GRACE
from durable_lab.kernel.outside.client import client_call
from durable_lab.kernel.outside.world import acall
from tests.support import run_well

ROLES = (Role, Agent, Service, Outside)


def machine_with(
    role: Callable[[Machine], Role], work: Callable[[Process], Any], plan: str
) -> tuple[Machine, list[tuple[str, int]]]:
    """A process of this role that does `work`; the machine after its run, and what became of the process."""

    def start(process: Process) -> None:
        process.start(work(process))

    machine = Machine(parse_plan(plan))
    machine.supervisor.host("one", start, role)
    machine.run()
    phases = [(event.phase, event.life) for event in machine.trace.select("process")]
    return machine, phases


async def two_effects(process: Process) -> None:
    await acall("a")
    await acall("b")


@pytest.mark.parametrize("role", ROLES)
def test_whether_it_is_started_again_and_explored_is_its_roles_to_say(role: type[Role]) -> None:
    machine, phases = machine_with(role, two_effects, "crash at effect:a#1.applied")
    again = [("started", 2)] if role is not Outside else []
    assert phases == [("started", 1), ("crashed", 1), *again]
    assert ("restarts" in machine.trace.header) == (role in (Role, Agent))


def calling(process: Process) -> Any:
    """A call of the client that takes ten seconds, and then an effect that no call is about."""

    async def serve() -> str:
        await acall("a")
        await asyncio.sleep(10)
        return "told"

    async def work() -> None:
        await client_call(process, serve, lambda _: serve())
        await acall("b")

    return work()


@pytest.mark.parametrize("role", [Agent, Service])
def test_told_to_end_it_finishes_the_clients_call(role: type[Role]) -> None:
    machine, phases = machine_with(role, calling, "stop at effect:a#1.applied")
    assert phases == [("started", 1), ("stopping", 1), ("stopped", 1), ("started", 2)]
    assert [entry.name for entry in machine.world.ledger].count("a") == 1
    assert [answer.done for answer in machine.journal.values()] == [True]


def test_told_to_end_a_script_is_interrupted_where_it_waits() -> None:
    machine, phases = machine_with(Role, calling, "stop at effect:a#1.returned")
    assert phases[:4] == [("started", 1), ("stopping", 1), ("stopped", 1), ("started", 2)]
    assert [entry.name for entry in machine.world.ledger] == ["a", "a", "b"]
    assert not machine.journal, "it speaks for nobody"


@pytest.mark.parametrize(("seconds", "end"), [(1, "stopped"), (GRACE + 1, "crashed")])
def test_told_to_end_a_worker_takes_nothing_more_and_ends_when_it_is_done(seconds: float, end: str) -> None:
    left: list[int] = []

    async def work(process: Process) -> None:
        process.role = Worker(process.machine, lambda: left.append(process.life))
        await acall("a")
        await asyncio.sleep(seconds if process.life == 1 else 0)

    _, phases = machine_with(Role, work, "stop at effect:a#1.applied")
    assert left == [1]
    assert phases == [("started", 1), ("stopping", 1), (end, 1), ("started", 2)]


def test_each_life_begins_a_role_anew() -> None:
    made: list[int] = []

    def role(machine: Machine) -> Role:
        made.append(len(made))
        return Role(machine)

    machine_with(role, two_effects, "crash at effect:a#1.applied ; crash at effect:b#1.applied")
    assert made == [0, 1, 2]


def test_a_worker_that_executes_the_clients_code_is_not_told_what_the_client_was_told() -> None:
    """Without a guard each worker sends what the API has sent: its own messages, not the API's answers."""
    source = """
        from durable_lab import world
        from durable_lab.queue_workers import Queue

        queue = Queue("jobs")

        @queue.worker
        def work(message):
            world.call("work")
            message.complete()

        queue.send("one")
        if __name__ == "__main__":
            queue.run()
    """
    ran = run_well(source)
    assert [e.process for e in ran.trace.select("send", "sent")] == ["api", "worker-1"]
    assert ran.done == {"work": 2}
