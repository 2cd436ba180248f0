"""Each case does on the simulator what `known.txt` says, and the engine still prints what is recorded of it."""

from __future__ import annotations

import pytest

from tests.engines.cases.programs import FILES, IGNORED, KNOWN, fits, real, recorded, state, table
from tests.engines.live import Question


@pytest.mark.parametrize("name", FILES)
def test_the_simulator_does_with_it_what_is_known(name: str) -> None:
    assert state(name) == table(KNOWN).get(name), "look at it, then: python -m tests.engines.record cases"


def question(name: str) -> Question[str]:
    """The case, for its engine."""
    return Question(
        name,
        lambda engines: real(name, engines),
        recorded(name),
        lambda expected, printed: fits(name, expected, printed),
    )


@pytest.mark.parametrize("question", [question(name) for name in FILES], ids=lambda question: question.name)
def test_the_engine_still_prints_it(question: Question[str], answer: str) -> None:
    question.check(answer)


def test_every_line_is_about_a_case() -> None:
    assert set(table(KNOWN)) == set(FILES)
    assert set(IGNORED) <= set(FILES)
