"""The same file on the simulator and on the real engine, as text that can be compared.

A plain file is compared by what it prints. A file named `kill_…` is run once for each durability and each
place where its process is killed, then once more to recover, and compared by how often each effect was done.
"""

from __future__ import annotations

import itertools
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from durable_lab.experiment import Experiment, Options
from durable_lab.kernel.faults.plan import parse_plan
from durable_lab.kernel.trace import Trace
from tests.engines.live import HERE, Engines, Ran

FILES = sorted(path for path in (HERE / "langgraph").glob("*.py") if path.name != "__init__.py")
DURABILITIES = ("sync", "async", "exit")

Run = Callable[[str, str], dict[str, int] | None]
"""Runs a file's text with a kill and recovers it: how often each effect was done. None: it came to no such place."""


def expected(path: Path) -> Path:
    """Where the real engine's output is recorded."""
    return path.with_suffix(".txt")


def is_killed(path: Path) -> bool:
    """Whether the file is one that is killed and recovered."""
    return path.name.startswith("kill_")


# -- the simulator -----------------------------------------------------------------------------------


def simulated(path: Path) -> str:
    """What the file gives on the simulator."""
    source = path.read_text(encoding="utf-8")
    if is_killed(path):
        return _table(source, simulated_kill)
    outcome = Experiment(source, path.name, Options()).run()
    if outcome.error is not None:
        raise outcome.error
    return "".join(str(e.payload["text"]) for e in outcome.trace.select("print"))


def simulated_kill(source: str, kill: str) -> dict[str, int] | None:
    experiment = Experiment(source, "file.py", Options())
    calm = experiment.run().trace
    if not kill:
        return _done(calm)
    kind, _, number = kill.partition(":")
    wanted = {
        "effect": ("effect", "applied"),
        "writes": ("writes", "stored"),
        "put": ("checkpoint", "stored"),
    }
    places = list(calm.select(*wanted[kind]))[int(number) - 1 :]
    if not places:
        return None
    trace = experiment.run(parse_plan(f"crash at {places[0].point}")).trace
    assert trace.header["not_reached"] == []
    return _done(trace)


def _done(trace: Trace) -> dict[str, int]:
    return dict(Counter(e.name for e in trace.select("effect", "applied")))


# -- the real engine ---------------------------------------------------------------------------------


def real(path: Path, engines: Engines) -> str:
    """What the file gives on the engine itself."""
    source = path.read_text(encoding="utf-8")
    if is_killed(path):
        return _table(source, lambda text, kill: _real_kill(text, kill, engines))
    return well(engines.run_once(source)).output


def _real_kill(source: str, kill: str, engines: Engines) -> dict[str, int] | None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if kill and well(engines.run(source, folder, KILL=kill), KILLED).status == 0:
            return None
        return well(engines.run(source, folder)).ledger


KILLED = 9
"""The status of a process that the shim killed."""


def well(ran: Ran, *statuses: int) -> Ran:
    """A run that has ended well, or with one of `statuses`.

    Raises:
        RuntimeError: it has not.
    """
    if ran.status not in (0, *statuses):
        raise RuntimeError(f"ended with status {ran.status}: {ran.errors}")
    return ran


# -- rows --------------------------------------------------------------------------------------------


def _table(source: str, run: Run) -> str:
    return "".join(f"{row}\n" for row in _rows(source, run))


def _rows(source: str, run: Run) -> Iterable[str]:
    for durability in DURABILITIES:
        text = source.replace('DURABILITY = "sync"', f'DURABILITY = "{durability}"')
        yield f"{durability}, no kill: {counts(run(text, '') or {})}"
        kinds = ("effect", "writes", "put") if durability == "sync" else ("effect",)
        for kind in kinds:  # except in sync it is chance which writes have landed
            for number in itertools.count(1):
                done = run(text, f"{kind}:{number}")
                if done is None:
                    break
                yield f"{durability}, killed after {kind} {number}: {counts(done)}"


def counts(done: dict[str, int]) -> str:
    """Counts as one line of text, by name."""
    return " ".join(f"{name}={count}" for name, count in sorted(done.items()))
