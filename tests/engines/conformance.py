"""The same file on the simulator and on the real engine, as text that can be compared.

A plain file is compared by what it prints. A file named `kill_…` is run once for each durability and each
place where its process is killed, then once more to recover, and compared by how often each effect was done.
"""

from __future__ import annotations

import itertools
import os
import subprocess
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from durable_lab.experiment import Experiment, Options
from durable_lab.kernel.faults.plan import parse_plan
from durable_lab.kernel.trace import Trace

HERE = Path(__file__).parent
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


def real(path: Path, python: str) -> str:
    """What the file gives on the engine that is installed for the interpreter `python`."""
    source = path.read_text(encoding="utf-8")
    if is_killed(path):
        return _table(source, lambda text, kill: _real_kill(text, kill, python))
    with tempfile.TemporaryDirectory() as folder:
        return run_real(source, Path(folder), python).stdout


def _real_kill(source: str, kill: str, python: str) -> dict[str, int] | None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if kill and run_real(source, folder, python, kill).returncode == 0:
            return None
        run_real(source, folder, python)
        return ledger(folder)


def ledger(folder: Path) -> dict[str, int]:
    """How often each effect was done, by the shim's ledger in `folder`."""
    file = folder / "ledger"
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return dict(Counter(line.partition("\t")[0] for line in lines))


def run_real(
    source: str, folder: Path, python: str, kill: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run a file's text in `folder` once, killed at the place `kill` if there is one.

    Raises:
        RuntimeError: it ended with an error.
    """
    (folder / "file.py").write_text(source, encoding="utf-8")
    environment = {
        **os.environ,
        "LEDGER": str(folder / "ledger"),
        "KILL": kill,
        "PYTHONPATH": str(HERE / "shim"),
        **environment,
    }
    done = subprocess.run([python, "file.py"], cwd=folder, env=environment, capture_output=True, text=True)
    if done.returncode not in ((0, 9) if kill else (0,)):
        raise RuntimeError(f"status {done.returncode} with KILL={kill!r}: {done.stderr}")
    return done


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
