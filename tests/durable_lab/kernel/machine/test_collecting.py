"""Cycles are searched for seldom during a run, and what has ended is not kept until its end."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from durable_lab.kernel.machine.collecting import COLLECT_AFTER, collecting_seldom
from durable_lab.kernel.machine.process import Process
from tests.support import explore_text, on_machine


@pytest.fixture(autouse=True)
def usual() -> Iterator[tuple[int, int, int]]:
    """The thresholds, put back whatever the test does."""
    before = gc.get_threshold()
    yield before
    gc.set_threshold(*before)


def test_it_is_seldom_for_a_while(usual: tuple[int, int, int]) -> None:
    with collecting_seldom():
        assert gc.get_threshold()[0] == COLLECT_AFTER
        with collecting_seldom():
            pass
        assert gc.get_threshold()[0] == COLLECT_AFTER
    assert gc.get_threshold() == usual


def test_who_wants_it_never_or_more_seldom_keeps_that() -> None:
    for wanted in (0, 2 * COLLECT_AFTER):
        gc.set_threshold(wanted)
        with collecting_seldom():
            assert gc.get_threshold()[0] == wanted


def test_a_run_that_fails_puts_it_back(usual: tuple[int, int, int]) -> None:
    def start(process: Process) -> None:
        raise KeyError

    with pytest.raises(KeyError):
        on_machine(start)
    assert gc.get_threshold() == usual


def test_an_exploration_puts_it_back(usual: tuple[int, int, int]) -> None:
    explore_text("from durable_lab import world\nworld.call('check')")
    assert gc.get_threshold() == usual


class Thing:
    """Something that a flow leaves."""


@pytest.mark.parametrize("as_task", [False, True])
def test_what_a_flow_left_goes_when_it_has_ended(as_task: bool) -> None:
    left: list[object] = []

    async def flow() -> Thing:
        return Thing()

    def start(process: Process) -> None:
        async def main() -> None:
            begin = process.start_task if as_task else process.start
            made = weakref.ref(await begin(flow()))
            await asyncio.sleep(1)
            left.append(made())

        process.start(main())

    on_machine(start)
    assert left == [None]
