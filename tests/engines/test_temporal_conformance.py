"""The real Temporal still prints what is recorded of the flows.

That the simulator prints it too is in `tests/durable_lab/topologies/workflow/test_recorded.py`.
"""

from __future__ import annotations

import pytest

from tests.engines.expected import matches
from tests.engines.live import Question
from tests.engines.temporal import FLOWS, flows

QUESTION = Question("flows", flows, FLOWS.with_suffix(".txt").read_text(encoding="utf-8"), matches)


@pytest.mark.parametrize("question", [QUESTION], ids=lambda question: question.name)
def test_the_engine_still_prints_the_flows(question: Question[str], answer: str) -> None:
    question.check(answer)
