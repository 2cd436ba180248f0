"""Random fault plans for a program: of every kind, at steps that its crash-free run has."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import strategies as st

from durable_lab.explorer import crash_points
from durable_lab.kernel.faults.kinds import ANSWERED, SENT_BY_CLIENTS
from durable_lab.kernel.trace import STEP_PHASES, Trace

MOST_FAULTS, MOST_CRASHES = 3, 2
"""In one plan: more only take longer to shrink."""


def plans(trace: Trace) -> st.SearchStrategy[str]:
    """Plans of faults of every kind against a run like `trace`; perhaps not all are reached."""
    points = list(dict.fromkeys(e.point for e in trace if e.phase in STEP_PHASES))
    fault = st.one_of([make(trace, points) for make in FAULTS.values()])
    return st.lists(fault, min_size=1, max_size=MOST_FAULTS).map(" ; ".join)


def crashes(trace: Trace) -> st.SearchStrategy[str]:
    """Plans of crashes of processes that are started again, with or without a request that lands later."""
    points = crash_points(trace)
    landing = st.just("") | st.sampled_from(points).map(" landing {}".format)
    crash = st.builds("crash{} at {}".format, landing, st.sampled_from(points))
    return st.lists(crash, min_size=1, max_size=MOST_CRASHES).map(" ; ".join)


DURATIONS = st.sampled_from(["0.02s", "1s", "45s", "1h"])
TIMES = st.integers(1, 3)


def _steps(points: list[str]) -> st.SearchStrategy[str]:
    return st.sampled_from(list(dict.fromkeys(point.rpartition(".")[0] for point in points)))


def _crash(trace: Trace, points: list[str]) -> st.SearchStrategy[str]:
    landing = st.just("") | st.sampled_from(points).map(" landing {}".format)
    return st.builds("crash{}{} at {}".format, _who(trace), landing, st.sampled_from(points))


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
    span = DURATIONS.map("for {}".format) | TIMES.map("x {}".format)
    return st.builds(
        "down {} at {} {}".format, st.sampled_from(_stores(trace)), st.sampled_from(points), span
    )


def _stores(trace: Trace) -> list[str]:
    return sorted({str(e.payload["store"]) for e in trace if "store" in e.payload}) or ["agent.db"]


def _processes(trace: Trace) -> list[str]:
    return list(dict.fromkeys(event.name for event in trace.select("process", "started")))


def _who(trace: Trace) -> st.SearchStrategy[str]:
    """A process, or nobody: then it is the one whose step it is."""
    return st.just("") | st.sampled_from(_processes(trace)).map(" {}".format)


def _stop(trace: Trace, points: list[str]) -> st.SearchStrategy[str]:
    return st.builds("stop{} at {}".format, _who(trace), st.sampled_from(points))


def _pause(trace: Trace, points: list[str]) -> st.SearchStrategy[str]:
    return st.builds("pause{} at {} for {}".format, _who(trace), st.sampled_from(points), DURATIONS)


def _preempt(trace: Trace, points: list[str]) -> st.SearchStrategy[str]:
    return st.sampled_from(points).map("preempt at {}".format)


def _skew(trace: Trace, points: list[str]) -> st.SearchStrategy[str]:
    sign = st.sampled_from(["", "-"])
    return st.builds("skew {} by {}{}".format, st.sampled_from(_processes(trace)), sign, DURATIONS)


def _cut(trace: Trace, points: list[str]) -> st.SearchStrategy[str]:
    callees = {event.name for event in trace.select("effect")}
    target = st.sampled_from(sorted({*callees, *_stores(trace), "jobs", "model"}))
    who, point = st.sampled_from(_processes(trace)), st.sampled_from(points)
    return st.builds("cut {} from {} at {} for {}".format, who, target, point, DURATIONS)


def _deploy(trace: Trace, points: list[str]) -> st.SearchStrategy[str]:
    return st.builds("deploy v2 at {}".format, st.sampled_from(points))


def _of_kinds(text: str, kinds: tuple[str, ...], trace: Trace) -> st.SearchStrategy[str]:
    steps = list(dict.fromkeys(event.step for event in trace if event.kind in kinds))
    return st.sampled_from(steps).map(text.format) if steps else st.nothing()


def _answer(trace: Trace, points: list[str]) -> st.SearchStrategy[str]:
    return _of_kinds("answer {} no", ANSWERED, trace)


def _redeliver(trace: Trace, points: list[str]) -> st.SearchStrategy[str]:
    return _of_kinds("redeliver {}", SENT_BY_CLIENTS, trace)


FAULTS: dict[str, Callable[[Trace, list[str]], st.SearchStrategy[str]]] = {
    "crash": _crash,
    "lose": _lose,
    "delay": _delay,
    "fail": _fail,
    "hang": _hang,
    "down": _down,
    "stop": _stop,
    "pause": _pause,
    "preempt": _preempt,
    "skew": _skew,
    "cut": _cut,
    "deploy": _deploy,
    "answer": _answer,
    "redeliver": _redeliver,
}
