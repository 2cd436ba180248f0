"""Programs as a newcomer writes them behave on the machine as Python says.

None of them knows of the machine, so that the Python that runs the tests says what is right: what it prints stands
beside each program, and is compared with what it prints now.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from durable_lab.experiment import Experiment
from durable_lab.kernel.trace import Trace

PROGRAMS = Path(__file__).parent / "programs"
FILES = sorted(
    path for path in (*PROGRAMS.glob("*.py"), *PROGRAMS.glob("*/main.py")) if "__pycache__" not in path.parts
)


def name_of(path: Path) -> str:
    return path.relative_to(PROGRAMS).with_suffix("").as_posix()


def printed(trace: Trace) -> str:
    return "".join(str(event.payload["text"]) for event in trace.select("print"))


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_it_prints_what_python_prints(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    folder = path.parent if path.parent != PROGRAMS else None
    outcome = Experiment(source, path.name, folder=folder).run(())
    assert outcome.error is None
    assert printed(outcome.trace) == path.with_suffix(".txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_python_prints_what_was_recorded(path: Path, tmp_path: Path) -> None:
    if path.parent == PROGRAMS:
        shutil.copy(path, tmp_path)
    else:
        shutil.copytree(path.parent, tmp_path, dirs_exist_ok=True)
    command = [sys.executable, "-B", path.name]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", check=True)
    assert done.stdout == path.with_suffix(".txt").read_text(encoding="utf-8")


def test_there_are_ten() -> None:
    assert len(FILES) >= 10


def test_none_leaves_anything_on_the_real_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for path in FILES:
        folder = path.parent if path.parent != PROGRAMS else None
        before = set(path.parent.rglob("*"))
        Experiment(path.read_text(encoding="utf-8"), path.name, folder=folder).run(())
        assert set(path.parent.rglob("*")) == before
    assert list(tmp_path.iterdir()) == []
