"""What a reader is told of a program that was refused."""

import pytest

from durable_lab.report import run as report
from durable_lab.report.refused import refused, short
from durable_lab.words.messages import Language, Refusal
from tests.support import NAME, experiment

SOURCE = "import langgraph.constants\nlanggraph.constants.ABSENT  # here\n"


@pytest.mark.parametrize(
    ("language", "first", "last"),
    [
        ("en", "Refused: ", "The simulator does not model langgraph.constants.ABSENT. It has: END, START"),
        ("zh", "没有运行：", "模拟器还没有 langgraph.constants.ABSENT。可用的有：END, START"),
    ],
)
def test_it_is_told_first_that_nothing_was_tried_then_where_then_what(
    language: Language, first: str, last: str
) -> None:
    error = experiment(SOURCE).run().refused
    assert error is not None
    told = refused(error, language)
    assert told == report.error(error, NAME, language)
    head, *place, end = told.splitlines()
    assert head == short(error, language) and head.startswith(first) and end == last
    assert place == [f'  File "{NAME}", line 2', "    langgraph.constants.ABSENT  # here"]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_under_a_fault_the_fault_is_named(language: Language) -> None:
    error = Refusal("not-modelled", what="a", available="b")
    error.plan = "crash at a#1.sent"
    assert error.plan in short(error, language)
    assert len(refused(error, language).splitlines()) == 2  # without a place
