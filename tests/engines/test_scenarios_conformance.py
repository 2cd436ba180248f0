"""The scenarios' counts are the real engine's: as recorded, and again where the engine is installed."""

from __future__ import annotations

import pytest

from tests.engines.scenarios import RECORDED, VARIANTS, real, recorded, simulated
from tests.engines.test_langgraph_conformance import engine


@pytest.mark.parametrize("name", VARIANTS)
def test_the_simulator_counts_what_the_engine_did(name: str) -> None:
    assert recorded(name)
    assert simulated(name) == recorded(name)


@pytest.mark.skipif(engine() is None, reason="the real engine is not installed: set LANGGRAPH_PYTHON")
@pytest.mark.parametrize("name", VARIANTS)
def test_the_engine_still_counts_it(name: str) -> None:
    python = engine()
    assert python is not None
    assert real(name, python) == recorded(name)


def test_every_line_recorded_is_of_a_program() -> None:
    names = {line.partition(", ")[0] for line in RECORDED.read_text(encoding="utf-8").splitlines()}
    assert names == set(VARIANTS)
