"""No test of a page waits for a while: it waits for what must come, and for how long is said in one place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent

BLIND = re.compile(r"wait_for_timeout|\bsleep\(|new Promise\([^\n]*setTimeout")
LIMIT = re.compile(r"\btimeout ?= ?[0-9_]{3,}|set_default_\w*timeout\([0-9]")

FILES = sorted(set(HERE.glob("*.py")) - {Path(__file__)})


@pytest.mark.parametrize("pattern", [BLIND, LIMIT], ids=["blind", "limit"])
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_it_waits_for_conditions_only(file: Path, pattern: re.Pattern[str]) -> None:
    assert pattern.findall(file.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (BLIND, "page.wait_for_timeout(500)"),
        (BLIND, "time.sleep(1)"),
        (BLIND, "await new Promise((done) => setTimeout(done, 300));"),
        (LIMIT, "expect(one).to_have_text('x', timeout=60_000)"),
        (LIMIT, "context.set_default_timeout(20_000)"),
    ],
)
def test_it_would_be_noticed(pattern: re.Pattern[str], text: str) -> None:
    assert pattern.search(text)
