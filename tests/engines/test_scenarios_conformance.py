"""The scenarios' counts are the real engines': as recorded, and as the engines count today."""

from __future__ import annotations

import pytest

from tests.engines.live import Question
from tests.engines.scenarios import (
    RECORDED,
    VARIANTS,
    allowed,
    on_engine,
    real_telling,
    recorded,
    rows,
    simulated,
    simulated_telling,
    tells_the_same,
    the_first,
)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_simulator_counts_what_the_engine_did(name: str) -> None:
    assert recorded(name), "record it: python -m tests.engines.record"
    assert simulated(name) == the_first(recorded(name))


def question(name: str) -> Question[list[str]]:
    """A program and all its kills, for its engine."""
    return Question(name, lambda engines: list(rows(name, on_engine(name, engines))), recorded(name), allowed)


@pytest.mark.parametrize(
    "question", [question(name) for name in VARIANTS], ids=lambda question: question.name
)
def test_the_engine_still_counts_it(question: Question[list[str]], answer: list[str]) -> None:
    question.check(answer)


TOLD = {name: simulated_telling(name) for name in VARIANTS}


def told(name: str) -> Question[str]:
    """What a program prints, and the histories of its runs; what the simulator tells is expected."""
    return Question(
        name,
        lambda engines: real_telling(name, engines),
        TOLD[name],
        lambda expected, told: tells_the_same(name, expected, told),
    )


@pytest.mark.parametrize(
    "question", [told(name) for name in VARIANTS if TOLD[name]], ids=lambda question: question.name
)
def test_the_engine_prints_and_records_the_same(question: Question[str], answer: str) -> None:
    question.check(answer)


def test_every_line_recorded_is_of_a_program() -> None:
    names = {line.partition(", ")[0] for line in RECORDED.read_text(encoding="utf-8").splitlines()}
    assert names == set(VARIANTS)
