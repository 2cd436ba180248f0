"""Random fault plans for a program: of every kind, at steps that its crash-free run has."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import strategies as st

from durable_lab.explorer import crash_points
from durable_lab.kernel.trace import STEP_PHASES, Trace


def plans(trace: Trace, most: int = 3) -> st.SearchStrategy[str]:
    """Plans of faults of every kind against a run like `trace`; perhaps not all are reached."""
    points = list(dict.fromkeys(e.point for e in trace if e.phase in STEP_PHASES))
    fault = st.one_of([make(trace, points) for make in FAULTS.values()])
    return st.lists(fault, min_size=1, max_size=most).map(" ; ".join)


def crashes(trace: Trace, most: int = 2) -> st.SearchStrategy[str]:
    """Plans of crashes of processes that are started again, with or without a request that lands later."""
    points = crash_points(trace)
    landing = st.just("") | st.sampled_from(points).map(" landing {}".format)
    crash = st.builds("crash{} at {}".format, landing, st.sampled_from(points))
    return st.lists(crash, min_size=1, max_size=most).map(" ; ".join)


DURATIONS = st.sampled_from(["0.02s", "1s", "45s", "1h"])
TIMES = st.integers(1, 3)


def _steps(points: list[str]) -> st.SearchStrategy[str]:
    return st.sampled_from(list(dict.fromkeys(point.rpartition(".")[0] for point in points)))


def _crash(trace: Trace, points: list[str]) -> st.SearchStrategy[str]:
    dying = trace.header.get("restarts", [])
    who = st.sampled_from(["", *(f" {name}" for name in dying)])
    landing = st.just("") | st.sampled_from(points).map(" landing {}".format)
    return st.builds("crash{}{} at {}".format, who, landing, st.sampled_from(points))


def _lose(trace: Trace, points: list[str]) -> st.SearchStrategy[str]:
    return st.builds("lose {} {}".format, st.sampled_from(["request", "reply"]), _steps(points))


def _delay(trace: Trace, points: list[str]) -> st.SearchStrategy[str]:
    until = DURATIONS | st.sampled_from(points)
    legs = st.sampled_from(["request", "reply"])
    return st.builds("delay {} {} until {}".format, legs, _steps(points), until)


def _fail(trace: Trace, points: list[str]) -> st.SearchStrategy[str]:
    done = st.sampled_from(["applied", "unapplied"])
    return st.builds("fail {} {} x {}".format, _steps(points), done, TIMES)


def _hang(trace: Trace, points: list[str]) -> st.SearchStrategy[str]:
    return st.builds("hang {}".format, _steps(points))


def _down(trace: Trace, points: list[str]) -> st.SearchStrategy[str]:
    stores = sorted({str(e.payload["store"]) for e in trace if "store" in e.payload}) or ["agent.db"]
    span = DURATIONS.map("for {}".format) | TIMES.map("x {}".format)
    return st.builds("down {} at {} {}".format, st.sampled_from(stores), st.sampled_from(points), span)


FAULTS: dict[str, Callable[[Trace, list[str]], st.SearchStrategy[str]]] = {
    "crash": _crash,
    "lose": _lose,
    "delay": _delay,
    "fail": _fail,
    "hang": _hang,
    "down": _down,
}
