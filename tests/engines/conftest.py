"""Asks the engines ahead: most of a run on an engine is waiting, so a few run while a test waits for one."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest

from tests.engines.live import ASKED, Engines, Question, started

AT_ONCE = 4


@pytest.fixture(scope="session")
def engines() -> Iterator[Engines]:
    """The real engines. Skips where they are not asked for; fails where they are and are missing."""
    if not ASKED:
        pytest.skip("a recording stands for the engine: make engines asks it")
    with started() as engines:
        yield engines


@pytest.fixture(scope="session")
def asked(request: pytest.FixtureRequest, engines: Engines) -> Iterator[dict[Question[Any], Future[Any]]]:
    """Every question of this session's tests, being answered."""
    items = [item for item in request.session.items if isinstance(item, pytest.Function)]
    questions = [item.callspec.params["question"] for item in items if "answer" in item.fixturenames]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        yield {question: pool.submit(question.answer, engines) for question in questions}
        pool.shutdown(cancel_futures=True)


@pytest.fixture
def answer(request: pytest.FixtureRequest, asked: dict[Question[Any], Future[Any]]) -> Any:
    """What the engine answered to the test's `question`."""
    return asked[request.getfixturevalue("question")].result()
