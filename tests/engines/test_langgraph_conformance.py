"""The simulator gives, from the same file, what the real engine gave; and gives again where it is installed."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path

import pytest

from tests.engines.conformance import FILES, expected, real, simulated


def engine() -> str | None:
    """An interpreter that has the real engine, if there is one."""
    if "LANGGRAPH_PYTHON" in os.environ:
        return os.environ["LANGGRAPH_PYTHON"]
    return sys.executable if importlib.util.find_spec("langgraph") else None


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_simulator_gives_what_the_engine_gave(path: Path) -> None:
    assert simulated(path) == expected(path).read_text(encoding="utf-8")


@pytest.mark.skipif(engine() is None, reason="the real engine is not installed: set LANGGRAPH_PYTHON")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_engine_still_gives_it(path: Path) -> None:
    python = engine()
    assert python is not None
    assert real(path, python) == expected(path).read_text(encoding="utf-8")


def test_every_recording_belongs_to_a_file() -> None:
    recorded = {path.stem for path in (Path(__file__).parent / "langgraph").glob("*.txt")}
    assert recorded == {path.stem for path in FILES}
