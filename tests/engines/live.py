"""The real engines, where they are asked for: an interpreter that has them, a Temporal server, files run on them.

`make engines` installs them and sets `ENGINES=live`; then nothing is skipped, and an engine that is missing is a
failure. Without it the recordings stand for them.
"""

from __future__ import annotations

import operator
import os
import re
import signal
import socket
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

HERE = Path(__file__).parent
ROOT = HERE.parents[1]

ASKED = os.environ.get("ENGINES") == "live"
"""Whether the engines themselves are asked."""

LIMIT = 180.0
"""Seconds after which a run is taken to hang; the longest takes about thirty when it has the machine to itself."""

TRIES = 3
"""Where two things race, a busy machine may show what a quiet one doesn't; an engine that has changed shows it again."""

CORE_LOG = re.compile(r"^\x1b\[2m\d{4}-.*\n", re.MULTILINE)
"""What Temporal's core logs to standard output, among what a file prints."""

T = TypeVar("T")


@dataclass(frozen=True)
class Ran:
    """A file that has run on an engine."""

    output: str
    errors: str
    status: int | None
    """None: it was ended when its time was over."""
    ledger: dict[str, int]
    """How often each effect was done."""


@dataclass(frozen=True)
class Engines:
    """Where the engines are."""

    python: str = os.environ.get("ENGINES_PYTHON", str(ROOT / "build" / "engines" / "bin" / "python"))
    """An interpreter that has them."""
    server: str = os.environ.get("TEMPORAL_ADDRESS", "")
    """The address of a Temporal server."""

    def run(self, source: str, folder: Path, limit: float = LIMIT, **environment: str) -> Ran:
        """Run a file's text in `folder` to its end or its limit; whatever it started ends with it.

        The text may begin a life of its own in that folder: its ledger, database and journal stay there.
        """
        (folder / "file.py").write_text(source.replace("localhost:7233", self.server), encoding="utf-8")
        known = {
            **os.environ,
            "LEDGER": str(folder / "ledger"),
            "TEMPORAL_ADDRESS": self.server,
            "PYTHONPATH": str(HERE / "shim"),
            "LANGSMITH_TRACING": "false",
        }
        with open(folder / "output", "w+") as output, open(folder / "errors", "w+") as errors:
            process = subprocess.Popen(
                [self.python, "file.py"],
                cwd=folder,
                env={**known, **environment},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=errors,
                start_new_session=True,
            )
            try:
                status: int | None = process.wait(limit)
            except subprocess.TimeoutExpired:
                status = None
            finally:
                _end(process)
            output.seek(0)
            errors.seek(0)
            return Ran(CORE_LOG.sub("", output.read()), errors.read(), status, ledger(folder))

    def run_once(self, source: str, limit: float = LIMIT, **environment: str) -> Ran:
        """Run a file's text in a folder of its own."""
        with tempfile.TemporaryDirectory() as folder:
            return self.run(source, Path(folder), limit, **environment)


def ledger(folder: Path) -> dict[str, int]:
    """How often each effect was done, by the shim's ledger in `folder`."""
    file = folder / "ledger"
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return dict(Counter(line.partition("\t")[0] for line in lines))


@contextmanager
def started() -> Iterator[Engines]:
    """The engines with a Temporal server of their own, which ends with them.

    Raises:
        RuntimeError: they are not installed, or the server doesn't start.
    """
    engines = Engines()
    if not Path(engines.python).exists():
        raise RuntimeError(f"no engines at {engines.python}: make engines installs them")
    if engines.server:
        yield engines
        return
    with tempfile.TemporaryDirectory() as folder:
        address, process = _start_server(Path(engines.python).with_name("temporal"), Path(folder))
        try:
            yield Engines(engines.python, address)
        finally:
            _end(process)


def _start_server(binary: Path, folder: Path) -> tuple[str, subprocess.Popen[bytes]]:
    ports = _free_ports(3)
    options = [
        f"--{name}={port}" for name, port in zip(("port", "http-port", "metrics-port"), ports, strict=True)
    ]
    command = [
        str(binary),
        "server",
        "start-dev",
        "--headless",
        "--ip=127.0.0.1",
        "--log-level=error",
        *options,
    ]
    log = folder / "server.log"
    with open(log, "wb") as output:
        process = subprocess.Popen(
            [*command, f"--db-filename={folder / 'temporal.db'}"],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    address = f"127.0.0.1:{ports[0]}"
    health = [str(binary), "operator", "cluster", "health", "--address", address]
    give_up = time.monotonic() + 60
    while subprocess.run(health, capture_output=True).returncode != 0:
        if process.poll() is not None or time.monotonic() > give_up:
            _end(process)
            raise RuntimeError(f"the Temporal server did not start: {log.read_text(errors='replace')}")
        time.sleep(0.1)
    return address, process


def _free_ports(count: int) -> list[int]:
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process and all that it started: they are a group of their own."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@dataclass(frozen=True, eq=False)
class Question(Generic[T]):
    """What an engine is asked, and what it is expected to answer."""

    name: str
    ask: Callable[[Engines], T]
    expected: T
    fits: Callable[[T, T], bool] = operator.eq
    """Whether what is expected allows an answer."""

    def answer(self, engines: Engines) -> T:
        """The first answer that fits, else the last of a few."""
        for _ in range(TRIES - 1):
            answer = self.ask(engines)
            if self.fits(self.expected, answer):
                return answer
        return self.ask(engines)

    def check(self, answer: T) -> None:
        """Fail, showing both, if the answer is not one that is expected."""
        if not self.fits(self.expected, answer):
            assert answer == self.expected
            raise AssertionError(answer)
