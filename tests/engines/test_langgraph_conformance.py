"""The simulator gives, from the same file, what the real LangGraph gave; and the engine still gives it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engines.conformance import FILES, expected, real, simulated
from tests.engines.expected import first, matches
from tests.engines.live import Question


def recorded(path: Path) -> str:
    """What the engine was recorded to give."""
    return expected(path).read_text(encoding="utf-8")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_simulator_gives_what_the_engine_gave(path: Path) -> None:
    assert simulated(path) == first(recorded(path))


def question(path: Path) -> Question[str]:
    """The file, for the engine."""
    return Question(path.stem, lambda engines: real(path, engines), recorded(path), matches)


@pytest.mark.parametrize("question", [question(path) for path in FILES], ids=lambda question: question.name)
def test_the_engine_still_gives_it(question: Question[str], answer: str) -> None:
    question.check(answer)


def test_every_recording_belongs_to_a_file() -> None:
    found = {path.stem for path in (Path(__file__).parent / "langgraph").glob("*.txt")}
    assert found == {path.stem for path in FILES}
