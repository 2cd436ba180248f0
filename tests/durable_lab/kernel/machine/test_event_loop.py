"""A blocking call in a coroutine holds up the whole event loop of its process, as it does in reality; nothing else."""

from __future__ import annotations

from tests.support import run_well

RENEWING = """
import asyncio, time

def deep(seconds):
    time.sleep(seconds)

async def renew():
    for _ in range(3):
        print("renewed", round(time.monotonic() - START))
        await asyncio.sleep(1)

async def main():
    renewing = asyncio.create_task(renew())
    await asyncio.sleep(0)
    {work}
    print("worked")
    await renewing

START = time.monotonic()
asyncio.run(main())
"""


def lines_with(work: str) -> list[str]:
    return run_well(RENEWING.replace("{work}", work)).lines


def test_nothing_else_of_the_loop_runs_while_a_coroutine_blocks() -> None:
    assert lines_with("time.sleep(5)") == ["renewed 0", "worked", "renewed 5", "renewed 6"]


def test_a_function_that_blocks_further_down_holds_it_up_too() -> None:
    assert lines_with("deep(5)") == lines_with("time.sleep(5)")


def test_what_waits_as_it_should_holds_up_nothing() -> None:
    assert lines_with("await asyncio.sleep(5)") == ["renewed 0", "renewed 1", "renewed 2", "worked"]


def test_a_thread_of_its_own_holds_up_nothing() -> None:
    assert lines_with("await asyncio.to_thread(time.sleep, 5)") == lines_with("await asyncio.sleep(5)")


def test_a_blocking_call_of_a_callee_holds_it_up() -> None:
    ran = run_well(
        """
        import asyncio
        from durable_lab import world

        async def tick():
            await asyncio.sleep(0)
            print("ticked")

        async def main():
            ticking = asyncio.create_task(tick())
            await asyncio.sleep(0)
            world.call("charge")
            print("charged")
            await ticking

        asyncio.run(main())
        """
    )
    assert ran.lines == ["charged", "ticked"]


def test_a_second_run_within_a_running_loop_is_refused_as_python_refuses_it() -> None:
    ran = run_well(
        """
        import asyncio

        async def nothing():
            pass

        async def main():
            inner = nothing()
            try:
                asyncio.run(inner)
            except RuntimeError as error:
                print(error)
            inner.close()

        asyncio.run(main())
        """
    )
    assert ran.lines == ["asyncio.run() cannot be called from a running event loop"]


CANCELLED = """
import asyncio
from typing import TypedDict
from langgraph.graph import END, START, StateGraph

class State(TypedDict):
    x: int

async def slow(state):
    try:
        await asyncio.sleep(0 if state["x"] else 10)
    except asyncio.CancelledError:
        print("cancelled")
        raise
    return {"x": 1}

builder = StateGraph(State)
builder.add_node("slow", slow)
builder.add_edge(START, "slow")
builder.add_edge("slow", END)
graph = builder.compile()

async def main():
    try:
        await asyncio.wait_for(graph.ainvoke({"x": 0}), 1)
    except asyncio.TimeoutError:
        print("late")
    print(await graph.ainvoke({"x": 5}))

asyncio.run(main())
"""


def test_a_deadline_around_a_graph_cancels_its_node_and_is_no_error_of_ours() -> None:
    assert run_well(CANCELLED).lines == ["cancelled", "late", "{'x': 1}"]


def test_a_task_that_is_cancelled_while_it_waits_for_a_callee_is_told() -> None:
    ran = run_well(
        """
        import asyncio
        from durable_lab import world

        async def main():
            try:
                await asyncio.wait_for(asyncio.to_thread(world.call, "charge"), 0.001)
            except asyncio.TimeoutError:
                print("late")
            await asyncio.sleep(5)

        asyncio.run(main())
        """
    )
    assert ran.lines == ["late"]
    assert ran.done == {"charge": 1}, "a thread can't be ended from outside"
