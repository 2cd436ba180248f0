"""The scenarios' counts are the real engines': as recorded, and again where the engines are installed."""

from __future__ import annotations

import pytest

from tests.engines.scenarios import RECORDED, VARIANTS, Engines, recorded, rows, simulated


@pytest.mark.parametrize("name", VARIANTS)
def test_the_simulator_counts_what_the_engine_did(name: str) -> None:
    assert recorded(name), "record it: python -m tests.engines.record"
    assert simulated(name) == recorded(name)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_engine_still_counts_it(name: str) -> None:
    run = Engines().run(name)
    if run is None:
        pytest.skip(
            "the real engine is not installed: set LANGGRAPH_PYTHON, TEMPORAL_PYTHON and TEMPORAL_ADDRESS"
        )
    assert list(rows(name, run)) == recorded(name)


def test_every_line_recorded_is_of_a_program() -> None:
    names = {line.partition(", ")[0] for line in RECORDED.read_text(encoding="utf-8").splitlines()}
    assert names == set(VARIANTS)
