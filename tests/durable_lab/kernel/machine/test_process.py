"""What dies in a crash: everything in the process, and a program that relies on any of it fails."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

from durable_lab.kernel.machine.process import Process, current
from durable_lab.kernel.outside.world import acall
from durable_lab.readers.checks import violated
from durable_lab.words.messages import LabError
from tests.support import explore_text, graph, on_machine, run_well

EFFECT = """
from durable_lab import world
def effect():
    world.call("open_ticket", title="a")
    world.call("note", text="b")
"""

GUARDS = {
    "a global": """
done = False
def guarded():
    global done
    if not done:
        effect()
        done = True
""",
    "a class attribute": """
class Job:
    done = False
def guarded():
    if not Job.done:
        effect()
        Job.done = True
""",
    "a mutable default": """
def guarded(done=[]):
    if not done:
        effect()
        done.append(True)
""",
    "a function attribute": """
def guarded():
    if not getattr(guarded, "done", False):
        effect()
        guarded.done = True
""",
    "a cache": """
import functools
@functools.cache
def guarded():
    effect()
""",
    "a closure": """
def make():
    done = False
    def guarded():
        nonlocal done
        if not done:
            effect()
            done = True
    return guarded
guarded = make()
""",
    "a context variable": """
import contextvars
done = contextvars.ContextVar("done", default=False)
def guarded():
    if not done.get():
        effect()
        done.set(True)
""",
    "a module of its own making": """
import sys, types
if "my_state" not in globals():
    my_state = types.ModuleType("my_state")
def guarded():
    if not hasattr(my_state, "done"):
        effect()
        my_state.done = True
""",
}


@pytest.mark.parametrize("guard", GUARDS)
def test_memory_as_the_only_guard_is_reported(guard: str) -> None:
    found = explore_text(EFFECT + GUARDS[guard] + "guarded()\nguarded()\n")
    assert not violated(found.baseline_verdicts), "without a crash the guard works"
    codes = {v.code for run in found.failures for v in violated(run.verdicts)}
    assert codes == {"once-too-many"}
    assert {r.plan for r in found.failures} >= {
        "crash at effect:open_ticket#1.applied",
        "crash at effect:open_ticket#1.returned",
    }
    assert next(r for r in found.runs if r.plan == "crash at effect:open_ticket#1.requested").held


CHECKPOINTED = """
def a(state):
    world.call("a")
def b(state):
    world.call("b")
app = chain([a, b], SAVER)
app.invoke({"n": 1}, thread, durability="sync")
"""


@pytest.mark.parametrize("saver", ["InMemorySaver()", 'SqliteSaver(sqlite3.connect(":memory:"))'])
def test_checkpoints_in_memory_die_with_their_process(saver: str) -> None:
    plan = "crash at effect:b#1.applied"
    assert run_well(graph(CHECKPOINTED.replace("SAVER", saver)), plan).done == {"a": 2, "b": 2}
    assert run_well(graph(CHECKPOINTED.replace("SAVER", "durable()")), plan).done == {"a": 1, "b": 2}
    found = explore_text(graph(CHECKPOINTED.replace("SAVER", saver)))
    assert [r.plan for r in found.failures if r.plan == "crash at effect:a#1.returned"]


def test_a_crash_ends_everything_that_the_process_had_begun() -> None:
    ran = run_well(
        """
import asyncio
from durable_lab import world

async def later():
    await asyncio.sleep(0.06)
    await world.acall("later")

def callback():
    print("callback")

async def main():
    task = asyncio.create_task(later())
    asyncio.get_running_loop().call_later(0.06, callback)
    await world.acall("a")
    await task
asyncio.run(main())
""",
        "crash at effect:a#1.applied",
    )
    assert ran.done == {"a": 2, "later": 1}
    assert ran.lines == ["callback"]


def test_what_the_dead_print_is_dropped_and_so_is_a_line_cut_off() -> None:
    source = """
from durable_lab import world
print("before")
print("half a line", end="")
world.call("a")
print(" and the rest")
"""
    ran = run_well(source, "crash at effect:a#1.applied")
    printed = [(e.life, e.payload["text"]) for e in ran.trace.select("print")]
    assert printed == [(1, "before\n"), (2, "before\n"), (2, "half a line and the rest\n")]


def test_a_line_without_an_end_is_printed_when_the_program_ends() -> None:
    assert run_well("print('a', end='')").lines == ["a"]


def test_a_restarted_client_does_not_say_again_what_it_said_before() -> None:
    source = graph("""
app = chain([work("a"), work("b")])
print("begin")
app.invoke({"n": 1}, thread)
print("first is over")
app.invoke({"n": 1}, {"configurable": {"thread_id": "u"}})
print("end")
""")
    ran = run_well(source, "crash at effect:a#2.applied")
    assert ran.lines == ["begin", "first is over", "end"]


def test_random_differs_between_lives_and_is_the_same_in_every_run() -> None:
    source = """
import random, uuid
from durable_lab import world
world.call("draw", n=random.random(), u=str(uuid.uuid4()))
"""

    def drawn(seed: int = 0) -> list[object]:
        ran = run_well(source, "crash at effect:draw#1.applied", seed=seed)
        return [e.payload["arguments"] for e in ran.trace.select("effect", "requested")]

    first = drawn()
    assert first == drawn()
    assert first[0] != first[1]
    assert first != drawn(seed=1)


def test_a_process_is_started_again_after_a_second_and_its_life_is_counted() -> None:
    ran = run_well(
        "from durable_lab import world\nworld.call('a')",
        "crash at effect:a#1.requested ; crash at effect:a#2.applied",
    )
    lives = [(e.phase, e.life, round(e.time, 6)) for e in ran.trace.select("process")]
    assert lives == [
        ("started", 1, 0.0),
        ("crashed", 1, 0.0),
        ("started", 2, 1.0),
        ("crashed", 2, 1.05),
        ("started", 3, 2.05),
        ("ended", 3, 2.15),
    ]


def test_code_outside_of_any_process_has_no_machine() -> None:
    with pytest.raises(LabError) as caught:
        current("the clock")
    assert caught.value.code == "no-machine"
    assert "the clock" in caught.value.text("zh")


# -- nothing of a dead process runs, not even what touches neither a store nor a callee -----------------


class Seen(list[str]):
    """What code has done, of whatever life."""


@contextlib.contextmanager
def witness() -> Iterator[list[str]]:
    """A list that every life of a program can reach by `import witness`: outside of the machine's rules, and no plain
    list, which would be put back for each life."""
    module = ModuleType("witness")
    seen = Seen()
    module.__dict__["seen"] = seen
    sys.modules["witness"] = module
    try:
        yield seen
    finally:
        del sys.modules["witness"]


def test_no_timer_of_a_dead_process_fires() -> None:
    fired: list[int] = []

    async def work(process: Process) -> None:
        process.machine.loop.call_later(5.0, fired.append, process.life)
        await acall("a")

    def start(process: Process) -> None:
        process.start(work(process))

    on_machine(start, "crash at effect:a#1.applied")
    assert fired == [2]


def test_no_finally_of_a_dead_process_runs() -> None:
    source = """
from durable_lab import world
import witness
def attempt():
    try:
        world.call("a")
    finally:
        witness.seen.append("finally")
attempt()
"""
    with witness() as seen:
        run_well(source, "crash at effect:a#1.applied")
    assert seen == ["finally"]  # the second life's own


def test_a_process_stops_at_the_very_step_at_which_it_dies() -> None:
    source = """
from durable_lab import world
import witness
world.call("a")
witness.seen.append("after")
"""
    with witness() as seen:
        run_well(source, "crash at effect:a#1.returned")
    assert seen == ["after"]  # the second life's own


def test_what_an_exit_method_prints_in_a_dead_process_is_dropped() -> None:
    source = """
from durable_lab import world
class Lock:
    def __enter__(self):
        return self
    def __exit__(self, *error):
        print("released")
def attempt():
    with Lock():
        world.call("a")
attempt()
"""
    assert run_well(source, "crash at effect:a#1.applied").lines == ["released"]


def test_a_process_that_was_ended_in_order_is_not_started_again() -> None:
    lives: list[int] = []

    async def work(process: Process) -> None:
        lives.append(process.life)
        await acall("a")

    def start(process: Process) -> None:
        process.machine.loop.call_at(0.5, process.machine.supervisor.stop, "worker")
        process.start(work(process))

    on_machine(start, "crash at effect:a#1.applied")
    assert lives == [1]
