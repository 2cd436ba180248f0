"""Virtual time: the order of callbacks, and that waiting costs nothing."""

from __future__ import annotations

import asyncio

import pytest

from durable_lab.kernel.machine.loop import OWNER, Handle, VirtualLoop, outside


@pytest.fixture
def loop() -> VirtualLoop:
    return VirtualLoop()  # type: ignore[abstract]


def drain(loop: VirtualLoop) -> None:
    loop.run_while(lambda: True)


def test_ready_callbacks_run_in_the_order_in_which_they_became_ready(loop: VirtualLoop) -> None:
    order: list[str] = []

    def first() -> None:
        order.append("first")
        loop.call_soon(order.append, "made by first")

    loop.call_soon(first)
    loop.call_soon(order.append, "second")
    drain(loop)
    assert order == ["first", "second", "made by first"]


def test_timers_fire_by_time_and_then_by_sequence(loop: VirtualLoop) -> None:
    order: list[tuple[str, float]] = []

    def note(name: str) -> None:
        order.append((name, loop.time()))

    loop.call_later(2.0, note, "late")
    loop.call_later(1.0, note, "early, asked first")
    loop.call_at(1.0, note, "early, asked second")
    loop.call_soon(note, "now")
    drain(loop)
    assert order == [("now", 0.0), ("early, asked first", 1.0), ("early, asked second", 1.0), ("late", 2.0)]


def test_what_a_timer_makes_ready_runs_before_the_next_timer_of_that_instant(loop: VirtualLoop) -> None:
    order: list[str] = []

    def a() -> None:
        order.append("a")
        loop.call_soon(order.append, "made by a")

    loop.call_at(1.0, a)
    loop.call_at(1.0, order.append, "b")
    drain(loop)
    assert order == ["a", "made by a", "b"]


def test_a_timer_in_the_past_does_not_turn_the_clock_back(loop: VirtualLoop) -> None:
    times: list[float] = []

    def later() -> None:
        loop.call_at(1.0, lambda: times.append(loop.time()))

    loop.call_at(5.0, later)
    drain(loop)
    assert times == [5.0]


def test_a_cancelled_callback_never_runs_and_its_time_is_not_waited_for(loop: VirtualLoop) -> None:
    handle = loop.call_later(9.0, pytest.fail, "cancelled")
    handle.cancel()
    loop.call_later(1.0, lambda: None)
    drain(loop)
    assert handle.cancelled()
    assert loop.time() == 1.0


def test_sleeping_a_century_is_one_jump_of_the_clock(loop: VirtualLoop) -> None:
    task = loop.create_task(asyncio.sleep(100 * 365 * 86400, "woken"))
    ran = 0

    def counting() -> bool:
        nonlocal ran
        ran += 1
        return True

    loop.run_while(counting)
    assert task.result() == "woken"
    assert loop.time() == 100 * 365 * 86400
    assert ran < 10


def test_it_stops_at_until_and_says_whether_there_may_be_more(loop: VirtualLoop) -> None:
    fired: list[float] = []
    loop.call_later(1.0, lambda: fired.append(loop.time()))
    loop.call_later(3.0, lambda: fired.append(loop.time()))
    assert loop.run_while(lambda: True, until=2.0) is False
    assert (fired, loop.time()) == ([1.0], 1.0)
    assert loop.run_while(lambda: len(fired) < 2) is True
    assert fired == [1.0, 3.0]


def test_it_can_be_run_again_from_inside_a_callback(loop: VirtualLoop) -> None:
    before = asyncio._get_running_loop()  # a browser's, where its tests ran first
    order: list[str] = []
    woken: list[bool] = []

    def outer() -> None:
        order.append("outer begins")
        loop.call_later(1.0, woken.append, True)
        loop.run_while(lambda: not woken)
        order.append(f"outer ends at {loop.time():g}")

    loop.call_soon(outer)
    loop.call_soon(order.append, "ran nested")
    drain(loop)
    assert order == ["outer begins", "ran nested", "outer ends at 1"]
    assert asyncio._get_running_loop() is before


def test_the_running_loop_is_given_back_when_a_callback_raises(loop: VirtualLoop) -> None:
    def fail() -> None:
        raise ZeroDivisionError

    before = asyncio._get_running_loop()
    loop.call_soon(fail)
    with pytest.raises(ZeroDivisionError):
        drain(loop)
    assert asyncio._get_running_loop() is before
    assert not loop.is_running()


def test_an_error_that_nobody_fetches_is_told_to_whoever_listens_and_printed_by_nobody(
    loop: VirtualLoop, capsys: pytest.CaptureFixture[str]
) -> None:
    told: list[dict[str, object]] = []
    loop.call_exception_handler({"message": "before"})
    loop.failed = told.append
    loop.call_exception_handler({"message": "lost"})
    assert told == [{"message": "lost"}]
    assert capsys.readouterr() == ("", "")


def test_a_closed_loop_forgets_what_was_scheduled(loop: VirtualLoop) -> None:
    loop.call_soon(pytest.fail, "ready")
    loop.call_later(1.0, pytest.fail, "timer")
    loop.close()
    drain(loop)
    assert loop.is_closed()
    assert loop.get_debug() is False


class Door:
    """An owner that can keep its callbacks back, or drop them."""

    def __init__(self) -> None:
        self.open = True
        self.kept: list[Handle] = []
        self.tasks: list[asyncio.Task[object]] = []

    def admits(self, handle: Handle) -> bool:
        if not self.open:
            self.kept.append(handle)
        return self.open

    def refuse(self, error: object) -> None:
        raise AssertionError(error)

    def adopt(self, task: asyncio.Task[object], loop: object) -> None:
        self.tasks.append(task)


def test_an_owner_is_asked_before_each_callback_and_may_let_it_run_later(loop: VirtualLoop) -> None:
    door = Door()
    context = outside()
    context.run(OWNER.set, door)
    order: list[str] = []
    loop.call_soon(order.append, "owned", context=context)
    loop.call_soon(order.append, "outside", context=outside())
    door.open = False
    drain(loop)
    assert order == ["outside"]
    door.open = True
    for handle in door.kept:
        loop.readmit(handle)
    drain(loop)
    assert order == ["outside", "owned"]


def test_an_owner_adopts_the_tasks_made_in_its_code(loop: VirtualLoop) -> None:
    door = Door()
    context = outside()
    context.run(OWNER.set, door)
    task = loop.create_task(asyncio.sleep(0), context=context)
    other = loop.create_task(asyncio.sleep(0), context=outside())
    drain(loop)
    assert door.tasks == [task]
    assert other.done()
